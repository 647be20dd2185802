package sched

import (
	"slices"
	"strings"

	"heddle/datarace"
	"heddle/model"
	"heddle/sched/caller"
	"heddle/sched/config"
	"heddle/sched/hook"
	"heddle/sched/section"
)

// sections are the critical sections that are one event each (Doubts.Sections).
type sections struct {
	relation *section.Relation // nil if sections are not used
	places   caller.Places
	known    map[string]section.Place

	mutexes map[uintptr]*sectionMutex // by address
	all     []pastSection             // of the execution
	wrong   bool                      // the execution has shown that the relation is wrong: nothing that it does from then on counts
	left    int                       // how many steps it may go on for then
}

// A sectionMutex is how a mutex was used in the execution.
type sectionMutex struct {
	sites     []string // of sections
	otherwise bool     // it was used otherwise
}

// A pastSection is one section of an execution.
type pastSection struct {
	thread      model.Thread
	first, last uint64 // its accesses, as datarace.AccessID counts them; last is 0 while it goes on
	mutex       uintptr
	site        string
}

// within is the section that a thread is in, or is about to begin.
type within struct {
	mutex uintptr    // 0 for none
	kind  model.Kind // that of the operation which begins it
	begun bool
	n     int // in sections.all
}

func newSections(c *config.Config) sections {
	if !strings.HasPrefix(c.Doubts.Sections, section.On) || c.Doubts.Polls || c.Doubts.Turn > 0 || c.Doubts.Collects || c.Plain != config.PlainRace {
		return sections{}
	}
	return sections{relation: section.Parse(c.Doubts.Sections), known: map[string]section.Place{}, mutexes: map[uintptr]*sectionMutex{}}
}

func (s *sections) on() bool { return s.relation != nil }

// waits reports whether t stands before a section whose lock is held. That can be only if the relation is wrong.
func (t *thread) waits() bool {
	switch {
	case t.within.mutex == 0 || t.within.begun:
		return false
	case t.within.kind == model.Lock:
		return !t.MutexFree()
	}
	return !t.RWFree()
}

// goOn returns the next transition of an execution that does not count. It goes on to its end, by turns, because locks of the standard library
// that are not restored before each execution must be free when the next one begins.
func (s *sections) goOn(r *runtime) (c model.Choice, ok bool) {
	if r.look() == 0 || s.left == 0 {
		return c, false
	}
	s.left--
	pending := r.algorithm.state.Pending
	for i := range pending {
		if p := &pending[(s.left+i)%len(pending)]; len(p.Alts) > 0 && !r.threads.of(p.Thread).waits() {
			r.prefix.Taken++
			return p.Alts[0], true
		}
	}
	return c, false
}

// blind notes that not all accesses are known: nothing would show that two sections do not commute. As long as there is one thread, all that
// it has done comes before what others will do.
func (s *sections) blind(r *runtime) {
	if len(s.all) > 0 && len(r.threads.list) > 1 && !s.wrong {
		s.wrong, r.doubts.Sections = true, section.Off
	}
}

// begin makes ready for an execution.
func (s *sections) begin() {
	clear(s.mutexes)
	s.all, s.wrong, s.left = s.all[:0], false, 10000
}

// The parts of a mutex that have names of their own: one for each group, as far as its bytes go, and one for what touches nothing in common.
const (
	parts  = 6
	common = parts + 1
)

// step is hookStep for an operation on a lock: it begins or ends a section. It reports whether it has done so; if not, the operation is an
// event of its own.
func (s *sections) step(r *runtime, t *thread) bool {
	mutex := uintptr(t.Addr)
	if t.within.mutex == mutex && t.within.begun {
		switch t.Op.Kind {
		case model.Acquire:
			hook.Cur = t.g
			return true
		case model.Unlock, model.RWUnlock, model.RUnlock:
			endSection(r, t)
			hook.Cur = t.g
			return true
		}
	}
	free := false
	switch t.Op.Kind {
	case model.Lock:
		free = t.MutexFree()
	case model.Announce:
		free = t.RWFree()
	case model.RLock:
		free = t.RWFree()
	case model.TryLock, model.Unlock, model.RWTryLock, model.RWUnlock, model.TryRLock, model.RUnlock, model.Acquire:
		s.otherwise(r, mutex)
		return false
	default:
		return false
	}
	site := s.places.Name()
	place, ok := s.known[site]
	if !ok {
		place = s.relation.Of(site)
		s.known[site] = place
	}
	if place.Long || t.within.mutex != 0 {
		s.otherwise(r, mutex)
		return false
	}
	m := s.mutex(mutex)
	if m.otherwise || !free {
		s.doubt(r, func() { s.relation.Lengthen(site) })
		return false
	}
	if !slices.Contains(m.sites, site) {
		m.sites = append(m.sites, site)
	}
	part := uintptr(common)
	if place.Known {
		part = 1 + uintptr(place.Group%parts)
	}
	t.within = within{mutex: mutex, kind: t.Op.Kind}
	t.Op.Kind = model.ReadSection
	if place.Writer {
		t.Op.Kind = model.WriteSection
	}
	t.Op.Obj = r.objects.Name(mutex + part)
	r.yield(t)
	beginSection(r, t, mutex, site)
	r.enter(t, t.g)
	return true
}

