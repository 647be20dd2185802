package prog

import (
	"encoding/binary"
	"slices"

	"heddle/model"
)

// Interleavings runs every interleaving of p once, each from the start. It calls visit with the transitions of each,
// and the states before them and at the end. It returns false if there are more than limit interleavings. It shares no
// code with package explore.
func Interleavings(p *Program, names *model.Names, limit int, visit func([]model.Choice, []model.State)) bool {
	return All(NewMachine(p, names), limit, visit)
}

// All is Interleavings for a machine.
func All(m *Machine, limit int, visit func([]model.Choice, []model.State)) bool {
	var path []model.Choice
	for runs := 0; ; runs++ {
		if runs == limit {
			return false
		}
		states, n := []model.State(nil), 0
		var open []int // for each step, the alternatives after the one taken
		full := func(s *model.State) (model.Choice, bool) {
			states = append(states, clone(s))
			alts := alternatives(s)
			if len(alts) == 0 {
				return model.Choice{}, false
			}
			at := 0
			if n < len(path) {
				at = slices.Index(alts, path[n])
			} else {
				path = append(path, alts[0])
			}
			open = append(open, len(alts)-1-at)
			n++
			return path[n-1], true
		}
		m.Run(nil, full)
		visit(path, states)
		for n > 0 && open[n-1] == 0 {
			n--
		}
		if n == 0 {
			return true
		}
		alts := alternatives(&states[n-1])
		path = append(path[:n-1], alts[len(alts)-open[n-1]])
	}
}

func alternatives(s *model.State) (alts []model.Choice) {
	for i := range s.Pending {
		alts = append(alts, s.Pending[i].Alts...)
	}
	return alts
}

func clone(s *model.State) model.State {
	c := model.State{Pending: slices.Clone(s.Pending), Alarms: slices.Clone(s.Alarms), Horizon: s.Horizon}
	for i := range c.Pending {
		c.Pending[i].Alts = slices.Clone(c.Pending[i].Alts)
		c.Pending[i].Op.Cases = slices.Clone(c.Pending[i].Op.Cases)
	}
	return c
}

// Canonical encodes the Mazurkiewicz trace of an execution: each event, named by its thread and index, with its
// alternative and its past. It follows the definitions, whatever the cost.
func Canonical(d model.Dependence, names *model.Names, path []model.Choice, states []model.State) string {
	events := naive(d, names, path, states)
	var lines []string
	for i := range events {
		e := &events[i]
		line := []byte{}
		for _, n := range []int64{int64(e.c.Thread), int64(e.c.Partner), int64(e.c.Case), int64(e.c.PartnerCase)} {
			line = binary.AppendVarint(line, n)
		}
		line = binary.AppendVarint(binary.AppendVarint(line, int64(e.index[0])), int64(e.ops[0].Kind))
		var past []string
		for j := range e.past {
			name := binary.AppendVarint(nil, int64(events[j].c.Thread))
			past = append(past, string(binary.AppendVarint(name, int64(events[j].index[0]))))
		}
		slices.Sort(past)
		for _, p := range past {
			line = append(line, p...)
		}
		lines = append(lines, string(binary.AppendVarint(nil, int64(len(line))))+string(line))
	}
	slices.Sort(lines)
	out := ""
	for _, l := range lines {
		out += l
	}
	return out
}

// A naiveEvent is an event with the set of all events that happen before it.
type naiveEvent struct {
	c       model.Choice
	threads []model.Thread
	ops     []model.Op
	index   []int
	past    map[int]bool
	fails   bool  // it is a Done that leaves the counter below zero
	value   int64 // of its atomic variable, before it
	roles   []role
}

func naive(d model.Dependence, names *model.Names, path []model.Choice, states []model.State) []naiveEvent {
	var events []naiveEvent
	born := map[model.Thread]int{}   // the newest event of the parent when the thread was first seen, or -1
	waited := map[model.Thread]int{} // the event for which it has waited
	nth := func(t model.Thread, n int32) int {
		for i := range events {
			if slices.Contains(events[i].threads, t) {
				if n--; n == 0 {
					return i
				}
			}
		}
		return -1
	}
	newest := func(t model.Thread) int {
		for i := len(events) - 1; i >= 0; i-- {
			if slices.Contains(events[i].threads, t) {
				return i
			}
		}
		return -1
	}
	counters := map[model.Object]int64{} // of the WaitGroups
	past := history{}
	for n, c := range path {
		e := naiveEvent{c: c, past: map[int]bool{}}
		for _, p := range states[n].Pending {
			if _, ok := born[p.Thread]; !ok {
				born[p.Thread], waited[p.Thread] = -1, -1
				if p.After != 0 {
					waited[p.Thread] = nth(p.After, 1)
					born[p.Thread] = nth(p.Parent, p.Since) // -1 for none: thread 0 has been started by nobody
				}
				// A parent that was never seen has executed no event: its own parent's newest event counts.
				for parent := p.Parent; p.After == 0 && parent != model.NoThread && born[p.Thread] < 0; parent = names.Parent(parent) {
					born[p.Thread] = newest(parent)
					if at, ok := born[parent]; ok && born[p.Thread] < 0 {
						born[p.Thread] = at
						break
					}
				}
			}
			if p.Thread == c.Thread || p.Thread == c.Partner && joint(&states[n], c) {
				e.threads, e.ops = append(e.threads, p.Thread), append(e.ops, p.Op)
				e.value = p.Value
			}
		}
		if len(e.threads) == 2 && e.threads[0] != c.Thread {
			slices.Reverse(e.threads)
			slices.Reverse(e.ops)
		}
		for _, t := range e.threads {
			e.index = append(e.index, 1)
			for i := range events {
				if slices.Contains(events[i].threads, t) {
					e.index[len(e.index)-1]++
					e.after(events, i)
				}
			}
			e.after(events, born[t])
			e.after(events, waited[t])
		}
		if op := &e.ops[0]; op.Kind == model.WGAdd || op.Kind == model.WGDone {
			counters[op.Obj] += op.Arg
			e.fails = op.Kind == model.WGDone && counters[op.Obj] < 0
		}
		e.roles = past.note(&e)
		for i := range events {
			if e.dependent(d, &events[i]) {
				e.after(events, i)
			}
		}
		events = append(events, e)
	}
	return events
}

func joint(s *model.State, c model.Choice) bool {
	for _, p := range s.Pending {
		if p.Thread == c.Thread {
			return p.Op.Kind == model.Send || p.Op.Kind == model.Select
		}
	}
	return false
}

// after adds event i and its past to the past of e.
func (e *naiveEvent) after(events []naiveEvent, i int) {
	if i < 0 {
		return
	}
	e.past[i] = true
	for j := range events[i].past {
		e.past[j] = true
	}
}

func (e *naiveEvent) dependent(d model.Dependence, f *naiveEvent) bool {
	for i := range e.ops {
		for j := range f.ops {
			a, b := &e.ops[i], &f.ops[j]
			if (e.fails || f.fails) && a.Obj == b.Obj {
				return true
			}
			if d == model.Balanced && a.Obj == b.Obj && counts(a) && counts(b) && (a.Kind == model.WGDone || b.Kind == model.WGDone) { // and neither fails
				if d.Dependent(clockOnly(a), clockOnly(b)) {
					return true
				}
				continue
			}
			if d.Dependent(a, b) && (d < model.Refined || d.Dependent(clockOnly(a), clockOnly(b)) || e.refined(f)) {
				return true
			}
		}
	}
	return false
}
