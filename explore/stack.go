package explore

import (
	"heddle/model"
	"heddle/trace"
)

// A stack holds the states on the way to the present one, with what is known about the transitions that each of them offers.
type stack struct {
	x     *trace.Execution
	nodes []node
	alts  []alt // those of the first node, then those of the second, ...
	bound bound
	spent []int32 // by state: the preemptions on the way to the next one; empty without a bound
	// contradicted says that the program showed another operation than before after the same prefix.
	contradicted bool
}

func newStack(x *trace.Execution, o Options) stack {
	return stack{x: x, bound: bound{preemptions: int32(o.Preemptions)}}
}

// A node is one state on the stack.
type node struct {
	from, to int32 // its transitions are stack.alts[from:to]
	taken    int32 // the one that the running execution takes, an index of stack.alts; -1 for none
	switches int32 // preemptions on the way to this state
}

// An alt is one transition that a state offers.
type alt struct {
	trace.Transition
	mark mark
}

// A mark says what is known about a transition in one state.
type mark uint8

const (
	backtrack mark = 1 << iota // it is, or will be, explored from this state
	done                       // it has been explored
	asleep                     // it was asleep when the state was reached: it need not be explored
)

// push makes the newest node, for the state after the newest event. It returns false if the state contradicts what was seen
// before.
func (s *stack) push(state *model.State) bool {
	if !s.x.Observe(state) {
		s.contradicted = true
		return false
	}
	n := node{from: int32(len(s.alts)), taken: -1}
	for i := range state.Pending {
		for _, c := range state.Pending[i].Alts {
			s.alts = append(s.alts, alt{Transition: s.x.Transition(c)})
		}
	}
	n.to = int32(len(s.alts))
	if k := len(s.nodes); k > 0 && s.bound.preemptions >= 0 {
		n.switches = s.spent[k-1]
	}
	s.nodes = append(s.nodes, n)
	if checking {
		s.check("stack")
	}
	return true
}

// of are the transitions that state n offers.
func (s *stack) of(n int) []alt { return s.alts[s.nodes[n].from:s.nodes[n].to] }

// first takes a transition of the newest state that is awake: one of the thread that ran last, if there is one.
func (s *stack) first(taken func(int)) (model.Choice, bool) { return s.firstBut(model.None, taken) }

// firstBut is first without the operations of one kind.
func (s *stack) firstBut(kind model.Kind, taken func(int)) (model.Choice, bool) {
	alts := s.of(len(s.nodes) - 1)
	last, best := model.Thread(0), -1
	if n := s.x.Len(); n > 0 {
		last = s.x.Choices()[n-1].Thread
	}
	for i := range alts {
		if alts[i].mark&asleep != 0 || !s.bound.allows(s, i) || s.x.OpAt(alts[i].Op).Kind == kind {
			continue
		}
		if alts[i].Thread == last {
			best = i
			break
		}
		if best < 0 {
			best = i
		}
	}
	if best < 0 {
		return model.Choice{}, false
	}
	return s.take(best, taken), true
}

// take makes the i-th transition of the newest state the next event, and calls taken, if not nil.
func (s *stack) take(i int, taken func(int)) model.Choice {
	n := &s.nodes[len(s.nodes)-1]
	n.taken = n.from + int32(i)
	if s.bound.preemptions >= 0 {
		s.spent = append(s.spent[:len(s.nodes)-1], s.nodes[len(s.nodes)-1].switches+s.preempts(i))
	}
	a := &s.alts[n.taken]
	a.mark |= backtrack
	s.x.Append(a.Choice)
	if taken != nil {
		taken(i)
	}
	return s.alts[n.taken].Choice
}

// pop removes the newest node.
func (s *stack) pop() {
	last := len(s.nodes) - 1
	s.alts = s.alts[:s.nodes[last].from]
	s.nodes = s.nodes[:last]
}

// next takes the first transition of the newest state that is to be explored and is not; with none left it goes one state back.
// False means that nothing is left.
func (s *stack) next(taken func(int)) ([]model.Choice, bool) {
	if checking {
		s.x.Check()
	}
	for len(s.nodes) > 0 {
		if s.advance(taken) {
			return s.x.Choices(), true
		}
		s.pop()
	}
	return nil, false
}

// advance goes back to the newest state and takes its first transition that is to be explored and is not. False means that
// there is none.
func (s *stack) advance(taken func(int)) bool {
	n := len(s.nodes) - 1
	s.x.Truncate(n)
	alts := s.of(n)
	if t := s.nodes[n].taken; t >= 0 {
		s.alts[t].mark |= done
		s.nodes[n].taken = -1
	}
	for i := range alts {
		if alts[i].mark&(backtrack|done|asleep) == backtrack && s.permits(i) {
			s.take(i, taken)
			return true
		}
	}
	return false
}

// share estimates the share of the tree that is done: a state's transitions are taken to lead to trees of one size.
func (s *stack) share() float64 {
	total, part := 0.0, 1.0
	for n := range s.nodes {
		finished, todo := 0, 0
		for _, a := range s.of(n) {
			if a.mark&done != 0 {
				finished++
			}
			if a.mark&(backtrack|done) != 0 && a.mark&asleep == 0 {
				todo++
			}
		}
		if todo > 0 {
			total += part * float64(finished) / float64(todo)
			part /= float64(todo)
		}
	}
	return total
}

// permits says whether the bound lets transition i of the newest state be explored; that it does not is remembered.
func (s *stack) permits(i int) bool {
	if s.bound.allows(s, i) {
		return true
	}
	s.bound.refused = true
	return false
}

func (s *stack) standing() standing { return standing{cut: s.bound.refused, diverged: s.contradicted} }