func beginSection(r *runtime, t *thread, mutex uintptr, site string) {
	s := &r.events.sections
	hold(r, t)
	r.order.Acquire(t.id, t.Op.Obj)
	if t.Op.Kind == model.WriteSection {
		r.order.AcquireSlot(t.id, readersSlot(r, t.Op.Obj))
	}
	r.access(t, uintptr(t.Where), 4, true, true, "")
	t.within.begun, t.within.n = true, len(s.all)
	s.all = append(s.all, pastSection{thread: t.id, first: r.order.Detector.Accesses(t.id) + 1, mutex: mutex, site: site})
}

func endSection(r *runtime, t *thread) {
	// t.Op is the Unlock; the part is that of the section
	r.access(t, uintptr(t.Where), 4, true, true, "")
	p := &r.events.sections.all[t.within.n]
	place := r.events.sections.known[p.site]
	part := uintptr(common)
	if place.Known {
		part = 1 + uintptr(place.Group%parts)
	}
	t.Op.Obj = r.objects.Name(p.mutex + part)
	free(r, t)
	if place.Writer {
		r.order.Release(t.id, t.Op.Obj)
	} else {
		r.order.MergeSlot(t.id, readersSlot(r, t.Op.Obj))
	}
	p.last = r.order.Detector.Accesses(t.id)
	t.within = within{}
}

// visible notes that t has come to a visible operation, or to its end.
func (s *sections) visible(r *runtime, t *thread) {
	if !t.within.begun {
		return
	}
	site := s.all[t.within.n].site
	s.doubt(r, func() { s.relation.Lengthen(site) })
}

// otherwise notes that a mutex is used otherwise than by sections.
func (s *sections) otherwise(r *runtime, mutex uintptr) {
	m := s.mutex(mutex)
	if m.otherwise {
		return
	}
	m.otherwise = true
	if len(m.sites) > 0 {
		s.doubt(r, func() {
			for _, site := range m.sites {
				s.relation.Lengthen(site)
			}
		})
	}
}

func (s *sections) mutex(at uintptr) *sectionMutex {
	m := s.mutexes[at]
	if m == nil {
		m = new(sectionMutex)
		s.mutexes[at] = m
	}
	return m
}

// doubt changes the relation: the exploration begins again.
func (s *sections) doubt(r *runtime, change func()) {
	if s.wrong {
		return
	}
	s.wrong = true
	change()
	r.doubts.Sections = s.relation.String()
}

// race reports whether a race may be none: some sections that Go orders were not ordered. Two sections of one mutex are dependent from then
// on. Whether any other race is one is left to an exploration without sections.
func (s *sections) race(r *runtime, race *datarace.Race) bool {
	if s.wrong {
		return true
	}
	if len(s.all) == 0 {
		return false
	}
	a, b := s.of(race.First.AccessID), s.of(race.Second.AccessID)
	if a != nil && b != nil && a.mutex == b.mutex {
		s.doubt(r, func() { s.relation.Conflict(a.site, b.site, race.First.Write, race.Second.Write) })
		return true
	}
	s.wrong, r.doubts.Sections = true, section.Off
	return true
}

// of returns the section that an access was made in; nil if in none.
func (s *sections) of(id datarace.AccessID) *pastSection {
	for i := range s.all {
		if p := &s.all[i]; p.thread == id.Thread && id.N >= p.first && (p.last == 0 || id.N <= p.last) {
			return p
		}
	}
	return nil
}
