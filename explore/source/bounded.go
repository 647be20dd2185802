package source

import (
	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// Context bounding that is complete for its bound: Musuvathi, Qadeer, Iterative Context Bounding for Systematic Testing of Multithreaded
// Programs, PLDI 2007, with the caching of happens-before of Musuvathi, Qadeer, Ball, Basler, Nainar, Neamtiu, Finding and Reproducing
// Heisenbugs in Concurrent Programs, OSDI 2008.
//
//  1. Explore(E, p), where p is the number of preemptions in E
//  2. if (trace of E, last thread of E) was entered with p or fewer preemptions then return
//  3. for each transition t that is enabled after E
//  4. if p + preempts(E, t) is within the bound then Explore(E.t, p + preempts(E, t))
//
// A step of another thread than the step before it is a preemption if that thread could go on. A joint event is a step of its sender. The
// firing of a timer is a step of the timer's thread: it is a preemption while the goroutine that ran last can go on, and going back is
// none. Another alternative of the same thread is no preemption. So at each state some step is none, and every execution comes to its end.
//
// Guarantee: every trace that has an execution with no more preemptions than the bound is explored, once, and no other; without a bound
// every trace. Let E.w be such an execution. Line 2 returns in E only if an execution F of the same trace, with the same last thread and
// no more preemptions, was entered. The states after E and F are the same, and so is what is enabled along w; so F.w has no more
// preemptions than E.w, and its trace. The execution that F.w stands for is explored by induction: a trace only grows along w, so F is never
// met below itself. In a maximal state the last thread does not matter. Nothing is asked of the dependence but that equivalent executions
// end in one state.
//
// Reversing races instead, within a bound, loses traces: the reversal that leads to one that is within the bound may show only in
// executions that are not. Coons, Musuvathi, McKinley, Bounded Partial-Order Reduction, OOPSLA 2013, add more transitions; what they
// promise is each local state, not each trace. Marmanis, Vafeiadis, Reconciling Preemption Bounding with DPOR, TACAS 2023, explore
// beyond the bound, by as many preemptions as there are threads less two.
//
// Where we differ: the paper has a queue of the steps that were beyond the bound, and goes on with them under the next bound. Here
// each bound begins anew. An exploration has about as many more executions than that with the next smaller bound as an execution has steps,
// so that costs little, and nothing has to be kept but one number for each trace that was entered.
//
// Complexity: an execution for each transition into a state that was entered before; entries of 20 bytes. There are at most as many states
// as the bound has interleavings: polynomial in the steps, with the bound and the number of threads in the exponent.
type bounded struct {
	search.Stack
	x       *trace.Execution
	entered map[model.Hash]int32 // the fewest preemptions, by state
	limit   int                  // of entered; 0 for none
	visited search.Visited
}

// entryBytes is about what an entry of bounded.entered takes in a map.
const entryBytes = 48

// NewBounded returns context bounding.
func NewBounded(x *trace.Execution, o search.Options) search.Explorer {
	return &bounded{Stack: search.NewStack(x, o), x: x, entered: map[model.Hash]int32{}, limit: int(o.MaxMemory / entryBytes)}
}

func (s *bounded) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	if !s.enter() { // Line 2
		s.visited.Revisited++
		return model.Choice{}, false
	}
	offered := s.Top()
	for i := range offered {
		offered[i].Mark = search.Backtrack
	}
	return s.First(nil)
}

// enter notes the newest state, and reports whether it is to be explored.
func (s *bounded) enter() bool {
	key, n := s.x.Past(), s.x.Len()
	if n > 0 && len(s.Top()) > 0 {
		key = key.Then(s.x.Names().Hash(s.x.Event(int32(n) - 1).Thread))
	}
	p := s.Preemptions()
	if before, ok := s.entered[key]; ok && (before <= p || len(s.Top()) == 0) {
		return false
	}
	if s.limit > 0 && len(s.entered) >= s.limit {
		s.visited.Full = true
		return true
	}
	s.entered[key] = p
	return true
}

func (s *bounded) Backtrack() ([]model.Choice, bool) { return s.NextExecution(nil) }

// Standing is that of search.Explorer.
func (s *bounded) Standing() search.Standing {
	now := s.Stack.Standing()
	now.Visited = s.visited
	now.States, now.Memory = len(s.entered), int64(len(s.entered))*entryBytes
	return now
}
