package await

import (
	"slices"
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/state"
)

// Stopped reports whether the test function is blocked for good, or is blocked and others wait for good for a lock. (One that is blocked for
// good and in nobody's way is a leak, if it is left at the end.)
func (s *Set) Stopped() bool {
	if !s.Machine.Stuck(s.threads[0]) {
		return false
	}
	list := s.final()
	return slices.ContainsFunc(list, func(t *Thread) bool { return t == s.threads[0] || slices.Contains(list, s.holder(t)) })
}

// Final reports whether some threads are blocked for good. The others that can run poll, and will do so for ever.
func (s *Set) Final() bool { return len(s.final()) > 0 }

// final returns the threads that are blocked for good, whatever the others do: they wait for one another's locks, or for what no thread
// can reach that can run, or that one of those can let go on. There are none if not all memory that says so can be read.
func (s *Set) final() (final []*Thread) {
	if s.Statics == nil || hook.Coros || hook.Watched() || s.Clock.Bubbled {
		return nil
	}
	known := true
	var live state.Reachable
	for _, v := range s.Statics.Variables {
		live.AddWords(uintptr(unsafe.Pointer(unsafe.SliceData(v))), uintptr(len(v)))
	}
	for _, tm := range s.Clock.Timers {
		if tm.Armed {
			live.AddWords(uintptr(unsafe.Pointer(tm)), unsafe.Sizeof(*tm))
		}
	}
	for _, t := range s.threads {
		if !t.Done && t.Operation.Op.Kind != model.TimerFire {
			final = append(final, t)
		}
	}
	for n := -1; n != len(final); {
		n = len(final)
		final = slices.DeleteFunc(final, func(t *Thread) bool {
			if s.blocked(t) && !s.freed(t, final, &live) {
				return false
			}
			l := s.Machine.Local(t)
			for _, base := range l.Reached {
				live.Add(base)
			}
			known = known && l.Known
			return true
		})
	}
	if !known {
		return nil
	}
	return final
}

// blocked reports whether t is blocked and waits for no time.
func (s *Set) blocked(t *Thread) bool {
	return !t.Waits && t.Operation.Op.Kind != model.Wake && s.Machine.Stuck(t)
}

// freed reports whether a thread may let t go on that is not final.
func (s *Set) freed(t *Thread, final []*Thread, live *state.Reachable) bool {
	if h := s.holder(t); h != nil {
		return !slices.Contains(final, h)
	}
	switch o := t.Operation; o.Op.Kind {
	case model.Never:
		return false
	case model.Select:
		for i := range o.Cases {
			if c := o.Cases[i].C; c != nil && live.Has(uintptr(c)) {
				return true
			}
		}
		return false
	default:
		return live.Has(uintptr(o.Addr))
	}
}
