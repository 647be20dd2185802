// Package unfold holds the explored part of the unfolding of a program: Nguyen, Rodríguez, Sousa, Coti, Petrucci,
// Quasi-Optimal Partial Order Reduction, CAV 2018. Its terms, in addition to those of packages model and trace:
//
//   - A labelled prime event structure has events, a causality < (a strict partial order) and a conflict # (symmetric). An
//     execution executes an event after all events that cause it, and never two events in conflict.
//   - The history of an event is the set of events that cause it. [e] is the history of e together with e. An event is
//     identified by its transition and its history: executions that execute the same transition after equivalent pasts
//     share the event.
//   - A configuration is a set of events that contains their histories and no two events in conflict: a Mazurkiewicz
//     trace, or a prefix of one. The local configuration of e is [e].
//   - e and f are in direct conflict if they are dependent and neither causes the other. Two events are in conflict if
//     they, or events in their histories, are in direct conflict.
//   - An extension of a configuration C is an event that is not in C and whose history is in C. It is enabled if it is
//     in conflict with no event of C. Otherwise it is a conflicting extension.
//   - An alternative to a set D of events after C is a set J of events. C and J together are a configuration without
//     events of D, and each event of D is in conflict with an event of J. A k-partial alternative does this for k
//     events of D.
//   - A spike is a set of events in conflict with one event of D, and a comb is a list of spikes. An alternative
//     consists of the local configurations of one event from each spike.
//
// Trees answer questions about causality and conflict (section 5.1). The events of one thread form a tree: an event is
// caused by those on its path to the root, and in conflict with those that are not on one path with it. The events on
// one object that are dependent with every operation on it form a tree as well. Events that commute with some, such as
// reads, are kept in tips: a tip is a node of the object's tree together with such events after it.
//
//	s := unfold.New(model.Standard)
//	c := unfold.NewConfiguration(s)
//	label := &unfold.Label{...}  // of the first event of an execution
//	c.Push(c.Add(label))
//	...
//	label = ...                  // of the event that comes first when a race of event n is reversed
//	s.Oppose(c.At(n), c.Add(label))
//	e := c.At(0)
//	c.Pop()
//	c.Disable(e)
//	j := c.Alternative(k)
package unfold
