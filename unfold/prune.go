package unfold

// Prune takes those events out of the structure that no execution to come can have: line 13 of Algorithm 1. It renumbers the others,
// those of the list included.
//
// An execution to come has, for some n, the first n events of the configuration, but not the event e after them and none of D
// there. So it is enough to keep
//
//   - the events of the configuration and of D,
//   - an event x if, for the first n for which e is not in [x], no event of D is in [x] either. (For a greater n an event of D that
//     is in [x] is in D still, or in conflict with the configuration; for a smaller n e is in [x].)
//
// An event that is taken out is of no use later either, for C and D only grow. The paper keeps what is in conflict with C or D and
// the histories of that. That can be less; but which of the events that are left are in conflict would have to be found again when
// one of them comes back.
//
// It takes O(n) time for each event and n events in the configuration.
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

// useful says which events are kept.
func (c *Configuration) useful(list []Event) []bool {
	kept := make([]bool, len(c.s.events))
	for e := range kept {
		kept[e] = c.mayBeUsed(Event(e))
	}
	for i := range c.levels[:len(c.events)+1] {
		for _, p := range c.levels[i].spikes[:c.levels[i].n] {
			kept[p.disabled] = true
		}
	}
	for _, e := range c.events {
		kept[e] = true
	}
	for _, e := range list {
		kept[e] = true
	}
	for e := len(kept) - 1; e > 0; e-- { // their histories
		for _, m := range c.s.threadsOf(Event(e)) {
			if kept[e] {
				c.keepHistory(kept, Event(e), m.value)
			}
		}
	}
	return kept
}

// keepHistory keeps the event of node n, or the one before it if it is e's own.
func (c *Configuration) keepHistory(kept []bool, e Event, n int32) {
	at := &c.s.threads.nodes[n]
	if at.event == e {
		at = &c.s.threads.nodes[at.parent]
	}
	kept[at.event] = true
}

// mayBeUsed says whether an execution to come can have x.
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

// A renaming is the memory of Prune: what the numbers of one structure are in the other, 0 for what was taken out.
type renaming struct {
	from, to *Structure
	events   []Event
	threads  []int32 // nodes
	objects  []int32 // nodes
	tips     []int32
}

// copy copies event e, whose history has been copied.
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

// thread copies a node of event e in its thread's tree.
func (r *renaming) thread(n int32, e Event) int32 {
	if n != 0 {
		r.threads[n] = r.to.threads.add(r.threads[r.from.threads.nodes[n].parent], e)
	}
	return r.threads[n]
}

// tip copies a tip.
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

// object copies a node of an object's tree.
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

// copyOpposed copies what is in direct conflict with e.
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
