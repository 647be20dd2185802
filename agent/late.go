package agent

import (
	"maps"
	"slices"

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
		try := calmer{armedAt: g.armedAt, left: slices.Clone(c.choices), held: maps.Clone(g.held), code: g.code || code}
		if !code {
			try.held[at] = true
		}
		_, s := t.program.RecordFrom(nil, try.next, how)
		list := failed(t.program)
		if i := slices.IndexFunc(list, func(f failure.Failure) bool { return f.Key() == key }); i >= 0 {
			c, g, seen = shown{&list[i], try.taken, t.output(), i}, try, s
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

// A calmer follows choices as far as it can, but some timers must not fire, and some sleeps not end, while a goroutine can go on.
type calmer struct {
	armedAt func(model.Thread) []result.Frame
	left    []model.Choice
	code    bool                  // those that code under test has armed
	held    map[result.Frame]bool // those that were armed there
	taken   []model.Choice
}

// next takes the first choice that is left, as far as there is one that can be taken and comes after none of its own thread.
func (g *calmer) next(s *model.State) (model.Choice, bool) {
	busy := slices.ContainsFunc(s.Pending, func(p model.Pending) bool { return len(p.Alts) > 0 && !p.Op.Kind.Timer() })
	offered := map[model.Thread][]model.Choice{}
	first, found := model.Choice{}, false
	for _, p := range s.Pending {
		if len(p.Alts) == 0 || busy && p.Op.Kind.Timer() && g.holds(p.Thread) {
			continue
		}
		offered[p.Thread] = p.Alts
		if !found || !p.Op.Kind.Timer() {
			first, found = p.Alts[0], true
		}
	}
	before := map[model.Thread]bool{}
	for i, c := range g.left {
		if !before[c.Thread] && slices.Contains(offered[c.Thread], c) {
			first = c
			g.left = slices.Delete(g.left, i, i+1)
			break
		}
		before[c.Thread] = true
	}
	if found {
		g.taken = append(g.taken, first)
	}
	return first, found
}

// holds reports whether the timer t must not fire, or the sleep of t not end.
func (g *calmer) holds(t model.Thread) bool {
	at := g.armedAt(t)
	return len(at) > 0 && (g.code && !record.ByTest(at) || g.held[frames.User(at)])
}
