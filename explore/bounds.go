package explore

// A bound limits the preemptions of one execution.
//
// A preemption is a step that takes another thread than the step before it took, although that thread is enabled and awake.
// A bound makes an exploration incomplete as soon as it refuses a transition that the algorithm wanted; which of a trace's
// interleavings are within the bound is not known, so a reducing algorithm may lose traces that have one.
type bound struct {
	preemptions int32 // at most; negative for no bound
	refused     bool  // a wanted transition was refused
}

// allows says whether transition i of the newest state is within the bound.
func (b *bound) allows(s *stack, i int) bool {
	if b.preemptions < 0 {
		return true
	}
	n := &s.nodes[len(s.nodes)-1]
	return n.switches+s.preempts(i) <= b.preemptions
}

// preempts is 1 if transition i of the newest state is a preemption, else 0.
func (s *stack) preempts(i int) int32 {
	if s.x.Len() == 0 {
		return 0
	}
	last := s.x.Choices()[s.x.Len()-1].Thread
	alts := s.of(len(s.nodes) - 1)
	if alts[i].Thread == last {
		return 0
	}
	for k := range alts {
		if alts[k].Thread == last && alts[k].mark&asleep == 0 {
			return 1
		}
	}
	return 0
}
