package agent

import (
	"fmt"

	"heddle/model"
	"heddle/result"
	"heddle/sched"
	"heddle/sched/record"
)

// replay runs the one schedule of the configuration, recording, and reports whether the test passed.
func (t *test) replay() bool {
	s := t.agent.config.Replay
	if !s.Cold {
		t.warmUp()
	}
	var steps []result.Step
	diverged := ""
	onStep := func(step result.Step) {
		t.send(result.Message{Type: "step", Step: &step})
		if i := len(steps); i < len(s.Choices) && s.Choices[i].Op != "" && step.Text() != s.Choices[i].Op && diverged == "" {
			diverged = fmt.Sprintf("step %d was %q when it was recorded and is %q now", i+1, s.Choices[i].Op, step.Text())
		}
		steps = append(steps, step)
	}
	t.use(sched.New(t.schedConfig(s.Visible)))
	choices, err := t.parse(s.Choices)
	var outcome model.Outcome
	if err == nil {
		outcome, _ = t.program.Record(choices, record.How{OnStep: onStep, Eager: true})
	}
	m := result.Message{Type: "done", Verdict: "pass", Progress: &result.Progress{Executions: 1, Steps: outcome.Steps, MaxSteps: outcome.Steps,
		Threads: t.program.Threads(), Share: 1, PeakRSS: peakRSS()}}
	switch {
	case err != nil:
		m.Diverged = err.Error()
	case diverged != "":
		m.Diverged = diverged
	case outcome.Diverged:
		m.Diverged = fmt.Sprintf("step %d: %s", outcome.Steps+1, t.program.Divergence())
	case !outcome.Maximal && !outcome.CutShort:
		m.Diverged = "the schedule has ended and the test has not"
	}
	if f := t.program.Failure(); f != nil && m.Diverged == "" {
		t.fail(*f, choices, 1)
		m.Verdict = "fail"
	}
	t.send(m)
	return m.Verdict == "pass"
}

// parse turns the choices of a schedule file into those of the program.
func (t *test) parse(list []result.Choice) ([]model.Choice, error) {
	choices := make([]model.Choice, len(list))
	for i, c := range list {
		thread, err := t.names.Parse(c.Thread)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		choices[i] = model.Choice{Thread: thread, Partner: model.NoThread, Case: int16(c.Case), PartnerCase: int16(c.PartnerCase)}
		if c.Partner != "" {
			if choices[i].Partner, err = t.names.Parse(c.Partner); err != nil {
				return nil, fmt.Errorf("step %d: %w", i+1, err)
			}
		}
	}
	return choices, nil
}
