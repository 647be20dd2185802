package agent

import (
	"fmt"
	"strconv"
	"strings"

	"heddle/explore"
	"heddle/model"
	"heddle/result"
	"heddle/sched/failure"
	"heddle/sched/frames"
	"heddle/sched/record"
)

// fail reports a failure of the execution with these choices, unless one like it was reported before.
func (t *test) fail(f failure.Failure, choices []model.Choice, execution int) {
	key := f.Key()
	if t.failures[key] {
		return
	}
	t.failures[key] = true
	r := result.Failure{Key: key, Kind: f.Kind, Message: f.Message, Execution: execution, Visible: t.doubts.Visible, Shared: t.doubts.Shared,
		Output: t.output(), Where: t.where(f)}
	for _, c := range choices {
		r.Choices = append(r.Choices, t.choices().choice(c))
	}
	t.describe(&r, f, choices)
	t.report(&r)
}

// report sends a failure, and notes what it makes of the test.
func (t *test) report(f *result.Failure) {
	if t.found != result.Fail {
		t.found = f.Verdict(t.agent.config.Timing)
	}
	t.send(result.Message{Type: "failure", Failure: f})
}

// describe runs the failing schedule once more, recording, and adds what it shows to r.
func (t *test) describe(r *result.Failure, f failure.Failure, choices []model.Choice) {
	executions := t.executions
	choices = append([]model.Choice(nil), choices...)
	how := record.How{OnStep: func(s result.Step) { r.Steps = append(r.Steps, s) }}
	if f.Kind == failure.KindRace {
		how.Race = &f.Race
	}
	outcome, seen := t.program.Record(choices, how)
	t.executions = executions
	for i := range r.Choices {
		if i < len(r.Steps) {
			r.Choices[i].Op = r.Steps[i].Text()
		}
	}
	r.Threads, r.Waits = seen.Threads, seen.Waits
	switch again := t.program.Failure(); {
	case outcome.Diverged, again == nil || again.Kind != f.Kind:
		r.Message += " (a second run of the same schedule had a different result: the test depends on something that Heddle does not control)"
	case f.Kind == failure.KindRace:
		r.Accesses = seen.Accesses
		if n := len(r.Accesses); n > 0 {
			r.Where = r.Accesses[n-1].Where
		}
	case f.Kind == failure.KindDeadlock, f.Kind == failure.KindLeak:
		path := t.program.Names().Path(f.Thread)
		for _, w := range r.Waits {
			if w.Thread == path {
				r.Where = w.Where
			}
		}
	default:
		r.Waits = nil
		if len(r.Where) == 0 && f.Thread != model.NoThread {
			r.Where = created(r.Threads, t.program.Names().Path(f.Thread))
		}
	}
}

// created returns where a goroutine was started. For one that never leaves the standard library, there is no other user
// code to show.
func created(threads []result.Thread, path string) []result.Frame {
	for _, t := range threads {
		if t.Path == path {
			return t.Created
		}
	}
	return nil
}

// where returns the position of a failure, as far as the exploring execution knows it.
func (t *test) where(f failure.Failure) []result.Frame {
	if f.Kind == failure.KindFatal && len(f.Stack) == 0 {
		return logged(f.Message)
	}
	return frames.Resolve(f.Stack)
}

// logged finds the position, "file_test.go:12:", that package testing writes before what a test logs.
func logged(message string) []result.Frame {
	for _, line := range strings.Split(message, "\n") {
		file, rest, ok := strings.Cut(line, ".go:")
		if !ok || strings.ContainsAny(file, " \t") {
			continue
		}
		number, _, _ := strings.Cut(rest, ":")
		if n, err := strconv.Atoi(number); err == nil {
			return []result.Frame{{File: file + ".go", Line: n}}
		}
	}
	return nil
}

// nondeterminism reports that an execution did not follow the prefix that it shares with earlier ones.
func (t *test) nondeterminism(r explore.Result) {
	f := result.Failure{Kind: failure.KindNondeterminism, Execution: r.Executions + 1, Message: fmt.Sprintf(
		"step %d differs from the one in earlier executions with the same prefix: %s. The test depends on something that Heddle does not control",
		r.Diverged, t.program.Divergence())}
	t.report(&f)
}
