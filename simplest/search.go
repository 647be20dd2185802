package simplest

import (
	"cmp"
	"slices"

	"heddle/explore"
	"heddle/guide"
	"heddle/model"
)

// A Failing is a failure of a program, and what may be spent on looking for its executions.
type Failing struct {
	Program    model.Program
	Names      *model.Names
	Dependence model.Dependence
	// Shows reports whether the last execution of Program, which has ended in this way, shows the failure, and how many steps it had then.
	Shows func(model.Outcome) (steps int, shows bool)
	// Passes reports whether the last execution of Program, which has ended in this way, has no failure at all; nil if that is not asked for.
	Passes func(model.Outcome) bool
	// Late reports whether the time is over; nil for no limit.
	Late func() bool
	// Runs and Steps are how many executions, and steps in all of them, may still be run.
	Runs, Steps int

	// Passing is, of the executions that Deciding has run, one that passes, and of these the one that goes longest as the failing one; nil for
	// none. Among equals it is the first one that was run: one race is the other way round, and little else.
	Passing []model.Choice

	most int // steps of an execution
}

// An execution is one that shows the failure.
type execution struct {
	choices []model.Choice
	forced  []bool // by step: it is a preemptive switch
	cost    cost
}

// A cost says how simple an execution is: it is compared in this order.
type cost struct {
	preemptions, steps, all, threads, switches int
}

func (c cost) less(d cost) bool {
	return cmp.Or(cmp.Compare(c.preemptions, d.preemptions), cmp.Compare(c.steps, d.steps), cmp.Compare(c.all, d.all),
		cmp.Compare(c.threads, d.threads), cmp.Compare(c.switches, d.switches)) < 0
}

// Simplest returns the simplest execution that is found, given one. That may be the given one. It returns nil if the given one does not show
// the failure when it is run again.
func (f *Failing) Simplest(found []model.Choice) []model.Choice {
	f.most = 2*len(found) + 100
	best, ok := f.follow(guide.Split(slices.Clone(found)))
	if !ok || !slices.Equal(best.choices, found) {
		return nil
	}
	f.shorten(&best)
	f.join(&best)
	if f.search(&best) {
		f.join(&best)
	}
	return best.choices
}

// Preemptions returns the number of preemptive switches of an execution.
func (f *Failing) Preemptions(choices []model.Choice) int {
	f.most = len(choices) + 1
	g, _ := f.guided(guide.Split(choices), f.most, nil)
	return count(g.Forced)
}

// over reports whether there is nothing left to spend.
func (f *Failing) over() bool { return f.Runs <= 0 || f.Steps <= 0 || f.Late != nil && f.Late() }

// Run implements model.Program: it runs an execution, and ends it if it is too long.
func (f *Failing) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) model.Outcome {
	n := len(prefix)
	o := f.Program.Run(prefix, func(s *model.State) (model.Choice, bool) {
		if n++; n > f.most {
			return model.Choice{}, false
		}
		return next(s)
	})
	f.Runs--
	f.Steps -= o.Steps
	return o
}

// guided runs the execution that follows plan, of at most most steps; observe, if there is one, sees its states.
func (f *Failing) guided(plan []guide.Block, most int, observe func(*guide.Guide, *model.State)) (*guide.Guide, model.Outcome) {
	g := &guide.Guide{Plan: guide.Of(plan), Most: most}
	if observe != nil {
		g.Observe = func(s *model.State) { observe(g, s) }
	}
	return g, f.Run(nil, g.Next)
}

// follow runs the execution that follows plan, and reports whether it shows the failure.
func (f *Failing) follow(plan []guide.Block) (e execution, shows bool) {
	if f.over() {
		return e, false
	}
	g, outcome := f.guided(plan, f.most, nil)
	steps, shows := f.Shows(outcome)
	if !shows {
		return e, false
	}
	e = execution{choices: g.Taken, forced: g.Forced}
	var threads []model.Thread
	for _, b := range guide.Split(e.choices) {
		if e.cost.switches++; !slices.Contains(threads, b[0].Thread) {
			threads = append(threads, b[0].Thread)
		}
	}
	e.cost.preemptions, e.cost.steps, e.cost.all, e.cost.threads = count(e.forced), steps, len(e.choices), len(threads)
	return e, true
}

func count(list []bool) (n int) {
	for _, yes := range list {
		if yes {
			n++
		}
	}
	return n
}

// try makes the execution that follows plan the best one if it is simpler.
func (f *Failing) try(best *execution, plan []guide.Block) bool {
	e, shows := f.follow(plan)
	if !shows || !e.cost.less(best.cost) {
		return false
	}
	*best = e
	return true
}

// shorten takes the end of the execution away, as far as the failure shows if the threads go on as they can.
func (f *Failing) shorten(best *execution) {
	plan := guide.Split(best.choices)
	few, enough := 0, len(plan)
	for few < enough {
		middle := (few + enough) / 2
		if f.try(best, plan[:middle]) {
			enough = middle
		} else {
			few = middle + 1
		}
	}
}

// join joins two blocks of a thread, as long as that helps: preemptive switches first.
func (f *Failing) join(best *execution) {
	for f.joined(best, true) || f.joined(best, false) {
	}
}

// joined joins two blocks of one thread that are apart, of which the first one was preempted, or not, if that is simpler.
func (f *Failing) joined(best *execution, preempted bool) bool {
	plan, step := guide.Split(best.choices), 0
	for i, b := range plan {
		step += len(b)
		if f.over() {
			return false
		}
		if (step < len(best.forced) && best.forced[step]) != preempted {
			continue
		}
		j := i + 1
		for j < len(plan) && plan[j][0].Thread != b[0].Thread {
			j++
		}
		if j == len(plan) {
			continue
		}
		both, between := slices.Concat(b, plan[j]), plan[i+1:j]
		if f.try(best, slices.Concat(plan[:i], []guide.Block{both}, between, plan[j+1:])) || // the second one earlier
			f.try(best, slices.Concat(plan[:i], between, []guide.Block{both}, plan[j+1:])) || // the first one later
			f.try(best, plan[:i+1]) ||
			f.try(best, slices.Concat(plan[:i], plan[i+1:])) {
			return true
		}
	}
	return false
}

// search looks for an execution with fewer preemptive switches, and for one that is simpler with as many. It may run half of what is left.
func (f *Failing) search(best *execution) (better bool) {
	runs, steps := f.Runs/2, f.Steps/2
	for n := 0; n <= best.cost.preemptions && !better; n++ {
		o := explore.Options{Names: f.Names, Dependence: f.Dependence, Preemptions: n, MaxMemory: 16 << 20,
			Late: func() bool { return f.Runs <= runs || f.Steps <= steps || f.over() }}
		var simpler [][]model.Choice
		explore.Run(f, explore.Bounded.Name, o, func(e *explore.Execution) bool {
			if _, shows := f.Shows(e.Outcome); shows && e.Maximal {
				simpler = append(simpler, slices.Clone(e.Choices()))
			}
			return len(simpler) < 10 && !o.Late()
		})
		for _, choices := range simpler {
			better = f.try(best, guide.Split(choices)) || better
		}
		if len(simpler) > 0 {
			break
		}
	}
	return better
}
