package trace

// clock makes the vector clock of the event e that is about to be appended, from x.preds (newest first), and adds the events
// that are in a race with it to x.races.
//
// Entry t of a clock is the number of events of thread t that happen before the event, itself included. Entries past its end
// are 0.
func (x *Execution) clock(e *event, joint bool) span {
	from, n := int32(len(x.clocks)), x.width
	for range n {
		x.clocks = append(x.clocks, 0)
	}
	clock := x.clocks[from:]
	x.join(clock, x.threads[e.Thread].clock)
	if joint {
		x.join(clock, x.threads[e.Partner].clock)
	}
	if x.barrier >= 0 {
		x.join(clock, x.events[x.barrier].clock)
	}
	for _, i := range x.preds {
		p := &x.events[i]
		if clock[p.Thread] >= p.index {
			continue
		}
		x.join(clock, p.clock)
		if !e.barrier {
			x.races = append(x.races, i)
		}
	}
	if e.barrier {
		for _, t := range x.births {
			x.join(clock, x.threads[t].clock)
		}
	}
	clock[e.Thread] = e.index
	if joint {
		clock[e.Partner] = e.partnerIndex
	}
	return span{from, n}
}

func (x *Execution) join(clock []int32, s span) {
	for t, n := range x.times(s) {
		if n > clock[t] {
			clock[t] = n
		}
	}
}

// times are the entries of a clock.
func (x *Execution) times(s span) []int32 { return x.clocks[s.from : s.from+s.n] }

// reaches says whether event i happens before, or is, the event with clock s.
func (x *Execution) reaches(i int32, s span) bool {
	e := &x.events[i]
	return int32(e.Thread) < s.n && x.clocks[s.from+int32(e.Thread)] >= e.index
}

// HappensBefore says whether event i happens before event j.
func (x *Execution) HappensBefore(i, j int) bool {
	return i < j && x.reaches(int32(i), x.events[j].clock)
}

// Precedes says whether event i happens before operation op, pending in the newest state, whatever is executed until then.
func (x *Execution) Precedes(i int, op int32) bool {
	return x.reaches(int32(i), x.threads[x.ops[op].thread].clock)
}

// Races are the events that are in a race with the newest one: another thread's, and with nothing between in happens-before.
// Newest first. Whether they are reversible is another question. Valid until the next Append or Truncate.
func (x *Execution) Races() []int32 { return x.races[x.events[len(x.events)-1].race:] }
