package unfold

import (
	"slices"

	"heddle/model"
)

// A tip is what a configuration has done to one object: the newest event with a full role (model.Relation.Full), and
// its members, the events since. Each member commutes with some operations on the object and depends on others: reads
// depend on writes. Equal tips have equal numbers. Tip 0 is that of an object to which nothing has been done.
//
// Two configurations agree on an object if they have the same tip, or if one of them continues from the tip of the
// other. Under model.WholeObject no tip has members, and the tips are the nodes of the paper's lock trees.
type tip struct {
	full int32 // a node of Structure.objects
	// Invariant: Structure.members[from:from+n] are ordered by event.
	from, n int32
	roles   roles // the set of the members' roles
	clash   roles // the set of roles that conflict with a member's role
	counter int32 // the counter of a WaitGroup
	next    int32 // the next tip with the same hash, or 0
}

// A member is an event with its role, which is not full.
type member struct {
	event Event
	role  model.Role
}

func (s *Structure) of(t int32) []member {
	p := &s.tips[t]
	return s.members[p.from : p.from+p.n]
}

// delta is what m adds to the counter of a WaitGroup. An event may be on another object as well.
func (s *Structure) delta(m member) int32 {
	if m.role != model.Role(model.WGDone) {
		return 0
	}
	return s.events[m.event].delta
}

// touch returns the tip of an object after event e, which is being added. The history of e leaves the tip before.
func (s *Structure) touch(e Event, t *Effect, before int32) int32 {
	if !s.full[t.Role] {
		s.past.union = append(append(s.past.union[:0], s.of(before)...), member{e, t.Role})
		return s.tipOf(s.tips[before].full, s.past.union, s.counterAt(before, t)+t.Delta)
	}
	n := s.objects.add(s.tips[before].full, e)
	s.before = append(s.before, before)
	s.tips = append(s.tips, tip{full: n, counter: t.Floor})
	return int32(len(s.tips) - 1)
}

// counterAt returns the counter of the tip before. Tip 0 does not know it, but the touch does.
func (s *Structure) counterAt(before int32, t *Effect) int32 {
	if before == 0 {
		return t.Floor
	}
	return s.tips[before].counter
}

// tipOf returns the tip with these members, of which there must be at least one.
func (s *Structure) tipOf(full int32, members []member, counter int32) int32 {
	h := model.Mix(uint64(full))
	for _, m := range members {
		h = model.Mix(h ^ uint64(m.event)<<8 ^ uint64(m.role))
	}
	for t := s.tipAt[h]; t != 0; t = s.tips[t].next {
		if s.tips[t].full == full && slices.Equal(s.of(t), members) {
			return t
		}
	}
	t := tip{full: full, from: int32(len(s.members)), n: int32(len(members)), counter: counter, next: s.tipAt[h]}
	for _, m := range members {
		t.roles.add(m.role)
		t.clash.join(&s.clash[m.role])
	}
	s.members = append(s.members, members...)
	s.tips = append(s.tips, t)
	s.tipAt[h] = int32(len(s.tips) - 1)
	return s.tipAt[h]
}

// joinTips returns the tip of the union of two configurations with the tips a and b, which must agree on the object. It
// takes O(m) time for m members of both, and does not search the tree.
func (s *Structure) joinTips(a, b int32) int32 {
	if a == 0 || b == 0 || a == b {
		return a | b
	}
	p, q := &s.tips[a], &s.tips[b]
	if p.full != q.full {
		if s.objects.nodes[p.full].depth > s.objects.nodes[q.full].depth {
			return a
		}
		return b
	}
	counter := p.counter
	s.past.union = s.past.union[:0]
	k := 0
	left, right := s.of(a), s.of(b)
	for _, m := range right {
		for k < len(left) && left[k].event < m.event {
			s.past.union = append(s.past.union, left[k])
			k++
		}
		if k < len(left) && left[k].event == m.event {
			k++
		} else {
			counter += s.delta(m)
		}
		s.past.union = append(s.past.union, m)
	}
	s.past.union = append(s.past.union, left[k:]...)
	return s.tipOf(p.full, s.past.union, counter)
}

// clashes says whether two configurations with the tips a and b disagree on the object: whether an event that only one
// of them has is in direct conflict with an event that only the other has. It takes O(m + log n) time for m members and
// a tree of depth n.
func (s *Structure) clashes(a, b int32) bool {
	if a == 0 || b == 0 || a == b {
		return false
	}
	p, q := &s.tips[a], &s.tips[b]
	if p.full == q.full {
		return p.n > 0 && q.n > 0 && s.membersClash(a, b)
	}
	if s.objects.nodes[p.full].depth > s.objects.nodes[q.full].depth {
		p, q, a = q, p, b
	}
	compared(conflict, &s.objects, p.full, q.full)
	depth := s.objects.nodes[p.full].depth
	if depth == s.objects.nodes[q.full].depth {
		return true
	}
	next := s.objects.ancestor(q.full, depth+1)
	if s.objects.nodes[next].parent != p.full {
		return true
	}
	return p.n > 0 && !contains(s.of(s.before[next]), s.of(a))
}

// contains says whether all members of b are in a.
func contains(a, b []member) bool {
	i := 0
	for _, m := range b {
		for i < len(a) && a[i].event < m.event {
			i++
		}
		if i == len(a) || a[i].event != m.event {
			return false
		}
	}
	return true
}

// membersClash says whether the members of two tips after the same event clash. A Done and a Wait do. So do Dones that
// together leave the counter below zero, because the last of them would be another event, an Overdraw.
func (s *Structure) membersClash(a, b int32) bool {
	p, q := &s.tips[a], &s.tips[b]
	counted := p.counter
	left, right := s.of(a), s.of(b)
	var mine, others roles
	i := 0
	for _, m := range right {
		for i < len(left) && left[i].event < m.event {
			mine.add(left[i].role)
			i++
		}
		if i < len(left) && left[i].event == m.event {
			i++
			continue
		}
		counted += s.delta(m)
		others.join(&s.clash[m.role])
	}
	for ; i < len(left); i++ {
		mine.add(left[i].role)
	}
	return mine.meets(&others) || counted < 0 && counted < min(p.counter, q.counter)
}
