package sched

import (
	"unsafe"

	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
)

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
		if u == t || u.state != pending || u.await.Waits || u.twin.waits() || t.Op.Polls() && u.Op.Polls() {
			continue
		}
		switch u.Op.Kind {
		case model.Recv:
			if u.Addr == c {
				to = append(to, model.Choice{Thread: t.id, Case: int16(sendCase), Partner: u.id})
			}
		case model.Select:
			for i := range u.Cases {
				if u.Cases[i].C == c && !u.Cases[i].Send {
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
	to := u.Elem
	if u.Op.Kind == model.Select {
		to = u.Cases[c.PartnerCase].Elem
	}
	hook.ChanMove(ch, to.Pointer(), from.Pointer())
	t.done = true
	u.done, u.received, u.chosen = true, true, int(c.PartnerCase)
	u.state = running
	r.threads.queue = append(r.threads.queue, u)
	r.order.Join(t.id, u.id)
	r.order.Join(u.id, t.id)
}
