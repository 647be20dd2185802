package unfold

import "slices"

// Prune removes from the structure the events that no later alternative needs: line 13 of Algorithm 1. It renumbers the
// other events, also in list.
//
// The paper keeps Q(C, D): C, D, and the events in conflict with an event of C or D. We keep less. For each n, let C(n)
// be the first n events of C, and e the next one. When everything that begins with C(n) and e has been explored, e will
// be in D after C(n). We keep
//
//   - the events of C, of D and of list,
//   - for each n, the events that are in direct conflict with e, or with an event of D after C(n), and that pass line 3
//     there with e in D. An event that does not pass never will, because D only grows. An alternative consists of local
//     configurations of such events: an event in conflict with an event of D, and not with C(n), is in direct conflict
//     with it, or has an event in its history that is,
//   - other events that a later execution can contain and that are in a recorded pair with a kept event, as the first or the second. The
//     paper finds conflicts in its trees; we keep the pairs in direct conflict that have been found. The trace that showed a pair need not
//     come back: what keeps f from firing, in an execution that ends so, is shown by no other execution,
//   - the histories of all these.
//
// Any other event that occurs again is added again, and the events in direct conflict with it are found again. This is
// why line 4 must be done for executions that are given up as well.
//
// Prune takes O(d·n·log n) time for each event in direct conflict with C or D, with d events in D and n threads and
// objects, and O(|C|·log n) time for each event.
func (c *Configuration) Prune(list []Event) {
	r := renaming{from: c.s, to: newStructure(c.s.clash, c.s.full), events: make([]Event, len(c.s.events))}
	r.threads = make([]int32, len(c.s.threads.nodes))
	r.objects = make([]int32, len(c.s.objects.nodes))
	r.tips = make([]int32, len(c.s.tips))
	kept := c.useful(list)
	for e := Event(1); int(e) < len(kept); e++ {
		if kept[e] {
			r.copy(e)
		}
	}
	for e, n := range r.events {
		if n != 0 {
			r.copyOpposed(Event(e))
		}
	}
	r.rename(c)
	for i, e := range list {
		list[i] = r.events[e]
	}
	*c.s = *r.to
}

// useful returns, by event, whether it is kept.
func (c *Configuration) useful(list []Event) []bool {
	kept := make([]bool, len(c.s.events))
	for _, e := range list {
		kept[e] = true
	}
	c.keepClues(kept)
	c.keepHistories(kept)
	var more []Event
	for e := range kept {
		for _, f := range c.s.events[e].opposed {
			if x := Event(e); kept[e] != kept[f] {
				if kept[e] {
					x = f
				}
				more = append(more, x)
			}
		}
	}
	slices.Sort(more)
	more = slices.DeleteFunc(slices.Compact(more), func(x Event) bool { return !c.mayBeUsed(x) })
	for _, e := range more {
		kept[e] = true
	}
	c.keepHistories(kept)
	return kept
}

// keepClues keeps C, D, and the events that can be in an alternative.
func (c *Configuration) keepClues(kept []bool) {
	c.keepSpikes(kept)
	all := c.events
	for n := len(all) - 1; n >= 0; n-- {
		e := all[n]
		c.Pop()
		c.keepSpikes(kept)
		kept[e] = true
		for _, f := range c.s.events[e].opposed {
			kept[f] = kept[f] || c.clue(f)
		}
	}
	for _, e := range all {
		c.Push(e)
	}
}

// keepSpikes keeps D after the configuration, and the events that can be in an alternative to it.
func (c *Configuration) keepSpikes(kept []bool) {
	l := c.level()
	for i := range l.n {
		p := &l.spikes[i]
		c.refresh(p)
		kept[p.disabled] = true
		for _, e := range p.events {
			kept[e] = true
		}
	}
}

// keepHistories keeps the events that cause a kept event.
func (c *Configuration) keepHistories(kept []bool) {
	nodes := c.s.threads.nodes
	for e := Event(len(kept) - 1); e > 0; e-- {
		if !kept[e] {
			continue
		}
		for _, m := range c.s.threadsOf(e) {
			n := m.value
			if nodes[n].event == e {
				n = nodes[n].parent
			}
			kept[nodes[n].event] = true
		}
	}
}

// mayBeUsed says whether a later execution can contain x. Let n be the least number for which the event after C(n) is
// not in [x]. Then x can occur if no event of D after C(n) is in [x]. A smaller n need not be checked, because the
// event after C(n) is in [x]. Nor need a greater one: an event of D after C(n) that is in [x] is still in D there, or
// in conflict with the configuration.
func (c *Configuration) mayBeUsed(x Event) bool {
	n := 0
	for n < len(c.events) && c.s.inHistory(c.events[n], x) {
		n++
	}
	l := &c.levels[n]
	for i := range l.n {
		if c.s.inHistory(l.spikes[i].disabled, x) {
			return false
		}
	}
	return true
}

