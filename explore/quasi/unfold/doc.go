// Package unfold holds the unfolding of a program, as far as it has been explored: Nguyen, Rodríguez, Sousa, Coti, Petrucci,
// Quasi-Optimal Partial Order Reduction, CAV 2018. Its terms, beside those of package trace:
//
//   - A labelled prime event structure has events, a causality < (a strict partial order) and a conflict # (symmetric). An
//     execution executes an event after all those that cause it, and never two in conflict.
//   - The history of an event are the events that cause it. An event is named by its transition and its history: two
//     executions that execute the same transition after equivalent pasts share the event. [e] is the history of e with e.
//   - A configuration is a set of events with their histories, no two of them in conflict: a Mazurkiewicz trace, or the
//     beginning of one. The local configuration of e is [e].
//   - e and f are in direct conflict if they are dependent and neither causes the other. Events are in conflict if they, or
//     events in their histories, are in direct conflict.
//   - An extension of a configuration C is an event whose history is in C, and which is not; it is enabled if it is in conflict
//     with no event of C, else a conflicting extension.
//   - An alternative to D after C, for events D, is a set of events J such that C and J are a configuration together, with no event
//     of D in it, and each event of D is in conflict with one in J. A k-partial alternative does so for k events of D.
//   - A comb is a list of spikes, and a spike the events that are in conflict with one event of D: an alternative is the local
//     configurations of one event from each spike.
//
// Causality and conflict are read off trees (section 5.1). The events of one thread form a tree in which causality is the
// path to the root and what is on no common path is in conflict; so do the events on one object that are dependent with whatever is
// done to it. Those that commute (reads) are kept in tips: a node of the object's tree, and the events since that commute.
//
//	s := unfold.New(trace.Standard)
//	c := unfold.NewConfiguration(s)
//	x.Label(0, &label)           // of the first event of the trace.Execution x
//	c.Push(c.Add(&label))
//	...
//	v.Label(&label)              // of a reversal of x's events
//	s.Oppose(c.At(v.N), c.Add(&label))
//	e := c.At(0)
//	c.Pop()
//	c.Disable(e)
//	j := c.Alternative(k)
package unfold
