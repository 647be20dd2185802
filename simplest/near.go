package simplest

import (
	"slices"

	"heddle/guide"
	"heddle/model"
)

// Near looks for an execution that shows the failure among those that differ little from the given one, and returns nil if it finds none.
// First one change is made, then one more in each of the executions with one, as far as the bounds allow:
//
//   - before one of its steps, a thread waits until nothing else can run
//   - before one of its steps, another thread does what it does next later, up to its next switch
//
// Which alternative of an operation is taken, such as the partner of a send, is not changed.
func (f *Failing) Near(choices []model.Choice) []model.Choice {
	f.most = 2*len(choices) + 100
	for queue := [][]model.Choice{choices}; len(queue) > 0; queue = queue[1:] {
		for _, change := range []func([]model.Choice, int) [][]model.Choice{waits, comes} {
			for k := range queue[0] {
				for _, plan := range change(queue[0], k) {
					if f.over() {
						return nil
					}
					g, outcome := f.guided(guide.Split(plan), f.most, nil)
					if _, shows := f.Shows(outcome); shows {
						return g.Taken
					}
					if !slices.ContainsFunc(queue, func(old []model.Choice) bool { return slices.Equal(old, g.Taken) }) {
						queue = append(queue, g.Taken)
					}
				}
			}
		}
	}
	return nil
}

// waits returns the plan in which the thread of step k waits before it.
func waits(choices []model.Choice, k int) [][]model.Choice {
	return [][]model.Choice{slices.Concat(wait(choices, k, len(choices)))}
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
func comes(choices []model.Choice, k int) (plans [][]model.Choice) {
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
