package search

import (
	"heddle/model"
	"heddle/trace"
	"heddle/trace/pages"
)

// A Stack holds the states on the path from the initial state to the newest one, with the transitions that each of them offers.
//
// Invariant: between Push and Take there is one state more than there are events.
type Stack struct {
	Front
	nodes       pages.List[node]
	transitions pages.List[Transition]
}

// NewStack returns an empty stack for the states of x.
func NewStack(x *trace.Execution, o Options) Stack { return Stack{Front: NewFront(x, o)} }

// A node is one state on the stack.
type node struct {
	from, n int32 // its transitions are n of Stack.transitions, from that one on
}

// Len is the number of states.
func (s *Stack) Len() int { return int(s.nodes.Len()) }

// Push adds the state after the newest event. It returns false if the state contradicts what the program showed before.
func (s *Stack) Push(state *model.State) bool {
	n, ok := s.observe(state)
	if !ok {
		return false
	}
	from := s.transitions.Extend(n)
	s.top = s.transitions.Slice(from, int32(n))
	s.fill(state)
	*s.nodes.Add() = node{from, int32(n)}
	if Checking {
		s.check()
	}
	return true
}

// Pop removes the newest state.
func (s *Stack) Pop() {
	s.transitions.Truncate(s.nodes.Last().from)
	s.nodes.Truncate(s.nodes.Len() - 1)
	s.top = nil
	if n := s.Len(); n > 0 {
		s.top = s.Offered(n - 1)
	}
}

// Offered returns the transitions that state n offers. They are valid until the state is popped or another one is pushed.
func (s *Stack) Offered(n int) []Transition {
	k := s.nodes.At(int32(n))
	return s.transitions.Slice(k.from, k.n)
}

// Taken returns the transition that the running execution takes from state n: event n. There must be one.
func (s *Stack) Taken(n int) *trace.Transition { return &s.x.Event(int32(n)).Transition }

// Take marks transition i of the newest state Backtrack and makes it the next event, then calls taken(i) unless taken is nil.
func (s *Stack) Take(i int, taken func(int)) model.Choice {
	c := s.Front.Take(i)
	if taken != nil {
		taken(i)
	}
	return c
}

// turn is after how many events First prefers another thread than the one that ran last. A loop that polls until another thread has
// done something ends then. What comes after it is found before the executions in which it goes on; those are explored like all others,
// up to the program's bound on steps. No switch is made under a bound on preemptions, which it would use up.
const turn = 200

// First takes a transition of the newest state that is awake and within the bound: one of the thread that ran last, if there
// is one and it is not the turn of others.
func (s *Stack) First(taken func(int)) (model.Choice, bool) { return s.FirstBut(model.None, taken) }

// FirstBut is First without the operations of one kind.
func (s *Stack) FirstBut(kind model.Kind, taken func(int)) (model.Choice, bool) {
	offered := s.Top()
	last, best, turned := model.Thread(0), -1, false
	if n := s.x.Len(); n > 0 {
		last = s.x.Event(int32(n) - 1).Thread
		turned = n%turn == 0 && s.bound.preemptions < 0
	}
	for i := range offered {
		if offered[i].Mark&Asleep != 0 || !s.Allows(i) || s.x.OpAt(offered[i].Op).Kind == kind {
			continue
		}
		thread := offered[i].Thread
		if thread == last && !turned {
			best = i
			break
		}
		// The turn is that of the next thread; the last one is followed by the first.
		if best < 0 || turned && (thread > last) && offered[best].Thread <= last {
			best = i
		}
	}
	if best < 0 {
		return model.Choice{}, false
	}
	return s.Take(best, taken), true
}

// NextExecution takes the next transition that is marked Backtrack and has not been explored, in the newest state that has one. It
// returns the transitions of the new execution so far, or false if no state has one.
func (s *Stack) NextExecution(taken func(int)) ([]model.Choice, bool) {
	if Checking {
		s.x.Check()
	}
	for s.nodes.Len() > 0 {
		if s.NextTransition(taken) {
			return s.x.Choices(), true
		}
		s.Pop()
	}
	return nil, false
}

// NextTransition goes back to the newest state and takes its first transition that is marked Backtrack and has not been explored. It
// returns false if there is none.
func (s *Stack) NextTransition(taken func(int)) bool {
	s.GoBack()
	offered := s.Top()
	for i := range offered {
		if offered[i].Mark&(Backtrack|Done|Asleep) == Backtrack && s.Permits(i) {
			s.Take(i, taken)
			return true
		}
	}
	return false
}

// GoBack goes back to the newest state and marks the transition that was taken from it as Done. It returns false if none was.
func (s *Stack) GoBack() bool {
	n := s.Len() - 1
	taken := s.x.Len() > n
	if taken {
		s.top[Index(s.top, s.x.Event(int32(n)).Choice)].Mark |= Done
	}
	s.x.Truncate(n)
	return taken
}

// Rewind goes back to state n and leaves the marks of its transitions as they are.
func (s *Stack) Rewind(n int) {
	s.x.Truncate(n)
	s.nodes.Truncate(int32(n) + 1)
	k := s.nodes.Last()
	s.transitions.Truncate(k.from + k.n)
	s.top = s.Offered(n)
}
