package trace

// Initials gathers the initials of notdep(e, E), where E is the first end events: those events after e that do not happen
// after e, and that no other such event happens before. Oldest first; valid until the next call.
func (x *Execution) Initials(e, end int) []int32 {
	x.firsts = x.firsts[:0]
	x.stamp++
	left := len(x.pending(e)) - 1
	if x.events[e].PartnerOp >= 0 {
		left--
	}
	for f := int32(e) + 1; f < int32(end) && left > 0; f++ {
		ev := &x.events[f]
		first := x.meet(ev.Op, e)
		if first {
			left--
		}
		if ev.PartnerOp >= 0 { // a joint event is an initial only if it is the first of both its threads
			second := x.meet(ev.PartnerOp, e)
			if second {
				left--
			}
			first = first && second
		}
		if first && !x.reaches(int32(e), ev.clock) && !x.anyReaches(x.firsts, ev.clock) {
			x.firsts = append(x.firsts, f)
		}
	}
	return x.firsts
}

// meet says whether the present search meets the thread of an operation for the first time, and the operation was pending in
// state n.
func (x *Execution) meet(op int32, n int) bool {
	p := &x.ops[op]
	if x.seen[p.thread] == x.stamp {
		return false
	}
	x.seen[p.thread] = x.stamp
	return p.state <= int32(n)
}

func (x *Execution) anyReaches(list []int32, s span) bool {
	for _, f := range list {
		if x.reaches(f, s) {
			return true
		}
	}
	return false
}
