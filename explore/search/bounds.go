package search

// A bound limits the preemptions of one execution.
//
// A preemption is a step of another thread than the step before, although that thread is enabled and awake. A bound makes an
// exploration incomplete as soon as it refuses a transition that the algorithm wants. Nobody knows which interleavings of a
// trace are within the bound, so a reducing algorithm may lose traces that have one; source.NewBounded loses none.
type bound struct {
	preemptions int32 // at most; negative for no bound
	// Invariant under a bound: spent[i] are the preemptions on the path to the state after state i.
	spent   []int32
	refused bool // it refused a transition that the algorithm wanted
}

// Allows says whether transition i of the newest state is within the bound.
func (s *Stack) Allows(i int) bool {
	return s.bound.preemptions < 0 || s.Preemptions()+s.preempts(i) <= s.bound.preemptions
}

// Permits is Allows for a transition that the algorithm wants: a refusal makes the exploration incomplete.
func (s *Stack) Permits(i int) bool {
	if s.Allows(i) {
		return true
	}
	s.bound.refused = true
	return false
}

// Preemptions is the number of preemptions on the path to the newest state; 0 without a bound.
func (s *Stack) Preemptions() int32 {
	if s.bound.preemptions < 0 || s.Len() < 2 {
		return 0
	}
	return s.bound.spent[s.Len()-2]
}

// preempts is 1 if transition i of the newest state is a preemption, else 0.
func (s *Stack) preempts(i int) int32 {
	if s.x.Len() == 0 {
		return 0
	}
	last := s.x.Event(int32(s.x.Len()) - 1).Thread
	offered := s.Top()
	if offered[i].Thread == last {
		return 0
	}
	for k := range offered {
		if offered[k].Thread == last && offered[k].Mark&Asleep == 0 {
			return 1
		}
	}
	return 0
}