// A renaming is the memory of Prune: it maps the numbers of one structure to those of the other, or to 0 for what is
// removed.
type renaming struct {
	from, to *Structure
	events   []Event
	threads  []int32 // nodes
	objects  []int32 // nodes
	tips     []int32
}

// copy copies event e. Its history must have been copied.
func (r *renaming) copy(e Event) {
	s, to := r.from, r.to
	ev := s.events[e]
	n := Event(len(to.events))
	r.events[e] = n
	ev.node, ev.partner, ev.opposed = r.thread(ev.node, n), r.thread(ev.partner, n), nil
	h := &to.past
	h.threads, h.objects, h.merged = h.threads[:0], h.objects[:0], h.merged[:0]
	for _, m := range s.threadsOf(e) {
		m.value = r.threads[m.value]
		h.threads = append(h.threads, m)
		if m.value == ev.node || m.value == ev.partner {
			m.value = to.threads.nodes[m.value].parent
		}
		if m.value != 0 {
			h.merged = append(h.merged, m)
		}
	}
	for _, m := range s.objectsOf(e) {
		h.objects = append(h.objects, maximum{m.key, r.tip(m.value)})
	}
	ev.tmax, ev.lmax = to.store(h.threads), to.store(h.objects)
	name := hash(ev.Choice, h.merged)
	ev.next = to.index[name]
	to.index[name] = n
	to.events = append(to.events, ev)
}

// thread copies node n, in the tree of a thread, for event e of the new structure.
func (r *renaming) thread(n int32, e Event) int32 {
	if n != 0 {
		r.threads[n] = r.to.threads.add(r.threads[r.from.threads.nodes[n].parent], e)
	}
	return r.threads[n]
}

// tip copies tip t, unless it has been copied, and returns the copy.
func (r *renaming) tip(t int32) int32 {
	if t == 0 || r.tips[t] != 0 {
		return r.tips[t]
	}
	s, to := r.from, r.to
	p := &s.tips[t]
	full := r.object(p.full)
	if p.n == 0 {
		to.tips = append(to.tips, tip{full: full, counter: p.counter})
		r.tips[t] = int32(len(to.tips) - 1)
		return r.tips[t]
	}
	to.past.union = to.past.union[:0]
	for _, m := range s.of(t) {
		to.past.union = append(to.past.union, member{r.events[m.event], m.role})
	}
	r.tips[t] = to.tipOf(full, to.past.union, p.counter)
	return r.tips[t]
}

// object copies node n of an object's tree, unless it has been copied, and returns the copy.
func (r *renaming) object(n int32) int32 {
	if n == 0 || r.objects[n] != 0 {
		return r.objects[n]
	}
	old := &r.from.objects.nodes[n]
	parent, before := r.object(old.parent), r.tip(r.from.before[n])
	r.objects[n] = r.to.objects.add(parent, r.events[old.event])
	r.to.before = append(r.to.before, before)
	return r.objects[n]
}

// copyOpposed copies the pairs in direct conflict of e with other events that are kept.
func (r *renaming) copyOpposed(e Event) {
	for _, f := range r.from.events[e].opposed {
		if r.events[f] != 0 {
			r.to.Oppose(r.events[e], r.events[f])
		}
	}
}

// rename gives the parts of c their new numbers.
func (r *renaming) rename(c *Configuration) {
	for i := range c.levels[:len(c.events)+1] {
		l := &c.levels[i]
		for k := range l.spikes[:l.n] {
			r.spike(&l.spikes[k])
		}
	}
	for i, e := range c.events {
		c.events[i] = r.events[e]
	}
	for i, n := range c.threads {
		c.threads[i] = r.threads[n]
	}
	for i, t := range c.objects {
		c.objects[i] = r.tip(t)
	}
	for i := range c.changes {
		if ch := &c.changes[i]; ch.object {
			ch.value = r.tip(ch.value)
		} else {
			ch.value = r.threads[ch.value]
		}
	}
}

func (r *renaming) spike(p *spike) {
	seen := 0
	for _, e := range r.from.events[p.disabled].opposed[:p.seen] {
		if r.events[e] != 0 {
			seen++
		}
	}
	kept := p.events[:0]
	for _, e := range p.events {
		if r.events[e] != 0 {
			kept = append(kept, r.events[e])
		}
	}
	p.disabled, p.seen, p.events = r.events[p.disabled], seen, kept
}
