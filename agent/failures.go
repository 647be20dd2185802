package agent

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"heddle/explore"
	"heddle/model"
	"heddle/result"
	"heddle/sched"
	"heddle/sched/failure"
	"heddle/sched/frames"
	"heddle/sched/record"
)

// fail reports what went wrong in the execution with these choices, but for what was reported before. It returns true if the execution
// has a failure; an obstacle is none.
func (t *test) fail(choices []model.Choice, execution int) bool {
	return t.failWith(failed(t.program), choices, execution)
}

// failWith is fail for an execution in which that went wrong.
func (t *test) failWith(list []failure.Failure, choices []model.Choice, execution int) bool {
	if len(list) == 0 {
		return false
	}
	choices = slices.Clone(choices)
	output := t.output()
	defer t.agent.choices.forget()
	which := -1 // all
	if s := t.agent.config.Replay; s != nil && s.Which < len(list) && list[s.Which].Kind == s.Kind {
		which = s.Which
	}
	for i := range list {
		c := shown{&list[i], choices, output, i}
		key := c.Key()
		if !t.probe && !slices.ContainsFunc(list[:i], func(f failure.Failure) bool { return f.Key() == key }) {
			t.shows[key]++
		}
		if t.failures[key] || which >= 0 && i != which {
			continue
		}
		t.failures[key] = true
		if t.doubts.Late && t.agent.config.Replay == nil {
			c = calm(t, c)
		}
		r := result.Failure{Key: key, Kind: c.Kind, Message: c.Message, Execution: execution, Which: c.which, Doubts: t.doubts.Doubts,
			Output: c.output, Where: t.where(c.Failure), At: c.At()}
		if t.kept != nil {
			r.Kept = cmp.Or(t.kept.File, result.LastRun)
		}
		if r.Message == "" { // the execution did not come to its end, where the log is read
			r.Message = fatalText(t.name, []byte(c.output))
		}
		t.describe(&r, c.Failure, c.choices)
		r = t.simplified(r, c)
		if t.agent.config.KeepGoing || t.found == "" || r.Verdict(t.agent.config.Timing) != result.Timing { // of these one is enough
			t.report(&r)
		}
	}
	return slices.ContainsFunc(list, func(f failure.Failure) bool { return !result.IsObstacle(f.Kind) })
}

// failed returns what went wrong in the last execution, an obstacle first.
func failed(p *sched.Program) []failure.Failure {
	set := p.Failures()
	if set.Obstacle == nil {
		return set.List
	}
	return append([]failure.Failure{*set.Obstacle}, set.List...)
}

// report sends a failure or an obstacle, and notes what it makes of the test.
func (t *test) report(f *result.Failure) {
	verdict := f.Verdict(t.agent.config.Timing)
	if !f.IsObstacle() {
		t.found = t.found.Or(verdict)
	} else if all := t.hindered.Or(verdict); all != t.hindered {
		t.hindered, t.obstacle = all, f.Message
	}
	t.send(result.Message{Type: "failure", Failure: f})
}

// describe runs the failing schedule once more, recording, and adds what it shows to r.
func (t *test) describe(r *result.Failure, f *failure.Failure, choices []model.Choice) {
	executions := t.executions
	how := record.How{OnStep: func(s result.Step) { r.Steps = append(r.Steps, s) }}
	if f.Kind == failure.KindRace {
		how.Race = &f.Race
	}
	outcome, seen := t.program.Record(choices, how)
	t.executions = executions
	for _, choice := range choices {
		r.Choices = append(r.Choices, t.wire().Choice(choice))
	}
	for i := range r.Choices {
		if i < len(r.Steps) {
			r.Choices[i].Op = r.Steps[i].Text()
		}
	}
	r.Threads, r.Waits, r.Timing = seen.Threads, seen.Waits, record.Lateness(seen.Fired)
	for i := range r.Waits {
		if w := &r.Waits[i]; w.Again == record.Polls || w.Again == record.GoesRound {
			w.Looks = record.Looks(r.Steps, w.Thread)
		}
	}
	if why := t.differs(f, &outcome); why != "" {
		t.otherwise(r, why)
		return
	}
	switch f.Kind {
	case failure.KindRace:
		r.Accesses = seen.Accesses
		if n := len(r.Accesses); n > 0 {
			r.Where = r.Accesses[n-1].Where
		}
	case failure.KindDeadlock, failure.KindLeak, failure.KindLivelock:
		path := t.program.Names().Path(f.Thread)
		for _, w := range r.Waits {
			if w.Thread == path {
				r.Where = w.Where
			}
		}
	default:
		if r.Waits = nil; f.Kind == failure.KindSteps {
			r.Message += record.Busiest(r.Steps)
		}
		if len(r.Where) == 0 && f.Thread != model.NoThread {
			r.Where = r.Created(t.program.Names().Path(f.Thread))
		}
	}
}

// differs returns in what the last execution, the second one of the schedule that showed f, differs from the first; empty if it showed f
// again. It cannot tell a difference that shows neither in an operation nor in a failure.
func (t *test) differs(f *failure.Failure, outcome *model.Outcome) string {
	if outcome.Diverged {
		return fmt.Sprintf("step %d differs: %s", outcome.Steps+1, t.program.Divergence())
	}
	set := t.program.Failures()
	list := set.List
	if set.Obstacle != nil {
		list = append(list[:len(list):len(list)], *set.Obstacle)
	}
	for i := range list {
		if list[i].Like(f) {
			return ""
		}
	}
	steps := fmt.Sprintf("all %d steps were the same", outcome.Steps)
	if len(list) == 0 {
		return steps + ", and nothing failed"
	}
	return fmt.Sprintf("%s, and then it was %s: %s", steps, list[0].Kind, list[0].Message)
}

// likely are the likeliest reasons for a schedule that goes differently when it is run again.
const likely = "The test depends on something that Heddle does not control. The likeliest are: memory addresses (the order of a map with " +
	"pointers as keys, %p, a hash of a pointer), the machine's own clock or process numbers, files or variables of the standard library " +
	"that an earlier execution left changed, a goroutine that the test did not start, other processes"

// otherwise makes r a failure of nondeterminism, because its schedule went differently the second time: why says in what.
func (t *test) otherwise(r *result.Failure, why string) {
	r.Message = fmt.Sprintf("the same schedule, run again, went differently: %s. The first time it was %s: %s\n%s", why, r.Kind, r.Message, likely)
	r.Kind, r.Waits = failure.KindNondeterminism, nil
	if n := len(r.Steps); len(r.Where) == 0 && n > 0 {
		r.Where = r.Steps[n-1].Where
	}
}

// where returns the position of a failure, as far as the exploring execution knows it.
func (t *test) where(f *failure.Failure) []result.Frame {
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

// nondeterminism reports that an execution did not follow the prefix that it shares with earlier ones. Choices are those that it took.
func (t *test) nondeterminism(r explore.Result) {
	f := result.Failure{Kind: failure.KindNondeterminism, Execution: r.Executions + 1, Doubts: t.doubts.Doubts, Message: fmt.Sprintf(
		"step %d differs from the one in earlier executions with the same prefix: %s\n%s", r.Diverged, t.program.Divergence(), likely)}
	t.report(&f)
}
