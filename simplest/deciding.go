package simplest

import (
	"cmp"
	"slices"

	"heddle/guide"
	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// A Pair is two steps whose order decides. Steps are counted from 1.
type Pair struct {
	First int
	// Second is what comes after it. It is 0 if that never happens, because the first one has disabled it: Thread waits for it at the end. It
	// is First if another alternative of that step decides.
	Second int
	Thread model.Thread // of the second one
}

// A reversed is a race the other way round.
type reversed struct {
	Pair
	steps []model.Choice // up to the second one
	first model.Choice
	rest  []model.Choice // what the execution does besides
}

// Deciding returns the pairs that decide in an execution that shows the failure, in the order of their first steps. Tried is how many races
// were reversed, and all says whether those are all that can be.
func (f *Failing) Deciding(choices []model.Choice) (pairs []Pair, tried int, all bool) {
	f.most = 2*len(choices) + 100
	x := trace.NewExecution(f.Names, f.Dependence)
	same := true
	g, outcome := f.guided(guide.Split(choices), len(choices), func(g *guide.Guide, s *model.State) {
		if n := len(g.Taken); n > 0 {
			x.Append(g.Taken[n-1])
		}
		same = same && x.Observe(s)
	})
	steps, shows := f.Shows(outcome)
	if !shows || !same || !slices.Equal(g.Taken, choices) {
		return nil, 0, false
	}
	all, f.Passing = true, nil
	seen := map[Pair]bool{}
	races(x, steps, seen, func(r *reversed) (again bool) {
		if f.over() {
			all = false
			return false
		}
		tried++
		switch decides, known := f.decides(r, choices); {
		case !known:
			all = false
		case decides:
			pairs = append(pairs, r.Pair)
		}
		return true
	})
	if len(pairs) == 0 && all {
		held(x, steps, seen, func(r *reversed) (again bool) {
			if decides, _ := f.decides(r, choices); decides {
				pairs = append(pairs, r.Pair)
			}
			return !f.over()
		})
	}
	slices.SortFunc(pairs, func(p, q Pair) int { return cmp.Or(p.First-q.First, p.Second-q.Second) })
	return pairs, tried, all && !f.over()
}

// held calls visit with the pairs of dependent events that are in no race, because other events that depend on both are between them, the other
// way round: the thread of the first one is held up until the second one has happened. Thus a goroutine checks and then acts, another one does
// the same in between, and it is the check of the first and the act of the second whose order decides. The newest first, until visit returns
// false. Where a thread meets another one there is no such pair. The races are those that were seen.
func held(x *trace.Execution, steps int, seen map[Pair]bool, visit func(*reversed) bool) {
	choices := x.Choices()
	for e := steps - 1; e >= 0; e-- {
		first := x.Event(int32(e))
		for i := e + 1; i < min(steps, e+mostHeld); i++ {
			second := x.Event(int32(i))
			if second.Thread == first.Thread || first.PartnerOp >= 0 || second.PartnerOp >= 0 || !x.DependsOn(first, second.Op) {
				continue
			}
			p := Pair{First: e + 1, Second: i + 1, Thread: second.Thread}
			if seen[p] {
				continue
			}
			steps, late := wait(choices, e, i+1)
			if !visit(&reversed{Pair: p, steps: steps, first: choices[e], rest: slices.Concat(late[1:], choices[i+1:])}) {
				return
			}
		}
	}
}

// mostHeld is how far apart two steps may be for held. It bounds its time in long executions.
const mostHeld = 1000

// races calls visit with the races of the execution whose first event is one of the first steps, the newest first, until it returns false.
// A long execution has too many of them to keep them all. It leaves out those that were seen, and adds the others to them.
func races(x *trace.Execution, steps int, seen map[Pair]bool, visit func(*reversed) bool) {
	choices := slices.Clone(x.Choices())
	again := true
	reversal.NewReversals(x).Each(func(v *reversal.Sequence) {
		if v.N+1 > steps || !again {
			return
		}
		last := v.Last()
		p := Pair{First: v.N + 1, Second: int(x.ExecutedBy(last.Op)) + 1, Thread: last.Thread}
		if last.PartnerOp >= 0 && p.Second == p.First { // the first event is one of the partner's
			p.Second = int(x.ExecutedBy(last.PartnerOp)) + 1
		}
		if seen[p] {
			return
		}
		seen[p] = true
		r := &reversed{Pair: p, first: choices[v.N]}
		r.steps = append(r.steps, choices[:v.N]...)
		for _, s := range v.Steps() {
			r.steps = append(r.steps, s.Choice)
		}
		for i := v.N + 1; i < len(choices); i++ {
			if !v.Contains(int32(i)) && i+1 != p.Second {
				r.rest = append(r.rest, choices[i])
			}
		}
		again = visit(r)
	})
}

// alike is the number of steps in which two executions begin in the same way.
func alike(a, b []model.Choice) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// decides reports whether the failure is gone when the race is the other way round: if the execution goes on as before, if the first event
// comes next, and if its thread has to wait. That is not known if the program cannot do it in this order. The failing execution has choices.
func (f *Failing) decides(r *reversed, choices []model.Choice) (decides, known bool) {
	first := r.steps[:len(r.steps):len(r.steps)]
	if r.Second != r.First {
		first = append(first, r.first)
	}
	for _, plan := range [][]model.Choice{slices.Concat(first, r.rest), first, r.steps} {
		g, outcome := f.guided(guide.Split(plan), f.most, nil)
		_, shows := f.Shows(outcome)
		if !shows && f.Passes != nil && f.Passes(outcome) && alike(g.Taken, choices) > alike(f.Passing, choices) {
			f.Passing = g.Taken
		}
		if len(g.Taken) < len(r.steps) || !slices.Equal(g.Taken[:len(r.steps)], r.steps) {
			return false, false
		}
		if shows {
			return false, true
		}
	}
	return true, true
}
