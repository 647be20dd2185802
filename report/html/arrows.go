package html

import (
	"slices"
	"strings"
)

// An arrow goes from one row to a later one, of another lane.
type arrow struct {
	From int    `json:"f"`
	To   int    `json:"t"`
	Kind string `json:"k"` // message, close, lock, done, value, race
}

// history is what has happened to an object.
type history struct {
	sent     []int // rows of the sends whose messages are in the channel's buffer
	closed   int   // rows, from 1; 0 for none
	released int
	done     int
	written  int
}

// arrows returns the arrows of d. A message that meets its receiver is one row, which the script draws.
func arrows(d *data) []arrow {
	objects, list := map[int]*history{}, []arrow{}
	for i := range d.Rows {
		r := &d.Rows[i]
		if r.Object == 0 || r.Kind != "" {
			continue
		}
		h := objects[r.Object]
		if h == nil {
			h = new(history)
			objects[r.Object] = h
		}
		sort, _, _ := strings.Cut(d.Objects[r.Object-1].Object, " ")
		if from, kind := h.next(i, r, sort); from > 0 && d.Rows[from-1].Lane != r.Lane {
			list = append(list, arrow{from - 1, i, kind})
		}
	}
	return list
}

// races returns a line between the two accesses of a race.
func races(d *data) []arrow {
	var at []int
	for i := range d.Rows {
		if d.Rows[i].Kind == "race" {
			at = append(at, i)
		}
	}
	if len(at) != 2 {
		return nil
	}
	return []arrow{{at[0], at[1], "race"}}
}

// next notes row i, and returns the row from which an arrow comes to it, from 1; 0 if none does.
func (h *history) next(i int, r *row, sort string) (from int, kind string) {
	switch sort {
	case "channel":
		return h.channel(i, r)
	case "mutex", "rwmutex":
		switch op(r) {
		case "Unlock", "RUnlock":
			h.released = i + 1
		case "Lock", "RLock", "TryLock", "TryRLock":
			return h.released, "lock"
		}
	case "waitgroup":
		switch op(r) {
		case "Done", "Add":
			h.done = i + 1
		case "Wait":
			return h.done, "done"
		}
	case "cond":
		switch op(r) {
		case "Signal", "Broadcast":
			h.done = i + 1
		case "Wait":
			return h.done, "done"
		}
	case "file", "system": // a pipe, or a connection
		if op(r) == "read" {
			return h.written, "message"
		}
		h.written = i + 1
	case "atomic", "memory", "once", "pool", "map":
		from := h.written
		switch op(r) {
		case "Load", "read", "len":
			return from, "value"
		case "Swap", "Add", "And", "Or", "CompareAndSwap", "Get":
			h.written = i + 1
			return from, "value"
		default:
			h.written = i + 1
		}
	}
	return 0, ""
}

// channel is next for a channel.
func (h *history) channel(i int, r *row) (from int, kind string) {
	switch op(r) {
	case "close":
		h.closed = i + 1
	case "send":
		if r.Partner == 0 {
			h.sent = append(h.sent, i+1)
		}
	case "receive":
		switch {
		case r.Partner != 0:
		case len(h.sent) > 0:
			from, h.sent = h.sent[0], h.sent[1:]
			return from, "message"
		default:
			return h.closed, "close"
		}
	}
	return 0, ""
}

// op is the operation of a row, without what is said of it besides.
func op(r *row) string {
	name, _, _ := strings.Cut(strings.TrimPrefix(r.Op, "select: "), " ")
	return name
}

// A bar is the time in which a lane's goroutine holds a lock.
type bar struct {
	Lane   int  `json:"l"`
	Object int  `json:"o"`
	From   int  `json:"f"`
	To     int  `json:"t"` // the row of the Unlock; the number of rows for one that never comes
	Read   bool `json:"r,omitempty"`
	Depth  int  `json:"d,omitempty"` // how many the lane holds already
}

// bars returns the bars of d. An Unlock in another goroutine than the Lock ends the bar as well.
func bars(d *data) []bar {
	list, open := []bar{}, []int{} // indices of those that have not ended
	end := func(object, lane, at int) {
		last := -1
		for k, n := range open {
			if b := &list[n]; b.Object == object && (last < 0 || b.Lane == lane || list[open[last]].Lane != lane) {
				last = k
			}
		}
		if last >= 0 {
			list[open[last]].To = at
			open = slices.Delete(open, last, last+1)
		}
	}
	for i := range d.Rows {
		r := &d.Rows[i]
		if r.Object == 0 || r.Kind != "" || !strings.Contains(d.Objects[r.Object-1].Object, "mutex ") {
			continue
		}
		switch r.Op {
		case "Lock", "RLock", "TryLock", "TryRLock":
			b := bar{Lane: r.Lane, Object: r.Object, From: i, To: len(d.Rows), Read: strings.HasSuffix(r.Op, "RLock")}
			taken := false
			for _, k := range open {
				taken = taken || list[k].Object == b.Object && !(b.Read && list[k].Read)
				if list[k].Lane == r.Lane {
					b.Depth++
				}
			}
			if taken && strings.HasPrefix(r.Op, "Try") {
				continue // it has failed
			}
			open = append(open, len(list))
			list = append(list, b)
		case "Unlock", "RUnlock":
			end(r.Object, r.Lane, i)
		}
	}
	return list
}
