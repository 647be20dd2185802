// Package stateful is stateful DPOR: it reaches every state and every failure, and gives an execution up when it comes to a state that
// was visited before.
//
// Two questions are asked at a visited state: which operations are ahead of it, so that the races of what has been executed with them are
// reversed (operationsAhead), and which accesses are ahead of it, so that no data race is lost (racesAhead). A state on the stack gathers
// both; they are complete when it leaves the stack.
//
// States are abstract: the global state as a hash, and a number for each thread's local state (localIDs). Backtrack sets are those of
// package source, with another choice of what is added to them (everySet).
package stateful

import (
	"heddle/explore/search"
	"heddle/explore/source"
	"heddle/model"
	"heddle/reversal/growing"
	"heddle/trace"
)

// Stateful DPOR: Yang, Chen, Gopalakrishnan, Kirby, Efficient Stateful Dynamic Partial Order Reduction, SPIN 2008: Figures 5 to
// 7; Figure 4 is in localid.go, Figure 6 in update.go, H in statetable.go.
//
//	 1  Initially: S.push(s0); H, G and all L are empty
//	 2  SDPOR(S)
//	 3    (s, a) := top of S, where a is the abstract state: global state, local-state ids, program counters
//	 4    if a is in H
//	 5      let U be what is reachable in G from what is enabled in s
//	 6      for each t in U, UpdateBacktrackSets(S, t)
//	 7      return
//	 9    add a to H
//	10    for each t in s.enabled, UpdateBacktrackSets(S, t)
//	11    if there is a t in s.enabled
//	12      s.backtrack := {tid(t)}
//	14      while there is an h in s.backtrack that is not done
//	15,16     add h to done
//	17        let s' be the state after h's transition
//	18,19     let x = NextLocal(L, i, δ), and a' be the abstract state of s'
//	20,22     S.push(s', a'), SDPOR(S)
//	21        add the edge from the transition that led to s to the one that leads to s' to G
//
// Where we differ:
//   - G, the visible operation dependency graph, is not kept. Line 5 uses it to find what may be ahead of s. Here, what is ahead is kept
//     exactly, with each state, as the number of a set that states share (operationsahead.go); it is complete when the state leaves
//     the stack. This takes four bytes for a state, leaves less to do at line 6, and adds fewer transitions in vain: in G what is ahead
//     of one state is ahead of all that share an operation with it. What is ahead of a visited state is also ahead of the states that
//     led to it this time; line 21 adds no edge for them, on which the proof of Lemma 2 is silent.
//   - Operations that are blocked in s, or in a state after it, count for lines 5 and 10 as well as those that are enabled. Otherwise
//     a deadlock is lost in which a lock is never acquired.
//   - Line 3 of Figure 6 examines the latest dependent transition only, whether it happens before t or not; an older one of
//     another thread may not happen before t. We examine all that are in a reversible race.
//   - Which q of E is chosen in line 8 of Figure 6, and which t in line 12, must not depend on the path to the state, nor on what is in
//     the backtrack set already. Otherwise Theorem 2 does not hold, and makes no sense: stateless DPOR explores one
//     transition, stateful another, and neither is wrong.
//   - When a thread executes an operation for the second time on an object, or after one on the same object with which all operations
//     are dependent, the second operation is not ahead of the states before the first (hand): what races with it races with the first.
//   - A program that detects data races finds them in executions that are given up as well (racesahead.go).
//   - The rest (blocking, alternatives of one thread, timers) is as in package source.
//
// The backtrack set of a state below a visited one could still grow, which would make what is ahead of the visited one incomplete. This
// cannot happen in a program that terminates: a state that is on the stack and is reachable from the visited one would make a cycle. An
// execution that comes back to a state of its own is counted (Result.Cycles) and makes the exploration incomplete.
//
// Why it is sound: let B be the transitions explored from state s in the end. Let t1...tn be transitions from s, t1 not in B and tn the
// first that is dependent with a member b of B. By induction on the depth, every trace from the state after b can be followed along
// explored transitions, through visited states; one of them has t1...tn, or all but tn, which b disables. When the execution on which s
// was entered came to the first visited state on that path, tn was ahead of it, and in a race with b. So the first transition of tn's
// thread after b, or one that happens before tn, was added to B. That is one of t1...tn: B is persistent.
//
// Memory is bounded (Options.MaxMemory): when the table is full no state is added, and states that are not in it are explored
// as in stateless search. Complexity: at a visited state, the number of operations ahead times the events on their objects.
// Guarantee: every transition that stateless DPOR explores from a state is explored (Theorem 2), so every state with nothing
// enabled is reached, and every failure.
type stateful struct {
	source.BacktrackSets
	x          *trace.Execution
	visits     []visit // the states on the stack
	locals     localIDs
	comparison comparison
	visited    stateTable
	operations *operationsAhead
	races      *racesAhead
	updater    updater
	bounded    bool  // by preemptions: the key of a state then holds how many are left, and the thread that ran last
	limit      int64 // bytes that the states may take; 0 for no bound
	revisited  int   // executions that came to a visited state
	cycles     int   // those that came to one of their own
}

// A visit is one state on the stack.
type visit struct {
	key model.Hash // the abstract state
	own bool       // its slot in the table is to be filled when it leaves the stack
}

