package unfold

import "slices"

// A comb is the search for an alternative to D after C: section 5, definition 6.
//
//	1  select k events e1, ..., ek of D
//	2  let spike si be the set of events that are in conflict with ei
//	3  remove from si each event e for which [e] and C are no configuration, or [e] has an event of D
//	4  find a combination of one event from each spike, no two of them in conflict
//	5  the alternative is the union of their local configurations
//
// Where we differ:
//   - D has only events that C enables. Those in conflict with C need no alternative.
//   - A spike has only events in direct conflict with ei. A configuration that contains C and an event in conflict with
//     ei also contains an event in direct conflict with ei, because the history of ei is in C.
//   - Step 3 is done while C grows: each event that is added removes events from the spikes of the events that stay in
//     D. Events that are found later are checked when the spike is used.
//   - A spike is skipped if its ei is already in conflict with the combination, so a comb has no more spikes than
//     needed.
//
// A search takes O(n^k) calls of admits for spikes of n events.
type comb struct {
	order []*spike
	found []Event
}

// A spike holds the events that can be in an alternative to one disabled event after C.
type spike struct {
	disabled Event
	seen     int // opposed[:seen] of disabled have been checked
	events   []Event
}

// A level has the disabled events after a prefix of a configuration, oldest first.
type level struct {
	spikes []spike
	n      int // spikes[:n] are valid; the others are memory to be reused
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

// level returns the level after the whole configuration.
func (c *Configuration) level() *level {
	for len(c.levels) <= len(c.events) {
		c.levels = append(c.levels, level{})
	}
	return &c.levels[len(c.events)]
}

// Disable adds e, which the configuration must enable, to D.
func (c *Configuration) Disable(e Event) {
	l := c.level()
	for i := range l.n {
		p := &l.spikes[i]
		p.events = slices.DeleteFunc(p.events, func(f Event) bool { return c.s.inHistory(e, f) })
	}
	l.grow(e)
}

// Inherit sets D to what it was before the last Push, without the events for which keep returns false. It must return
// false for those that are in conflict with the event pushed. After no event, D is empty.
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

// refresh adds to p the events in direct conflict that have been found since it was last used: lines 2 and 3.
func (c *Configuration) refresh(p *spike) {
	opposed := c.s.events[p.disabled].opposed
	for _, e := range opposed[p.seen:] {
		if c.clue(e) {
			p.events = append(p.events, e)
		}
	}
	p.seen = len(opposed)
}

// clue says whether e passes line 3. Most events fail because of the past of their own thread, in O(log n) time. The
// others take the time of admits, and O(d·log n) for d disabled events.
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

// Alternative returns a k-partial alternative to D after the configuration, without the events of the configuration, or
// nil if there is none. It selects the k newest events of D, or all if k <= 0. The events are in an order in which they
// can be executed. The result is valid until the next call.
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

// combine finds a combination of the spikes from the i-th on, and joins it to the configuration. From the i-th spike it
// takes one of the events that start at index from. It takes more than one if the disabled event is a Done that only
// several others together conflict with.
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

// collect sets found to the events that the changes from start on have added.
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
