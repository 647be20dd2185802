package trace

// A cut is a set of events that holds with each event all that happen before it: by Thread, how many events of the thread.
type cut []int32

// keep adds an event, the next one of its threads.
func (c cut) keep(e *event) {
	c[e.Thread] = e.index
	if e.PartnerOp >= 0 {
		c[e.Partner] = e.partnerIndex
	}
}

// drop takes out an event, the last one of its threads, if it is in.
func (c cut) drop(e *event) {
	c[e.Thread] = min(c[e.Thread], e.index-1)
	if e.PartnerOp >= 0 {
		c[e.Partner] = min(c[e.Partner], e.partnerIndex-1)
	}
}

// holds says whether an event is in.
func (c cut) holds(e *event) bool { return e.index <= c[e.Thread] }
