package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
)

// hookSend is a channel send, of a statement, of a select with one case and a default, or by reflection. handled says that it is
// done; else Go's own code does it, without blocking.
func hookSend(c, elem unsafe.Pointer, block bool) (handled, selected bool) {
	if rt.private(c) || c == nil && !block {
		return false, false
	}
	if !block {
		chosen, _ := trySelect(c, elem, true)
		return true, chosen == 0
	}
	r := &rt
	t := r.leave()
	r.channel(t, model.Send, c, elem)
	return t.done, true
}

// hookRecv is a channel receive, likewise.
func hookRecv(c, elem unsafe.Pointer, block bool) (handled, selected, received bool) {
	if rt.private(c) || c == nil && !block {
		return false, false, false
	}
	if !block {
		chosen, received := trySelect(c, elem, false)
		return true, chosen == 0, received
	}
	r := &rt
	t := r.leave()
	r.channel(t, model.Recv, c, elem)
	return t.done, true, t.received
}

// trySelect is a select of one case and a default.
func trySelect(c, elem unsafe.Pointer, send bool) (chosen int, received bool) {
	cases := [1]rawCase{{c, elem}}
	if send {
		return hookSelect(unsafe.Pointer(&cases), 1, 0, false)
	}
	return hookSelect(unsafe.Pointer(&cases), 0, 1, false)
}

// channel makes one operation on one channel.
func (r *runtime) channel(t *thread, kind model.Kind, c, elem unsafe.Pointer) {
	t.addr, t.elem, t.done, t.received = c, hook.PlaceOf(elem, t.g), false, false
	if c == nil {
		t.op = model.Op{Kind: model.Never, Obj: model.NoObject, Clock: model.NoObject}
	} else {
		_, size, _, foreign, _, _ := hook.ChanInfo(c)
		if foreign {
			r.foreign()
		}
		t.op = model.Op{Kind: kind, Obj: r.channelObject(c), Clock: model.NoObject, Cap: int32(size)}
	}
	r.yield(t)
	r.enter(t, t.g)
}

// foreign reports a channel at whose other end a goroutine waits that is not managed.
func (r *runtime) foreign() {
	r.fail(failure.Foreign())
	r.end()
}

func hookClose(c unsafe.Pointer) {
	if c == nil || rt.private(c) {
		return // Go's own panic
	}
	r := &rt
	t := r.leave()
	r.channel(t, model.Close, c, nil)
}

func takeClose(r *runtime, t *thread, _ model.Choice) { r.release(t, t.op.Obj) }

// hookLen is len: an operation on a buffered channel; on others the result is always 0.
func hookLen(c unsafe.Pointer) (int, bool) {
	_, size, _, _, _, _ := hook.ChanInfo(c)
	if size == 0 {
		return 0, true
	}
	r := &rt
	for _, tm := range r.clock.timers {
		if tm.c == c {
			return 0, true // as Go does since 1.23
		}
	}
	t := r.leave()
	r.channel(t, model.Len, c, nil)
	return 0, false
}

func hookBlock() {
	r := &rt
	r.channel(r.leave(), model.Never, nil, nil)
}

// sendAlternatives offers a send when there is room, or with every receiver that waits, or to panic.
func sendAlternatives(r *runtime, t *thread, to []model.Choice) []model.Choice {
	n, size, closed, _, _, _ := hook.ChanInfo(t.addr)
	if closed || n < size {
		return append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	if size > 0 {
		return to
	}
	return r.receivers(t, 0, t.addr, to)
}

// recvAlternatives offers a receive when there is a value or the channel is closed. A joint event is offered by its sender.
func recvAlternatives(_ *runtime, t *thread, to []model.Choice) []model.Choice {
	n, _, closed, _, _, _ := hook.ChanInfo(t.addr)
	if closed || n > 0 {
		to = append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	return to
}

// receivers appends one joint event of the sender t for each pending receive from the unbuffered channel c. One of the two must
// wait for the other: two selects with a default never meet.
func (r *runtime) receivers(t *thread, sendCase int, c unsafe.Pointer, to []model.Choice) []model.Choice {
	for _, u := range r.threads {
		if u == t || u.state != pending || t.op.Polls() && u.op.Polls() {
			continue
		}
		switch u.op.Kind {
		case model.Recv:
			if u.addr == c {
				to = append(to, model.Choice{Thread: t.id, Case: int16(sendCase), Partner: u.id})
			}
		case model.Select:
			for i := range u.cases {
				if u.cases[i].c == c && !u.cases[i].send {
					to = append(to, model.Choice{Thread: t.id, Case: int16(sendCase), Partner: u.id, PartnerCase: int16(i)})
				}
			}
		}
	}
	return to
}

// takeChan is the engine's part of a send or a receive.
func takeChan(r *runtime, t *thread, c model.Choice) {
	if c.Partner != model.NoThread {
		r.rendezvous(t, t.addr, t.elem, c)
		return
	}
	r.passValue(t, t.addr, t.op.Kind == model.Send)
}

// rendezvous gives the value of the sender t to its partner; both go on.
func (r *runtime) rendezvous(t *thread, ch unsafe.Pointer, from hook.Place, c model.Choice) {
	u := r.byID[c.Partner]
	to := u.elem
	if u.op.Kind == model.Select {
		to = u.cases[c.PartnerCase].elem
	}
	hook.ChanMove(ch, to.Pointer(), from.Pointer())
	t.done = true
	u.done, u.received, u.chosen = true, true, int(c.PartnerCase)
	u.state = running
	r.queue = append(r.queue, u)
	if r.races != nil {
		r.races.Join(t.id, u.id)
		r.races.Join(u.id, t.id)
	}
}

// passValue follows the edges of a buffered or closed channel: the n-th send comes before the n-th receive is done, which
// comes before send n + capacity is done; a close comes before a receive that sees it.
func (r *runtime) passValue(t *thread, ch unsafe.Pointer, send bool) {
	if r.races == nil {
		return
	}
	n, size, _, _, sendx, recvx := hook.ChanInfo(ch)
	o := r.objects.Name(uintptr(ch))
	switch {
	case !send && n == 0:
		r.acquire(t, o)
		return
	case size == 0:
		return // a send that panics
	}
	slot := r.objects.Slots(o, int32(size))
	if send {
		slot += int32(sendx)
	} else {
		slot += int32(recvx)
	}
	r.acquireSlot(t, slot)
	r.releaseSlot(t, slot)
}
