// Package explore holds the algorithms that decide which interleavings of a program are run.
//
// An algorithm sees a program (model.Program) as a tree: a node is a state, its branches are the transitions that the state
// offers (model.Choice), a path from the root to a leaf is one execution. Depth-first search walks the tree; what it is for
// an algorithm to be good is to leave out the branches that lead to nothing but executions equivalent to others.
//
//	result, err := explore.Run(program, "source", explorer.Options{Preemptions: -1}, func(e *explore.Execution) bool {
//		fmt.Println(e.Hash(), e.Choices())
//		return true // go on
//	})
//
// The terms of the papers are defined in package trace. This package's own:
//
//   - The stack holds the states of the running execution. Everything known about a state that lies on it is kept while the
//     executions that share the prefix are run; a replayed prefix is not looked at again.
//   - A transition's mark says whether it is to be explored from a state (backtrack), has been (done), or need not be
//     (asleep).
//   - A state is blocked, for an algorithm, when all its transitions are asleep: the execution is given up. (A thread is
//     blocked when its operation has to wait; the two have only the word in common.)
//   - A bound refuses transitions that the algorithm wanted. What is left is not a proof: Result.Cut.
package explore
