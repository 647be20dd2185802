package explore

import (
	"slices"

	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// This file makes schedule expressions go from one process to another. What the operations of an expression's events work on can only
// be said inside one process. So the execution in which the schedule was found goes, and is run again when the expression is
// needed; most never are.

// An End is the last event of a schedule, and the race that it reverses.
type End struct {
	Last  int          // the event
	Start int          // the length of E1, where the schedule begins
	First model.Choice // e
	Read  bool         // it is a read schedule
	Found *Found       // where it was found, for one that has a schedule expression
}

// A Found is the execution E1.e.w.hd(S) in which a read schedule S was found.
type Found struct {
	Choices []model.Choice // w.hd(S)
	Ends    []End          // of the schedules in w.hd(S), numbered as in the execution
}

// endsFrom are the schedules of an execution that begin with event n or later.
func endsFrom(n int, ends []*reversedRace) []End {
	var list []End
	for i, r := range ends {
		if r == nil || r.from < n {
			continue
		}
		e := End{Last: i, Start: r.from, First: r.e.Choice, Read: r.read}
		if phi := r.expr; phi != nil {
			e.Found = &Found{append([]model.Choice(nil), phi.choices[phi.first+1:]...), endsFrom(phi.first+1, phi.ends)}
		}
		list = append(list, e)
	}
	return list
}

// reversals is what endsFrom made list of, for an execution with these transitions.
func reversals(list []End, choices []model.Choice) []*reversedRace {
	ends := make([]*reversedRace, len(choices))
	for _, e := range list {
		r := &reversedRace{from: e.Start, read: e.Read}
		r.e.Choice = e.First
		if e.Found != nil {
			all := append(append(append([]model.Choice(nil), choices[:e.Start]...), e.First), e.Found.Choices...)
			r.expr = &schedExpr{choices: all, ends: reversals(e.Found.Ends, all), first: e.Start}
		}
		ends[e.Last] = r
	}
	return ends
}

// learn runs the execution in which the schedule of phi was found, if that was in another process.
func (s *pop) learn(phi *schedExpr) {
	if phi.deeds != nil {
		return
	}
	x := s.rerun(phi.choices)
	if x.Len() < len(phi.choices) {
		s.contradicted = true
		phi.choices = phi.choices[:phi.first+1]
	}
	phi.deeds = make([]reversal.KeptEvent, len(phi.choices))
	for i := phi.first; i < len(phi.choices); i++ {
		phi.deeds[i].Keep(x, i)
	}
	phi.past = slices.Clone(x.Times(x.Event(int32(len(phi.choices) - 1)).Clock))
	learnFirst(x, phi.ends[:len(phi.choices)], phi.first)
}

// rerun runs the execution with these transitions. What it returns is shorter if the program contradicts what it had shown before.
func (s *pop) rerun(choices []model.Choice) *trace.Execution {
	x := trace.NewExecution(s.x.Names(), s.dependence)
	s.program.Run(nil, func(state *model.State) (model.Choice, bool) {
		n := x.Len()
		if !x.Observe(state) || n == len(choices) || !state.Offers(choices[n]) {
			return model.Choice{}, false
		}
		x.Append(choices[n])
		return choices[n], true
	})
	return x
}

// learnFirst looks up the first events of the races that are reversed in x, after its first n events.
func learnFirst(x *trace.Execution, ends []*reversedRace, n int) {
	for _, r := range ends {
		if r != nil && r.from >= n && r.e.Op.Kind == model.None {
			r.e.KeepOffered(x, r.from, r.e.Choice)
		}
	}
}
