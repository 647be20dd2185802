package trace

import "heddle/model"

// A Deed is a transition by itself: what is left of it when the execution goes on without it.
type Deed struct {
	model.Choice
	Op    model.Op
	Other model.Op // the partner's operation if the transition is joint

	joint               bool
	index, partnerIndex int32 // as in event; 0 for a transition that is no event
}

// Deed makes d event i. It uses d's memory again.
func (x *Execution) Deed(i int, d *Deed) {
	e := &x.events[i]
	d.Choice, d.index, d.partnerIndex = e.Choice, e.index, e.partnerIndex
	d.set(x, e.Op, e.PartnerOp)
}

// Offer makes d the transition c, which state i offers.
func (x *Execution) Offer(i int, c model.Choice, d *Deed) {
	op, partner := int32(-1), int32(-1)
	for _, k := range x.pending(i) {
		switch x.ops[k].thread {
		case c.Thread:
			op = k
		case c.Partner:
			partner = k
		}
	}
	if !x.ops[op].op.Joint(c) {
		partner = -1
	}
	d.Choice, d.index, d.partnerIndex = c, 0, 0
	d.set(x, op, partner)
}

func (d *Deed) set(x *Execution, op, partner int32) {
	d.Op.Set(&x.ops[op].op)
	if d.joint = partner >= 0; d.joint {
		d.Other.Set(&x.ops[partner].op)
	}
}

// Times appends to times how many events of each thread happen before event i or are it.
func (x *Execution) Times(i int, times []int32) []int32 {
	return append(times, x.times(x.events[i].clock)...)
}

// In says whether d is one of the events that Times counted.
func (d *Deed) In(times []int32) bool {
	return int(d.Thread) < len(times) && d.index <= times[d.Thread]
}
