package unfold

import (
	"slices"

	"heddle/model"
)

// An Event is one event of a Structure. Events are numbered in the order in which they are added, so an event has a
// greater number than those in its history. Event 0 is ⊥, which causes every event (section 5.1).
type Event int32

// A Structure is a labelled prime event structure that grows.
type Structure struct {
	events  []event
	threads forest
	objects forest
	before  []int32 // by node of objects: the tip that the event follows
	tips    []tip
	members []member // of the tips

	maxima []maximum              // of the events
	index  map[uint64]Event       // by hash of the name
	tipAt  map[uint64]int32       // by hash of the members
	pairs  map[pair]struct{}      // {e, f} for each f among the opposed of e
	clash  *[model.NumRoles]roles // by role: the set of roles that conflict with it
	full   *[model.NumRoles]bool  // by role: whether it is model.Relation.Full

	past scratch // the history of the event that is being added
}

// An event is what is known about an Event.
type event struct {
	model.Choice
	joint   bool
	delta   int32 // what it adds to the counter of a WaitGroup, if it is a Done that commutes with others
	node    int32 // its node in the tree of its thread
	partner int32 // its node in the tree of its partner if it is joint, or 0
	// tmax and lmax (Definition 7): the newest event of each thread in [e], and the tip of each object.
	tmax, lmax span
	next       Event   // the next event with the same hash, or 0
	opposed    []Event // the events in direct conflict with it that have been found
}

// roles is a set of roles.
type roles [(model.NumRoles + 63) / 64]uint64

func (s *roles) add(r model.Role) { s[r/64] |= 1 << (r % 64) }

func (s *roles) join(t *roles) {
	for i := range s {
		s[i] |= t[i]
	}
}

// meets says whether the two have a role in common.
func (s *roles) meets(t *roles) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// A maximum is an entry of a mapping: a thread with a node of its tree, or an object with a tip. The entries of one event are
// ordered by key.
type maximum struct{ key, value int32 }

type span struct{ from, n int32 }

// A pair is two events in direct conflict.
type pair struct{ e, f Event }

type scratch struct {
	threads, objects, merged []maximum
	union                    []member
}

// New returns a structure without events, except ⊥.
func New(d model.Dependence) *Structure {
	s, rel := newStructure(new([model.NumRoles]roles), new([model.NumRoles]bool)), d.Relation()
	for a := range s.clash {
		s.full[a] = rel.Full(model.Role(a))
		for b := range s.clash {
			if rel.Conflicts(model.Role(a), model.Role(b)) {
				s.clash[a].add(model.Role(b))
			}
		}
	}
	return s
}

// newStructure returns a structure without events, except ⊥, and with these tables.
func newStructure(clash *[model.NumRoles]roles, full *[model.NumRoles]bool) *Structure {
	return &Structure{
		events: make([]event, 1), threads: newForest(), objects: newForest(), before: make([]int32, 1), tips: make([]tip, 1),
		index: map[uint64]Event{}, tipAt: map[uint64]int32{}, pairs: map[pair]struct{}{}, clash: clash, full: full,
	}
}

// Len is the number of events, ⊥ included.
func (s *Structure) Len() int { return len(s.events) }

// Choice is the transition of e.
func (s *Structure) Choice(e Event) model.Choice { return s.events[e].Choice }

func (s *Structure) threadsOf(e Event) []maximum {
	m := s.events[e].tmax
	return s.maxima[m.from : m.from+m.n]
}

func (s *Structure) objectsOf(e Event) []maximum {
	m := s.events[e].lmax
	return s.maxima[m.from : m.from+m.n]
}

// add returns the event with the label l whose history is the union of the local configurations of past, and adds it if
// it is new. No two events of past may be in conflict. It takes O(|past| · n) time for n threads and objects in the
// history.
func (s *Structure) add(l *Label, past []Event) Event {
	h := &s.past
	h.threads, h.objects = h.threads[:0], h.objects[:0]
	slices.Sort(past)
	for i := len(past) - 1; i >= 0; i-- {
		if e := past[i]; !s.covered(e) {
			h.threads = s.merge(h.threads, s.threadsOf(e), s.laterNode)
			h.objects = s.merge(h.objects, s.objectsOf(e), s.joinTips)
		}
	}
	hash := hash(l.Choice, h.threads)
	for e := s.index[hash]; e != 0; e = s.events[e].next {
		if s.named(e, l) {
			return e
		}
	}
	return s.grow(l, hash)
}

