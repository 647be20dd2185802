package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/hook"
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
	t.Addr, t.Elem, t.done, t.received = c, hook.PlaceOf(elem, t.g), false, false
	if c == nil {
		t.Op = model.Op{Kind: model.Never, Obj: model.NoObject, Clock: model.NoObject}
	} else {
		_, size, _, foreign, _, _ := hook.ChanInfo(c)
		if foreign {
			failForeign(r)
		}
		t.Op = model.Op{Kind: kind, Obj: channelObject(r, c), Clock: clockOf(r, c), Cap: int32(size)}
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

func takeClose(r *runtime, t *thread, _ model.Choice) { r.order.Closing(t.id, t.Op.Obj, t.Addr) }

// hookLen is len. It is an operation on buffered channels only: on others the result is always 0.
func hookLen(c unsafe.Pointer) (int, bool) {
	_, size, _, _, _, _ := hook.ChanInfo(c)
	if size == 0 {
		return 0, true
	}
	r := &rt
	t := r.leave()
	if t.clock().On(c) != nil {
		r.enter(t, t.g)
		return 0, true // as Go does since 1.23
	}
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
	n, size, closed, _, _, _ := hook.ChanInfo(t.Addr)
	if closed || n < size {
		return append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	if size > 0 {
		return to
	}
	return receivers(r, t, 0, t.Addr, to)
}

// recvAlternatives offers a receive if there is a value or the channel is closed. A joint event is offered by its sender.
func recvAlternatives(_ *runtime, t *thread, to []model.Choice) []model.Choice {
	if t.CanReceive() {
		to = append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	return to
}

// takeChan is the engine's part of a send or a receive.
func takeChan(r *runtime, t *thread, c model.Choice) {
	if c.Partner != model.NoThread {
		rendezvous(r, t, t.Addr, t.Elem, c)
		return
	}
	r.order.PassValue(t.id, t.Addr, t.Op.Kind == model.Send)
}

func never(*thread) bool { return false }

// private reports whether c is package testing's own channel, whose operations are no events.
func private(r *runtime, c unsafe.Pointer) bool {
	return c != nil && uintptr(c) == r.events.private
}
