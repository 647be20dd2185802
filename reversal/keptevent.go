package reversal

import (
	"heddle/model"
	"heddle/trace"
)

// A KeptEvent is a copy of an event, or of another transition: it stays valid when the execution no longer has the event.
type KeptEvent struct {
	model.Choice
	Op model.Op

	joint               bool
	other               model.Op // the partner's operation if the transition is joint
	index, partnerIndex int32    // as in trace.Event; 0 for a transition that is no event
	found               []found  // under Refined: what it found
}

// A found is the state in which a transition finds an object.
type found struct {
	object model.Object
	model.ObjectState
}

// Keep makes d event i of x. It reuses the memory of d.
func (d *KeptEvent) Keep(x *trace.Execution, i int) {
	e := x.Event(int32(i))
	d.Choice, d.index, d.partnerIndex = e.Choice, e.Index, 0
	if e.Joint() {
		d.partnerIndex = x.PartnerIndex(e)
	}
	d.set(x, e.Op, e.PartnerOp, int32(i))
}

// KeepOffered makes d the transition c, which state i of x offers. It reuses the memory of d.
func (d *KeptEvent) KeepOffered(x *trace.Execution, i int, c model.Choice) {
	op, partner := x.PendingAt(c.Thread, int32(i)), int32(-1)
	if x.OpAt(op).Joint(c) {
		partner = x.PendingAt(c.Partner, int32(i))
	}
	d.Choice, d.index, d.partnerIndex = c, 0, 0
	d.set(x, op, partner, int32(i))
}

func (d *KeptEvent) set(x *trace.Execution, op, partner, n int32) {
	d.Op.Set(x.OpAt(op))
	if d.joint = partner >= 0; d.joint {
		d.other.Set(x.OpAt(partner))
	}
	d.found = d.found[:0]
	if x.Relation().Refined() {
		d.find(x, &d.Op, n)
		if d.joint {
			d.find(x, &d.other, n)
		}
	}
}

// find keeps what op finds after the first n events of x.
func (d *KeptEvent) find(x *trace.Execution, op *model.Op, n int32) {
	add := func(o model.Object) {
		if o != model.NoObject {
			d.found = append(d.found, found{o, x.FoundAt(o, n)})
		}
	}
	add(op.Clock)
	add(op.Obj)
	for i := range op.Cases {
		add(op.Cases[i].Obj)
	}
}

// finds is the state in which d found o, one of its objects.
func (d *KeptEvent) finds(o model.Object) model.ObjectState {
	for i := range d.found {
		if d.found[i].object == o {
			return d.found[i].ObjectState
		}
	}
	return model.ObjectState{}
}

// In says whether d is one of the events that the clock times counts.
func (d *KeptEvent) In(times []int32) bool {
	return int(d.Thread) < len(times) && d.index <= times[d.Thread]
}