// New returns stateful DPOR.
func New(x *trace.Execution, o search.Options) search.Explorer {
	s := &stateful{
		BacktrackSets: source.NewBacktrackSets(x, o, everySet{x}),
		x:             x,
		locals:        localIDs{names: x.Names(), exact: o.Exact || search.Checking},
		operations:    newOperationsAhead(x),
		races:         newRacesAhead(),
		bounded:       o.Preemptions >= 0,
		limit:         o.MaxMemory,
	}
	s.updater = updater{everySet: everySet{x}, sets: &s.BacktrackSets, locals: &s.locals, futures: growing.NewFutures(x)}
	return s
}

func (s *stateful) Next(state *model.State) (model.Choice, bool) {
	if !s.Push(state) {
		return model.Choice{}, false
	}
	s.Blocked() // Line 10
	s.enter(state)
	n := s.Len() - 1
	v := &s.visits[n]
	if len(s.Offered(n)) == 0 {
		return model.Choice{}, false
	}
	switch at := s.visited.find(v.key); { // Line 4
	case at == nil:
		v.own = s.visited.add(v.key, s.room()) // Line 9
		return s.least(), true                 // Lines 11, 12
	case at.future == onStack:
		s.cycle(v.key)
	case !s.races.ordered(state.Memory, at):
		at.future, v.own = onStack, true
		return s.least(), true
	default:
		s.operations.visited(n, at.future) // Line 5
		s.races.visited(n, at)
		s.updater.update(s.operations, at.future) // Line 6
	}
	s.revisited++
	return model.Choice{}, false
}

// Backtrack is the next round of line 14.
func (s *stateful) Backtrack() ([]model.Choice, bool) {
	for s.Len() > 0 {
		if s.NextTransition(s.Pick) {
			return s.x.Choices(), true
		}
		s.leave()
		s.Pop()
	}
	return nil, false
}

// least takes the least transition of the newest state. Which one that is must not depend on the path to the state.
func (s *stateful) least() model.Choice {
	offered, best := s.Top(), -1
	for i := range offered {
		if s.Allows(i) && (best < 0 || before(&offered[i], &offered[best])) {
			best = i
		}
	}
	return s.Take(best, s.Pick)
}

// before orders the transitions of a state, whatever the path to it.
func before(a, b *search.Transition) bool {
	switch {
	case a.Thread != b.Thread:
		return a.Thread < b.Thread
	case a.Partner != b.Partner:
		return a.Partner < b.Partner
	case a.Case != b.Case:
		return a.Case < b.Case
	}
	return a.PartnerCase < b.PartnerCase
}

// cycle is called when the execution comes back to its own state of that key. All its states from there on are explored in full, because
// what is ahead of them is not known yet.
func (s *stateful) cycle(key model.Hash) {
	s.cycles++
	n := s.Len() - 1
	for e := n - 1; e >= 0; e-- {
		s.AddAll(e)
		if s.visits[e].key == key {
			return
		}
	}
}

// enter computes the abstract state of the newest state, and what is known to be ahead of it.
func (s *stateful) enter(state *model.State) {
	n := s.Len() - 1
	memory := state.Memory
	if memory == nil {
		memory = past{s.x}
	}
	var t *trace.Transition
	if n > 0 {
		t = s.Taken(n - 1)
	}
	s.locals.full = s.limit != 0 && s.bytes() >= s.limit
	s.locals.enter(n, state, memory, t)
	key := s.key(state, memory)
	s.visits = append(s.visits[:n], visit{key: key})
	if m, ok := memory.(exactMemory); ok && s.locals.exact {
		s.comparison.compare(n, key, trueState(state, m, &s.locals))
	}
	s.races.enter(n, memory)
	s.operations.enter(n, state)
}

// key is the abstract state: global state, and the local-state ids and program counters of the threads that are left.
func (s *stateful) key(state *model.State, memory model.Memory) model.Hash {
	h := memory.Global()
	for i := range state.Pending {
		t := state.Pending[i].Thread
		l := s.locals.of(t)
		h = h.Plus(model.Hash{}.Then(uint64(t)).Then(uint64(l.id)).Then(l.pc))
	}
	if n := s.Len() - 1; s.bounded && n > 0 {
		h = h.Then(uint64(s.Preemptions())).Then(uint64(s.x.Event(int32(n) - 1).Thread))
	}
	return h
}

// leave hands what is ahead of the newest state to the state before it, and keeps it in the table.
func (s *stateful) leave() {
	n := s.Len() - 1
	if n > 0 {
		s.races.hand(n)
		s.operations.hand(n, s.Taken(n-1))
	}
	if v := &s.visits[n]; v.own {
		at := s.visited.find(v.key)
		at.future = s.operations.set(n)
		at.races, at.since = s.races.set(n)
	}
	s.visits = s.visits[:n]
}

// room is how many bytes the table may take; 0 for no bound.
func (s *stateful) room() int64 {
	if s.limit == 0 {
		return 0
	}
	return max(1, s.limit-s.bytes()+s.visited.bytes())
}

// bytes estimates the memory that the states take.
func (s *stateful) bytes() int64 {
	return s.visited.bytes() + s.locals.bytes() + s.operations.sets.bytes() + s.races.bytes()
}

// Standing is that of search.Explorer.
func (s *stateful) Standing() search.Standing {
	now := s.BacktrackSets.Standing()
	now.States, now.Revisited, now.Cycles = s.visited.n, s.revisited, s.cycles
	now.Cut = now.Cut || s.cycles > 0
	now.Full, now.Memory = s.visited.full, s.bytes()
	return now
}
