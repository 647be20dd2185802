package finding

import "heddle/model"

// states is at how many nodes of the tree count looks at most.
const states = 200000

// all returns the number of traces of p, or of those that fail; 0 if it would have to look at too many nodes.
//
// A trace is one path of the tree that sleep sets leave of all interleavings (Godefroid). What is below a node of that tree follows from how
// far the threads are and who sleeps. So the paths are counted without walking them: each pair of those once. A
// failing trace has each ordering in all of its interleavings, for its operations are dependent: paths that violate one are not counted.
func (c *counter) all() float64 {
	n := c.count(position{}, 0)
	if len(c.known) > states {
		return 0
	}
	return n
}

// most is the greatest number of threads.
const most = 5

// A position is how many operations each thread has done.
type position [most]uint8

// A counter counts paths: all of them, and those that fail.
type counter struct {
	p       *Planted
	known   map[uint64]float64
	failing bool
}

// count is how many paths lead from a node, whose sleeping threads are a bit set, to the end.
func (c *counter) count(at position, asleep uint8) float64 {
	key := uint64(asleep)
	for _, n := range at {
		key = key<<8 | uint64(n)
	}
	if n, ok := c.known[key]; ok || len(c.known) > states {
		return n
	}
	sum, over := 0.0, true
	sleep := asleep
	for t := range c.p.threads {
		if int(at[t]) == len(c.p.threads[t]) {
			continue
		}
		over = false
		if sleep&(1<<t) != 0 || !c.enabled(at, t) {
			continue
		}
		if !c.failing || c.keeps(at, t) {
			next := at
			next[t]++
			sum += c.count(next, c.awake(sleep, at, t))
		}
		sleep |= 1 << t
	}
	if over {
		sum = 1
	}
	c.known[key] = sum
	return sum
}

// awake returns the threads of the set whose next operations are independent of that of t.
func (c *counter) awake(sleep uint8, at position, t int) uint8 {
	a := c.p.threads[t][at[t]]
	for u := range c.p.threads {
		if sleep&(1<<u) == 0 {
			continue
		}
		b := c.p.threads[u][at[u]]
		if a.on == b.on && model.Standard.Relation().Dependent(model.Role(a.kind), model.Role(b.kind)) {
			sleep &^= 1 << u
		}
	}
	return sleep
}

// enabled says whether thread t can go on.
func (c *counter) enabled(at position, t int) bool {
	o := c.p.threads[t][at[t]]
	switch o.kind {
	case model.Lock:
		return c.done(at, o.on, model.Lock) == c.done(at, o.on, model.Unlock)
	case model.Recv:
		return c.done(at, o.on, model.Send) > 0
	case model.WGWait:
		return c.done(at, o.on, model.WGDone) > 0
	}
	return true
}

// done is how many operations of a kind there were on an object.
func (c *counter) done(at position, on string, kind model.Kind) (n int) {
	for t, thread := range c.p.threads {
		for _, o := range thread[:at[t]] {
			if o.kind == kind && o.on == on {
				n++
			}
		}
	}
	return n
}

// keeps says whether the next operation of thread t is the second of no ordering whose first is to come.
func (c *counter) keeps(at position, t int) bool {
	for _, o := range c.p.Orderings {
		if o.Then == (Event{t, int(at[t])}) && int(at[o.First.Thread]) <= o.First.N {
			return false
		}
	}
	return true
}