// covered says whether e is in the history gathered so far.
func (s *Structure) covered(e Event) bool {
	n := s.events[e].node
	return s.threads.below(value(s.past.threads, int32(s.events[e].Thread)), n)
}

// value is the value of key, or 0 if there is no entry.
func value(list []maximum, key int32) int32 {
	i, ok := slices.BinarySearchFunc(list, key, func(m maximum, key int32) int { return int(m.key - key) })
	if !ok {
		return 0
	}
	return list[i].value
}

// merge merges the entries of a and b, and returns the result. It calls join for different values of one key.
func (s *Structure) merge(a, b []maximum, join func(a, b int32) int32) []maximum {
	out := s.past.merged[:0]
	i := 0
	for _, m := range b {
		for i < len(a) && a[i].key < m.key {
			out = append(out, a[i])
			i++
		}
		if i < len(a) && a[i].key == m.key {
			if a[i].value != m.value {
				m.value = join(a[i].value, m.value)
			}
			i++
		}
		out = append(out, m)
	}
	out = append(out, a[i:]...)
	s.past.merged = a
	return out
}

// laterNode returns the deeper one of two nodes on one path.
func (s *Structure) laterNode(a, b int32) int32 {
	if s.threads.nodes[a].depth < s.threads.nodes[b].depth {
		return b
	}
	return a
}

// hash hashes the name of an event: its transition, and the newest event of each thread in its history.
func hash(c model.Choice, history []maximum) uint64 {
	h := model.Mix(uint64(uint32(c.Thread))<<32 | uint64(uint32(c.Partner)))
	h = model.Mix(h ^ uint64(uint16(c.Case))<<16 ^ uint64(uint16(c.PartnerCase)))
	for _, m := range history {
		h = model.Mix(h ^ uint64(uint32(m.key))<<32 ^ uint64(uint32(m.value)))
	}
	return h
}

// named says whether e is the event that is being added: whether their transitions and histories are equal.
func (s *Structure) named(e Event, l *Label) bool {
	ev := &s.events[e]
	if ev.Choice != l.Choice {
		return false
	}
	i := 0
	h := s.past.threads
	for _, m := range s.threadsOf(e) {
		if m.value == ev.node || m.value == ev.partner {
			m.value = s.threads.nodes[m.value].parent
		}
		if m.value == 0 {
			continue
		}
		if i == len(h) || h[i] != m {
			return false
		}
		i++
	}
	return i == len(h)
}

// grow adds the event with the label l and the history in past.
func (s *Structure) grow(l *Label, hash uint64) Event {
	e := Event(len(s.events))
	h := &s.past
	ev := event{Choice: l.Choice, joint: l.Joint, next: s.index[hash]}
	s.index[hash] = e
	ev.node = s.threads.add(value(h.threads, int32(l.Thread)), e)
	h.threads = put(h.threads, int32(l.Thread), ev.node)
	if l.Joint {
		ev.partner = s.threads.add(value(h.threads, int32(l.Partner)), e)
		h.threads = put(h.threads, int32(l.Partner), ev.partner)
	}
	for i := range l.Effects {
		t := &l.Effects[i]
		tip := s.touch(e, t, value(h.objects, int32(t.Object)))
		h.objects = put(h.objects, int32(t.Object), tip)
		if t.Role == model.Role(model.WGDone) && !s.full[t.Role] {
			ev.delta = t.Delta
		}
	}
	ev.tmax, ev.lmax = s.store(h.threads), s.store(h.objects)
	s.events = append(s.events, ev)
	return e
}

// put sets the value of key.
func put(list []maximum, key, value int32) []maximum {
	i, ok := slices.BinarySearchFunc(list, key, func(m maximum, key int32) int { return int(m.key - key) })
	if ok {
		list[i].value = value
		return list
	}
	return slices.Insert(list, i, maximum{key, value})
}

func (s *Structure) store(list []maximum) span {
	from := int32(len(s.maxima))
	s.maxima = append(s.maxima, list...)
	return span{from, int32(len(list))}
}
