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
	d := s.Doubts
	d.Late = d.Late || !d.Polls // what needs no delay can be done with one, but for what a thread that polls waits for
	t.use(sched.New(t.schedConfig(d)))
	choices, err := t.wire().Parse(s.Choices)
	var outcome model.Outcome
	if err == nil {
		outcome, _ = t.program.Record(choices, record.How{OnStep: onStep, Eager: true})
	}
	if t.agent.config.StopAt > 0 {
		return len(t.program.Failures().List) == 0
	}
	m := result.Message{Type: "done", Verdict: result.Pass, Progress: &result.Progress{Executions: 1, Steps: outcome.Steps, MaxSteps: outcome.Steps,
		Threads: t.program.Threads(), Complete: true, PeakRSS: peakRSS()}}
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
	if m.Diverged == "" {
		t.fail(choices, 1)
	}
	switch {
	case t.found != "":
		m.Verdict = t.found
	case t.hindered != "":
		m.Verdict, m.Reason = t.hindered, t.obstacle
	}
	t.send(m)
	return m.Verdict == result.Pass
}
