// Package explore decides which interleavings of a program are run.
//
// An algorithm sees a program (model.Program) as a tree: a node is a state, its branches are the transitions that the state
// offers (model.Choice), a path from the root to a leaf is one execution. Depth-first search walks the tree. A good algorithm leaves out
// the branches that lead only to executions equivalent to others.
//
//	result, err := explore.Run(program, "source", explore.Options{Preemptions: -1}, func(e *explore.Execution) bool {
//		fmt.Println(e.Hash(), e.Choices())
//		return true // go on
//	})
//
// This package holds the loop (run.go) and the list of the algorithms (registry.go). The algorithms are in packages below it, one for
// each family: source, optimal, pop, quasi, stateful, sample, estimate. Package search is what they have in common. Only the registry imports
// the families.
//
// The terms of the papers are defined in package trace. This package's own:
//
//   - The stack holds the states of the running execution (search.Stack). What is known about a state is kept while it lies on the stack,
//     for all executions that share the prefix; a replayed prefix is not analysed again.
//   - A transition's mark says whether it is to be explored from a state (backtrack), has been (done), or need not be
//     (asleep).
//   - An execution is blocked when all transitions of its newest state are asleep: the algorithm gives it up. (A thread is blocked when
//     its operation has to wait. The two have only the word in common.)
//   - A bound refuses transitions that the algorithm wanted. The rest of the exploration is no proof: Result.Cut.
package explore
