package agent

import (
	"maps"
	"math"
	"slices"

	"heddle/guide"
	"heddle/model"
	"heddle/result"
	"heddle/sched/failure"
	"heddle/sched/frames"
	"heddle/sched/record"
)

// A shown is a failure, or an obstacle, with the execution that showed it.
type shown struct {
	*failure.Failure
	choices []model.Choice
	output  string
	which   int // of those of the execution
}

// calm looks for an execution of t with the failure c in which fewer timers fire early, those of code under test first, and returns it.
// Otherwise a timer of code under test that has nothing to do with the failure would make a failure of timing a bug.
func calm(t *test, c shown) shown {
	executions, key := t.executions, c.Key()
	how := record.How{OnStep: func(result.Step) {}}
	_, seen := t.program.Record(c.choices, how)
	g := calmer{armedAt: t.program.ArmedAt, held: map[result.Frame]bool{}}
	without := func(code bool, at result.Frame) {
		try := calmer{armedAt: g.armedAt, held: maps.Clone(g.held), code: g.code || code}
		if !code {
			try.held[at] = true
		}
		run := &guide.Guide{Plan: guide.Of(guide.Split(c.choices)), Most: math.MaxInt, Held: try.holds}
		_, s := t.program.RecordFrom(nil, run.Next, how)
		list := failed(t.program)
		if i := slices.IndexFunc(list, func(f failure.Failure) bool { return f.Key() == key }); i >= 0 {
			c, g, seen = shown{&list[i], run.Taken, t.output(), i}, try, s
		}
	}
	if l := record.Lateness(seen.Fired); l != nil && !l.OnlyTest {
		without(true, result.Frame{})
	}
	if l := record.Lateness(seen.Fired); l != nil {
		for _, early := range l.Timers {
			without(false, frames.User(early.Where))
		}
	}
	t.executions = executions
	return c
}

// A calmer says which timers must not fire while a goroutine can go on.
type calmer struct {
	armedAt func(model.Thread) []result.Frame
	code    bool                  // those that code under test has armed
	held    map[result.Frame]bool // those that were armed there
}

// holds reports whether the timer t must not fire, or the sleep of t not end.
func (g *calmer) holds(t model.Thread) bool {
	at := g.armedAt(t)
	return len(at) > 0 && (g.code && !record.ByTest(at) || g.held[frames.User(at)])
}
