package sched

import "heddle/model"

func takeWriter(r *runtime, t *thread, _ model.Choice) {
	hold(r, t)
	r.order.Acquire(t.id, t.Op.Obj)
	r.order.AcquireSlot(t.id, readersSlot(r, t.Op.Obj))
}

func takeTryWriter(r *runtime, t *thread, c model.Choice) {
	if t.RWFree() {
		takeWriter(r, t, c)
	}
}

func takeReader(r *runtime, t *thread, _ model.Choice) {
	o := r.objects.Of(t.Op.Obj)
	o.Holders = append(o.Holders, t.id)
	if r.recorder != nil {
		r.recorder.Read(t.Op.Obj, t.id, t.trail.At)
	}
	r.order.Acquire(t.id, t.Op.Obj)
}

func takeTryReader(r *runtime, t *thread, c model.Choice) {
	if t.NoWriter() {
		takeReader(r, t, c)
	}
}

func takeReaderUnlock(r *runtime, t *thread, _ model.Choice) {
	r.doubts.Whole = !r.objects.Of(t.Op.Obj).Free(t.id) || r.doubts.Whole
	r.order.MergeSlot(t.id, readersSlot(r, t.Op.Obj))
	if r.recorder != nil {
		r.recorder.Unread(t.Op.Obj, t.id)
	}
}

// readersSlot returns the slot to which readers release. Writers acquire from it, readers do not.
func readersSlot(r *runtime, o model.Object) int32 { return r.objects.Slots(o, 1) }
