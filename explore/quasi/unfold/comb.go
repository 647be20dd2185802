package unfold

import "slices"

// A comb is the search for an alternative to D after C: section 5, definition 6.
//
//	1  select k events e1, ..., ek of D
//	2  spike si holds all events that are in conflict with ei
//	3  without those events e for which [e] and C are no configuration, or [e] has an event of D
//	4  find a combination of one event from each spike, no two of them in conflict
//	5  their local configurations are the alternative
//
// Where we differ:
//   - D are the events that C enables: those in conflict with C need no alternative.
//   - A spike holds the events in direct conflict with ei. A configuration that has C and not ei, but an event in conflict with
//     it, has one in direct conflict with it, because the history of ei is in C.
//   - Step 3 is done as C grows: the spike of an event that stays in D is what the next event leaves of it. The events that are
//     found later are looked at when the spike is used.
//   - A spike whose ei is in conflict with what has been combined already takes no part: the comb is as long as it must be.
//
// A search takes O(n^k) time for spikes of n events, times that of admits.
type comb struct {
	order []*spike
	found []Event
}

// A spike holds the events that can be in an alternative to one disabled event after C.
type spike struct {
	disabled Event
	seen     int // so many of the events in direct conflict with it have been looked at
	events   []Event
}

// A level is what is disabled after the first events of a configuration, oldest first.
type level struct {
	spikes []spike
	n      int // the others are memory to be used again
}

func (l *level) grow(e Event) *spike {
	if l.n == len(l.spikes) {
		l.spikes = append(l.spikes, spike{})
	}
	l.n++
	p := &l.spikes[l.n-1]
	p.disabled, p.seen, p.events = e, 0, p.events[:0]
	return p
}

// level is that of the whole configuration.
func (c *Configuration) level() *level {
	for len(c.levels) <= len(c.events) {
		c.levels = append(c.levels, level{})
	}
	return &c.levels[len(c.events)]
}

// Disable puts e, which the configuration enables, into D.
func (c *Configuration) Disable(e Event) {
	l := c.level()
	for i := range l.n {
		p := &l.spikes[i]
		p.events = slices.DeleteFunc(p.events, func(f Event) bool { return c.s.inHistory(e, f) })
	}
	l.grow(e)
}

// Inherit makes D what it was before the event that was pushed last, without those events for which keep returns false. They are
// those that the event is in conflict with.
func (c *Configuration) Inherit(keep func(Event) bool) {
	l := c.level()
	l.n = 0
	if len(c.events) == 0 {
		return
	}
	above := &c.levels[len(c.events)-1]
	from := int(c.marks[len(c.events)-1])
	for i := range above.n {
		q := &above.spikes[i]
		if !keep(q.disabled) {
			continue
		}
		p := l.grow(q.disabled)
		p.seen = q.seen
		for _, e := range q.events {
			if c.admitsAfter(from, e) {
				p.events = append(p.events, e)
			}
		}
	}
}

// refresh looks at the events in direct conflict that have been found since: lines 2 and 3.
func (c *Configuration) refresh(p *spike) {
	opposed := c.s.events[p.disabled].opposed
	for _, e := range opposed[p.seen:] {
		if c.clue(e) {
			p.events = append(p.events, e)
		}
	}
	p.seen = len(opposed)
}

// clue is line 3. Most events fail by what comes before them in their own thread, in O(log n) time; others take the time of admits, and
// O(d·log n) for d disabled events.
func (c *Configuration) clue(e Event) bool {
	ev := &c.s.events[e]
	if t := int(ev.Thread); t < len(c.threads) {
		if compared(conflict, &c.s.threads, ev.node, c.threads[t]); !c.s.threads.below(ev.node, c.threads[t]) {
			return false
		}
	}
	if !c.admits(e) {
		return false
	}
	l := c.level()
	for i := range l.n {
		if c.s.inHistory(l.spikes[i].disabled, e) {
			return false
		}
	}
	return true
}

// Alternative returns a k-partial alternative to D after the configuration, without the events of the configuration, or nothing
// if there is none. The newest events of D are selected; k = 0, or less, selects all. The events are in an order in which they can be
// executed, and are valid until the next call.
func (c *Configuration) Alternative(k int) []Event {
	b, l := &c.comb, c.level()
	if k <= 0 || k > l.n {
		k = l.n
	}
	b.order = b.order[:0]
	for i := l.n - 1; i >= l.n-k; i-- { // Line 1
		p := &l.spikes[i]
		if c.refresh(p); len(p.events) == 0 {
			return nil
		}
		b.order = append(b.order, p)
	}
	start := len(c.changes)
	if !c.combine(0, 0) { // Line 4
		return nil
	}
	c.collect(start) // Line 5
	c.undo(start)
	return b.found
}

// combine finds a combination of the spikes from the i-th on, and joins it to the configuration. Of the i-th it takes events
// from the given one on: one, unless the disabled event is a Done that only several others keep from being executed.
func (c *Configuration) combine(i, from int) bool {
	b := &c.comb
	for i < len(b.order) && !c.admits(b.order[i].disabled) {
		i, from = i+1, 0
	}
	if i == len(b.order) {
		return true
	}
	start := len(c.changes)
	for n, e := range b.order[i].events[from:] {
		if c.admits(e) {
			c.join(e)
			if c.combine(i, from+n+1) {
				return true
			}
			c.undo(start)
		}
	}
	return false
}

// collect gathers the events that the changes from the given one on have brought.
func (c *Configuration) collect(start int) {
	b, f := &c.comb, &c.s.threads
	b.found = b.found[:0]
	for i, ch := range c.changes[start:] {
		first := func(o change) bool { return !o.object && o.key == ch.key }
		if ch.object || slices.ContainsFunc(c.changes[start:start+i], first) {
			continue
		}
		for n := c.threads[ch.key]; n != ch.value; n = f.nodes[n].parent {
			b.found = append(b.found, f.nodes[n].event)
		}
	}
	slices.Sort(b.found)
	b.found = slices.Compact(b.found)
}
