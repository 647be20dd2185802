package explore

import (
	"heddle/model"
	"heddle/trace"
)

// A Survey says what an exploration has seen, for a reader who wants to know what its being complete means. Probes do not count.
type Survey struct {
	Operations [model.NumKinds]int // of the longest execution, by kind
	Threads    int                 // those that have events in it
	Races      int                 // pairs of racing events, which are in two threads; each is counted once where it came up
	// Lock is the one mutex that is in all races but those of WaitGroups; NoObject if there is none, or if there are others.
	Lock   model.Object
	others bool // there are races of something else
	length int  // of the longest execution
}

// add adds the events of x from number from on, which are new.
func (s *Survey) add(x *trace.Execution, from int) {
	if s.length == 0 {
		s.Lock = model.NoObject
	}
	for i := from; i < x.Len(); i++ {
		first, end := x.RacesOf(int32(i))
		if s.Races += int(end - first); first < end {
			s.meets(x.Op(i))
		}
	}
	if x.Len() > s.length {
		s.longest(x)
	}
}

// meets notes what a racing event is about.
func (s *Survey) meets(op *model.Op) {
	switch op.Kind {
	case model.WGAdd, model.WGDone, model.WGWait:
	case model.Lock, model.Unlock:
		if s.others = s.others || s.Lock != model.NoObject && s.Lock != op.Obj; !s.others {
			s.Lock = op.Obj
			return
		}
		s.Lock = model.NoObject
	default:
		s.others, s.Lock = true, model.NoObject
	}
}

// longest counts the operations of x.
func (s *Survey) longest(x *trace.Execution) {
	s.length, s.Threads, s.Operations = x.Len(), 0, [model.NumKinds]int{}
	seen := make([]bool, x.Width())
	for i := range x.Len() {
		e := x.Event(int32(i))
		s.Operations[x.Op(i).Kind]++
		for _, t := range [...]model.Thread{e.Thread, e.Partner} {
			if t != model.NoThread && !seen[t] {
				seen[t] = true
				s.Threads++
			}
		}
	}
}
