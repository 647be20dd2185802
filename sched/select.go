package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/operation"
)

// A rawCase is one case, as runtime.selectgo gets it.
type rawCase struct{ c, elem unsafe.Pointer }

// hookSelect is a select. The cases are nsends sends and then nrecvs receives, without the default. It returns the case chosen, -1 for the
// default, and whether a receive got a value.
func hookSelect(cases unsafe.Pointer, nsends, nrecvs int, block bool) (int, bool) {
	r := &rt
	t := r.leave()
	raw := unsafe.Slice((*rawCase)(cases), nsends+nrecvs)
	t.Cases, t.OpCases = t.Cases[:0], t.OpCases[:0]
	onClock := model.NoObject
	for i, c := range raw {
		op := model.Case{Obj: model.NoObject, Send: i < nsends}
		if c.c != nil {
			_, size, _, foreign, _, _ := hook.ChanInfo(c.c)
			if foreign {
				failForeign(r)
			}
			op.Obj, op.Cap = channelObject(r, c.c), int32(size)
			onClock = max(onClock, clockOf(r, c.c))
		}
		t.Cases = append(t.Cases, operation.Case{C: c.c, Elem: hook.PlaceOf(c.elem, t.g), Send: i < nsends})
		t.OpCases = append(t.OpCases, op)
	}
	t.Op = model.Op{Kind: model.Select, Obj: model.NoObject, Clock: onClock, Cases: t.OpCases}
	if !block {
		t.Op.Arg = 1
	}
	t.done, t.received = false, false
	r.yield(t)
	r.enter(t, t.g)
	if t.done || t.chosen < 0 {
		return t.chosen, t.received
	}
	c := unsafe.Slice((*rawCase)(cases), nsends+nrecvs)[t.chosen]
	if t.chosen < nsends {
		hook.ChanSend(c.c, c.elem)
		return t.chosen, false
	}
	return t.chosen, hook.ChanRecv(c.c, c.elem)
}

// selectAlternatives offers every case that is ready. It also offers the default, unless a case on a buffered or closed channel is ready: a
// partner on an unbuffered channel may not have arrived yet.
func selectAlternatives(r *runtime, t *thread, to []model.Choice) []model.Choice {
	must := false // a case is ready that needs no partner
	for i := range t.Cases {
		c := &t.Cases[i]
		if c.C == nil {
			continue
		}
		n, size, closed, _, _, _ := hook.ChanInfo(c.C)
		switch {
		case closed, c.Send && n < size, !c.Send && n > 0:
			must = true
			to = append(to, model.Choice{Thread: t.id, Case: int16(i), Partner: model.NoThread})
		case c.Send && size == 0:
			to = receivers(r, t, i, c.C, to)
		}
	}
	if t.Op.Arg == 1 && !must {
		to = append(to, model.Choice{Thread: t.id, Case: -1, Partner: model.NoThread})
	}
	return to
}

func takeSelect(r *runtime, t *thread, c model.Choice) {
	t.chosen = int(c.Case)
	if c.Case < 0 {
		r.ending.impossible = r.ending.impossible || hasParked(r, t)
		return
	}
	s := &t.Cases[c.Case]
	if c.Partner != model.NoThread {
		rendezvous(r, t, s.C, s.Elem, c)
		return
	}
	r.order.PassValue(t.id, s.C, s.Send)
}

// hasParked reports whether a partner of a case of t has arrived for certain, because its bubble was idle since. Then Go does not take the
// default. The execution goes on, so that to algorithms a default is enabled as everywhere, but nothing counts that it shows.
func hasParked(r *runtime, t *thread) bool {
	for _, u := range r.threads.list {
		for i := range t.Op.Cases {
			if c := &t.Op.Cases[i]; u.parked && u.state == pending && c.Obj != model.NoObject && c.Cap == 0 && u.Op.Opposes(c) {
				return true
			}
		}
	}
	return false
}
