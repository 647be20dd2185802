package pop

import (
	"slices"

	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// A rerunner runs executions again: to find the next batch of their schedules, and for schedule expressions that come from another
// process. What the operations of an expression's events work on can only be said inside one process. So the execution in which the
// schedule was found travels, and is run again when the expression is needed; most never are.
type rerunner struct {
	names      *model.Names
	dependence model.Dependence
	program    model.Program
	diverged   bool // the program contradicted what it showed before
}

// learn completes phi if it was made in another process: it runs the execution in which the schedule of phi was found.
func (r *rerunner) learn(phi *schedExpr) {
	if phi.deeds != nil {
		return
	}
	x := r.run(phi.choices)
	if x.Len() < len(phi.choices) {
		r.diverged = true
		phi.choices = phi.choices[:phi.first+1]
	}
	phi.deeds = make([]reversal.KeptEvent, len(phi.choices))
	for i := phi.first; i < len(phi.choices); i++ {
		phi.deeds[i].Keep(x, i)
	}
	phi.past = slices.Clone(x.Times(x.Event(int32(len(phi.choices) - 1)).Clock))
	learnFirst(x, phi.ends[:phi.ends.after(len(phi.choices)-1)], phi.first)
}

// run runs the execution with these choices. What it returns is shorter if the program contradicts what it showed before.
func (r *rerunner) run(choices []model.Choice) *trace.Execution {
	x := trace.NewExecution(r.names, r.dependence)
	r.program.Run(nil, func(state *model.State) (model.Choice, bool) {
		n := x.Len()
		if !x.Observe(state) || n == len(choices) || !state.Offers(choices[n]) {
			return model.Choice{}, false
		}
		x.Append(choices[n])
		return choices[n], true
	})
	return x
}

// learnFirst learns the first events of the races that are reversed in x after its first n events.
func learnFirst(x *trace.Execution, ends endings, n int) {
	for _, end := range ends {
		if r := end.race; r.from >= n && r.e.Op.Kind == model.None {
			r.e.KeepOffered(x, r.from, r.e.Choice)
		}
	}
}
