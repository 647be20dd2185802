// Package search is what all algorithms of exploration have in common.
//
// An algorithm is an Explorer: it is asked for the next transition at every new state (Next), and for the beginning of the next execution
// when one has ended (Backtrack). What only some algorithms can do is an interface of its own: Estimator, Sampler, and in package explore
// the ability to be divided.
//
// An algorithm explores a tree depth first: a node is a state, its branches are the transitions that the state offers. The Stack
// holds the states on the path to the newest one. Each Transition has a Mark: Backtrack, if it is in the state's backtrack set, Done, if it
// has been explored, Asleep, if it is in the state's sleep set. Next pushes the new state, marks what is to be explored and takes a
// transition; Backtrack goes back to the newest state with a transition that is to be explored:
//
//	func (s *exhaustive) Next(state *model.State) (model.Choice, bool) {
//		if !s.Push(state) {
//			return model.Choice{}, false // the program contradicts what it showed before
//		}
//		offered := s.Top()
//		for i := range offered {
//			offered[i].Mark = search.Backtrack
//		}
//		return s.First(nil)
//	}
//
//	func (s *exhaustive) Backtrack() ([]model.Choice, bool) { return s.NextExecution(nil) }
//
// Everything known about a state is kept while it lies on the stack. A replayed prefix is not analysed again.
package search
