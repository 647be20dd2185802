package prog

import "heddle/trace"

// A history is what an execution has done to the objects so far, as far as trace.Refined asks for it.
type history map[trace.Object]*past

// A past is what was done to one object.
type past struct {
	sent, received int // values
	closed         bool
	held           bool // a mutex is held, a writer has announced itself
	done           bool // a Once
}

func (h history) of(o trace.Object) *past {
	if h[o] == nil {
		h[o] = &past{}
	}
	return h[o]
}

// A role is what an event did to one object under trace.Refined.
type role struct {
	obj    trace.Object
	does   string // "" for what the operation does in any state
	number int    // of a value that was sent or received, from 1
}

// note adds an event to the history and returns its roles.
func (h history) note(e *naiveEvent) (roles []role) {
	for i := range e.ops {
		op := &e.ops[i]
		for _, o := range objects(op) {
			r := h.role(op, o)
			if op.Kind == trace.CAS && op.Arg != e.value {
				r.does = "load"
			}
			roles = append(roles, r)
		}
	}
	if len(e.ops) > 1 {
		return roles // a joint event leaves a channel as it is
	}
	op := &e.ops[0]
	for _, o := range objects(op) {
		h.of(o).act(op, e.c, o)
	}
	return roles
}

// objects are those that op names, each once.
func objects(op *trace.Op) (list []trace.Object) {
	add := func(o trace.Object) {
		for _, p := range list {
			if p == o {
				return
			}
		}
		if o != trace.NoObject {
			list = append(list, o)
		}
	}
	add(op.Obj)
	for _, c := range op.Cases {
		add(c.Obj)
	}
	return list
}

func (h history) role(op *trace.Op, o trace.Object) role {
	p := h.of(o)
	r := role{obj: o}
	switch kind := op.Kind; {
	case kind == trace.Load:
		r.does = "load"
	case channel(op, o):
		switch {
		case p.closed && kind == trace.Close:
			r.does = "panic"
		case p.closed && p.sent == p.received:
			r.does = "see that there is nothing"
		case kind == trace.Send && op.Cap > 0 && !p.closed:
			r.does, r.number = "send", p.sent+1
		case kind == trace.Recv && op.Cap > 0 && p.sent > p.received:
			r.does, r.number = "receive", p.received+1
		}
	case kind == trace.OnceBegin && p.done:
		r.does = "find a Once done"
	case (kind == trace.TryLock || kind == trace.RWTryLock || kind == trace.TryRLock) && p.held:
		r.does = "fail to lock"
	}
	return r
}

// channel says whether o, which op names, is a channel.
func channel(op *trace.Op, o trace.Object) bool {
	switch op.Kind {
	case trace.Send, trace.Recv, trace.Close, trace.Len, trace.Select:
		return true
	}
	return len(op.Cases) > 0 && op.Obj != o
}

func (p *past) act(op *trace.Op, c trace.Choice, o trace.Object) {
	kind, capacity := op.Kind, op.Cap
	if kind == trace.Select {
		if c.Case < 0 || op.Cases[c.Case].Obj != o {
			return
		}
		kind, capacity = trace.Recv, op.Cases[c.Case].Cap
		if op.Cases[c.Case].Send {
			kind = trace.Send
		}
	}
	switch kind {
	case trace.Send:
		if !p.closed && p.sent-p.received < int(capacity) {
			p.sent++
		}
	case trace.TimerFire, trace.Wake:
		if op.Obj != o && !p.closed && p.sent == p.received {
			p.sent++
		}
	case trace.Recv:
		p.received = min(p.received+1, p.sent)
	case trace.TimerStart, trace.TimerStop:
		p.received = p.sent
	case trace.Close:
		p.closed = true
	case trace.Lock, trace.TryLock, trace.Announce:
		p.held = true
	case trace.RWTryLock:
		p.held = p.held || p.sent == p.received // readers count as values
	case trace.RLock:
		p.sent++
	case trace.TryRLock:
		if !p.held {
			p.sent++
		}
	case trace.RUnlock:
		p.received++
	case trace.Unlock, trace.RWUnlock:
		p.held = false
	case trace.OnceEnd:
		p.done = true
	}
}

// clockOnly is op without what it does to objects other than the clock.
func clockOnly(op *trace.Op) *trace.Op {
	only := *op
	only.Obj, only.Cases = trace.NoObject, nil
	return &only
}

// refined says whether e, an event after f, depends on f under trace.Refined because of an object that is not the clock.
func (e *naiveEvent) refined(f *naiveEvent) bool {
	for _, a := range e.roles {
		for _, b := range f.roles {
			if a.obj == b.obj && a.after(b, e, f) {
				return true
			}
		}
	}
	return false
}

func (a role) after(b role, e, f *naiveEvent) bool {
	capacity := int(e.ops[0].Cap)
	switch {
	case a.does == "receive" && b.does == "send":
		return a.number >= b.number
	case a.does == "send" && b.does == "receive":
		return b.number <= a.number-capacity
	case a.does == b.does && a.does != "" && a.number == 0:
		return false
	case e.ops[0].Kind == trace.Len && f.ops[0].Kind == trace.Len:
		return false
	case a.does == "receive" && f.ops[0].Kind == trace.Close, b.does == "receive" && e.ops[0].Kind == trace.Close:
		return false
	case a.does == "panic" && (b.does == "receive" || b.does == "see that there is nothing"):
		return false
	case b.does == "panic" && (a.does == "receive" || a.does == "see that there is nothing"):
		return false
	}
	return !(a.does == "fail to lock" && leavesHeld(&f.ops[0]) || b.does == "fail to lock" && leavesHeld(&e.ops[0]))
}

// leavesHeld says whether op, on an RWMutex that a writer has announced itself to, leaves it so.
func leavesHeld(op *trace.Op) bool { return op.Kind == trace.RUnlock || op.Kind == trace.Acquire }
