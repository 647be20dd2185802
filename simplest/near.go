package simplest

import (
	"fmt"
	"slices"

	"heddle/guide"
	"heddle/model"
	"heddle/trace"
)

// A nearby is an execution, with all transitions that it could have taken at its steps.
type nearby struct {
	choices []model.Choice
	offers  [][]model.Choice
	trace   uint64 // the hash of its trace
}

// Near looks for an execution that shows the failure among those that differ little from the given one, and returns nil if it finds none.
// First one change is made, then one more in each of the executions with one, as far as the bounds allow:
//
//   - before one of its steps, a thread waits until nothing else can run
//   - before one of its steps, another thread does what it does next later, up to its next switch
//   - before one of its steps, a thread takes another alternative than it takes next: another case of a select, or another partner
func (f *Failing) Near(choices []model.Choice) []model.Choice {
	f.most = 2*len(choices) + 100
	first, shows := f.beside(choices)
	if shows {
		return first.choices
	}
	traces, plans := map[uint64]bool{first.trace: true}, map[string]bool{}
	for queue := []nearby{first}; len(queue) > 0; queue = queue[1:] {
		for _, change := range []func(nearby, int) [][]model.Choice{waits, comes, takes} {
			for k := range queue[0].choices {
				for _, plan := range change(queue[0], k) {
					if f.over() {
						return nil
					}
					if key := fmt.Sprint(plan); plans[key] {
						continue
					} else {
						plans[key] = true
					}
					e, shows := f.beside(plan)
					if shows {
						return e.choices
					}
					if !traces[e.trace] {
						traces[e.trace] = true
						queue = append(queue, e)
					}
				}
			}
		}
	}
	return nil
}

// beside runs the execution that follows plan, and reports whether it shows the failure.
func (f *Failing) beside(plan []model.Choice) (e nearby, shows bool) {
	var offers [][]model.Choice
	x := trace.NewExecution(f.Names, f.Dependence)
	g, outcome := f.guided(guide.Split(plan), f.most, func(g *guide.Guide, s *model.State) {
		if n := len(g.Taken); n > x.Len() {
			x.Append(g.Taken[n-1])
		}
		x.Observe(s)
		var all []model.Choice
		for i := range s.Pending {
			all = append(all, s.Pending[i].Alts...)
		}
		offers = append(offers, all)
	})
	e.choices, e.offers = g.Taken, offers
	_, shows = f.Shows(outcome)
	if n := len(g.Taken); n > x.Len() {
		x.Append(g.Taken[n-1])
	}
	e.trace = x.Hash()
	return e, shows
}

// takes returns the plans in which a thread takes, at step k, another alternative than it takes next.
func takes(e nearby, k int) (plans [][]model.Choice) {
	for _, c := range e.offers[k] {
		next := k + slices.IndexFunc(e.choices[k:], func(d model.Choice) bool { return d.Thread == c.Thread })
		switch {
		case next < k: // it does so no more
			plans = append(plans, slices.Concat(e.choices[:k], []model.Choice{c}, e.choices[k:]))
		case e.choices[next] != c:
			plans = append(plans, slices.Concat(e.choices[:k], []model.Choice{c}, e.choices[k:next], e.choices[next+1:]))
		}
	}
	return plans
}

// waits returns the plan in which the thread of step k waits before it.
func waits(e nearby, k int) [][]model.Choice {
	return [][]model.Choice{slices.Concat(wait(e.choices, k, len(e.choices)))}
}

// wait divides the choices before end into those that are left if the thread of step k waits before it, and those of the thread from then on.
func wait(choices []model.Choice, k, end int) (others, late []model.Choice) {
	others = slices.Clone(choices[:k])
	for _, c := range choices[k:end] {
		if c.Thread == choices[k].Thread {
			late = append(late, c)
		} else {
			others = append(others, c)
		}
	}
	return others, late
}

// comes returns the plans in which the next block of another thread comes before step k.
func comes(e nearby, k int) (plans [][]model.Choice) {
	choices := e.choices
	tried := []model.Thread{choices[k].Thread}
	for j := k + 1; j < len(choices); j++ {
		t, n := choices[j].Thread, 1
		if slices.Contains(tried, t) {
			continue
		}
		tried = append(tried, t)
		for j+n < len(choices) && choices[j+n].Thread == t {
			n++
		}
		plans = append(plans, slices.Concat(choices[:k], choices[j:j+n], choices[k:j], choices[j+n:]))
	}
	return plans
}
