package trace

// A Sequence is an execution sequence that can follow the first N events of an execution: events of the execution, and one
// more transition at the end.
type Sequence struct {
	N     int
	Steps []Step // those that are left

	x      *Execution
	stamp  int32
	all    []Step // all of them
	passed []*Op  // see Pass
}

// WeakInitial says whether the transition c, with the operations op and partner (nil if it is not joint), is a weak initial of
// the steps: whether some execution that begins with them is equivalent to one that begins with c. If c is one of the steps at says
// which, else -1.
func (v *Sequence) WeakInitial(c Choice, op, partner *Op) (at int, ok bool) {
	for i := range v.Steps {
		s := &v.Steps[i]
		if s.takes(c.Thread) || partner != nil && s.takes(c.Partner) {
			return i, s.Choice == c && v.first(i)
		}
	}
	for i := range v.Steps {
		if v.dependent(&v.Steps[i], op) || partner != nil && v.dependent(&v.Steps[i], partner) {
			return -1, false
		}
	}
	return -1, true
}

// takes says whether the step is one of thread t.
func (s *Step) takes(t Thread) bool { return s.Thread == t || s.Partner >= 0 && s.Choice.Partner == t }

// Remove takes a step out.
func (v *Sequence) Remove(at int) {
	v.Steps = append(v.Steps[:at], v.Steps[at+1:]...)
}

// Pass says that op is executed before the steps, which are independent of it.
func (v *Sequence) Pass(op *Op) {
	if op.Kind == WGDone {
		v.passed = append(v.passed, op)
	}
}

// Operations are those of a step.
func (v *Sequence) Operations(s *Step) (op, partner *Op) {
	if s.Partner >= 0 {
		partner = &v.x.ops[s.Partner].op
	}
	return &v.x.ops[s.Op].op, partner
}

// first says whether no step happens before the i-th.
func (v *Sequence) first(i int) bool {
	s := &v.Steps[i]
	for k := range v.Steps[:i] {
		f := &v.Steps[k]
		if s.event >= 0 {
			if v.x.reaches(f.event, v.x.events[s.event].clock) {
				return false
			}
			continue
		}
		// The last step comes after its own past, and what it is dependent with.
		if v.x.reaches(f.event, v.x.past(s.Op)) || s.Partner >= 0 && v.x.reaches(f.event, v.x.past(s.Partner)) {
			return false
		}
		op, partner := v.Operations(s)
		if v.dependent(f, op) || partner != nil && v.dependent(f, partner) {
			return false
		}
	}
	return true
}

// dependent says whether a step is dependent with op, an operation of another thread.
func (v *Sequence) dependent(s *Step, op *Op) bool {
	x := v.x
	o := &x.ops[s.Op].op
	if x.dep.Dependent(o, op) || s.Partner >= 0 && x.dep.Dependent(&x.ops[s.Partner].op, op) {
		return true
	}
	return o.Kind == WGDone && op.Kind == WGDone && o.Obj == op.Obj && v.overdrawn(op)
}

// overdrawn says whether all steps together with op, a Done, leave the counter below zero.
func (v *Sequence) overdrawn(op *Op) bool {
	x, o := v.x, op.Obj
	n := x.statusBefore(o, int32(v.N)).n
	found := false
	for i := range v.all {
		q := &x.ops[v.all[i].Op].op
		if (q.Kind == WGAdd || q.Kind == WGDone) && q.Obj == o {
			n += int32(q.Arg)
			found = found || q == op
		}
	}
	for _, q := range v.passed {
		if q.Obj == o {
			n += int32(q.Arg)
		}
	}
	if !found {
		n += int32(op.Arg)
	}
	return n < 0
}

// statusBefore is the state of o before event e.
func (x *Execution) statusBefore(o Object, e int32) status {
	if int(o) >= len(x.objects) {
		return status{}
	}
	s := x.objects[o].now
	for k := x.objects[o].last; k >= 0 && x.touches[k].event >= e; k = x.touches[k].prior {
		s = x.touches[k].before
	}
	return s
}
