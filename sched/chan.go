package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// hookSend is a channel send: of a statement, of a select with one case and a default, or by reflection. If handled is false, Go's own code
// must do it, which does not block.
func hookSend(c, elem unsafe.Pointer, block bool) (handled, selected bool) {
	if private(&rt, c) || c == nil && !block {
		return false, false
	}
	if !block {
		chosen, _ := trySelect(c, elem, true)
		return true, chosen == 0
	}
	r := &rt
	t := r.leave()
	channel(r, t, model.Send, c, elem)
	return t.done, true
}

// hookRecv is a channel receive, likewise.
func hookRecv(c, elem unsafe.Pointer, block bool) (handled, selected, received bool) {
	if private(&rt, c) || c == nil && !block {
		return false, false, false
	}
	if !block {
		chosen, received := trySelect(c, elem, false)
		return true, chosen == 0, received
	}
	r := &rt
	t := r.leave()
	channel(r, t, model.Recv, c, elem)
	return t.done, true, t.received
}

// trySelect is a select with one case and a default.
func trySelect(c, elem unsafe.Pointer, send bool) (chosen int, received bool) {
	cases := [1]rawCase{{c, elem}}
	if send {
		return hookSelect(unsafe.Pointer(&cases), 1, 0, false)
	}
	return hookSelect(unsafe.Pointer(&cases), 0, 1, false)
}

// channel is one operation on one channel.
func channel(r *runtime, t *thread, kind model.Kind, c, elem unsafe.Pointer) {
	t.addr, t.elem, t.done, t.received = c, hook.PlaceOf(elem, t.g), false, false
	if c == nil {
		t.op = model.Op{Kind: model.Never, Obj: model.NoObject, Clock: model.NoObject}
	} else {
		_, size, _, foreign, _, _ := hook.ChanInfo(c)
		if foreign {
			failForeign(r)
		}
		t.op = model.Op{Kind: kind, Obj: channelObject(r, c), Clock: clockOf(r, c), Cap: int32(size)}
	}
	r.yield(t)
	r.enter(t, t.g)
}

func hookClose(c unsafe.Pointer) {
	if c == nil || private(&rt, c) {
		return // Go's own panic
	}
	r := &rt
	t := r.leave()
	channel(r, t, model.Close, c, nil)
}

func takeClose(r *runtime, t *thread, _ model.Choice) { r.order.Closing(t.id, t.op.Obj, t.addr) }

// hookLen is len. It is an operation on buffered channels only: on others the result is always 0.
func hookLen(c unsafe.Pointer) (int, bool) {
	_, size, _, _, _, _ := hook.ChanInfo(c)
	if size == 0 {
		return 0, true
	}
	r := &rt
	if r.clock.On(c) != nil {
		return 0, true // as Go does since 1.23
	}
	t := r.leave()
	channel(r, t, model.Len, c, nil)
	return 0, false
}

// hookBlock is a select without cases.
func hookBlock() {
	r := &rt
	channel(r, r.leave(), model.Never, nil, nil)
}

// sendAlternatives offers a send if there is room or the channel is closed (it panics); on an unbuffered channel one for each receiver.
func sendAlternatives(r *runtime, t *thread, to []model.Choice) []model.Choice {
	n, size, closed, _, _, _ := hook.ChanInfo(t.addr)
	if closed || n < size {
		return append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	if size > 0 {
		return to
	}
	return receivers(r, t, 0, t.addr, to)
}

// recvAlternatives offers a receive if there is a value or the channel is closed. A joint event is offered by its sender.
func recvAlternatives(_ *runtime, t *thread, to []model.Choice) []model.Choice {
	n, _, closed, _, _, _ := hook.ChanInfo(t.addr)
	if closed || n > 0 {
		to = append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	return to
}

// takeChan is the engine's part of a send or a receive.
func takeChan(r *runtime, t *thread, c model.Choice) {
	if c.Partner != model.NoThread {
		rendezvous(r, t, t.addr, t.elem, c)
		return
	}
	r.order.PassValue(t.id, t.addr, t.op.Kind == model.Send)
}

func never(*thread) bool { return false }

// private reports whether c is package testing's own channel, whose operations are no events.
func private(r *runtime, c unsafe.Pointer) bool {
	return c != nil && uintptr(c) == r.events.private
}

// clockOf returns the clock for an operation on the channel of a ticker: whether there is a value in it decides whether the ticker fires,
// and whether it holds up other timers (model.Op.OnTicker). It returns NoObject for other channels.
func clockOf(r *runtime, c unsafe.Pointer) model.Object {
	if r.clock.TicksOn(c) {
		return object.Clock
	}
	return model.NoObject
}

// channelObject names the channel c.
func channelObject(r *runtime, c unsafe.Pointer) model.Object {
	o, first := r.objects.Meet(uintptr(c))
	if first {
		n, _, closed, _, _, _ := hook.ChanInfo(c)
		keepFound(r, model.Found{Obj: o, N: int32(n), Closed: closed})
	}
	return o
}

// failForeign reports a channel on which an unmanaged goroutine is blocked.
func failForeign(r *runtime) {
	r.fail(failure.Foreign())
	r.end()
}

// receivers appends one joint event of the sender t for each pending receive from the unbuffered channel c. One of the two must be able
// to wait: two selects with a default never meet.
func receivers(r *runtime, t *thread, sendCase int, c unsafe.Pointer, to []model.Choice) []model.Choice {
	for _, u := range r.threads.list {
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

// rendezvous copies the value of the sender t to its partner. Both go on.
func rendezvous(r *runtime, t *thread, ch unsafe.Pointer, from hook.Place, c model.Choice) {
	u := r.threads.byID[c.Partner]
	to := u.elem
	if u.op.Kind == model.Select {
		to = u.cases[c.PartnerCase].elem
	}
	hook.ChanMove(ch, to.Pointer(), from.Pointer())
	t.done = true
	u.done, u.received, u.chosen = true, true, int(c.PartnerCase)
	u.state = running
	r.threads.queue = append(r.threads.queue, u)
	r.order.Join(t.id, u.id)
	r.order.Join(u.id, t.id)
}
