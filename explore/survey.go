package explore

import (
	"heddle/model"
	"heddle/result"
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
	within bool // in the longest execution, all operations but those of WaitGroups are made while one mutex is held
	length int  // of the longest execution
}

// Locks says what the races are about.
func (s *Survey) Locks() result.Locks {
	switch {
	case s.Races == 0 || s.Lock == model.NoObject:
		return result.NoOneLock
	case s.within:
		return result.WithinOneLock
	}
	return result.OneLock
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
	s.within = within(x)
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

// within reports whether two threads of x at least hold one mutex during all their operations, but for those of WaitGroups, and do something
// else there than to lock and to unlock it.
func within(x *trace.Execution) bool {
	mutex, holder, inside, holders := model.NoObject, model.NoThread, 0, map[model.Thread]bool{}
	for i := range x.Len() {
		op, thread := x.Op(i), x.Event(int32(i)).Thread
		switch op.Kind {
		case model.WGAdd, model.WGDone, model.WGWait, model.Return:
		case model.Lock:
			if holder != model.NoThread || mutex != model.NoObject && mutex != op.Obj {
				return false
			}
			mutex, holder, holders[thread] = op.Obj, thread, true
		case model.Unlock:
			holder = model.NoThread
		default:
			if inside++; thread != holder {
				return false
			}
		}
	}
	return inside > 0 && len(holders) > 1
}
