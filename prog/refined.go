package prog

import "heddle/model"

// A history is what an execution has done to the objects so far, as far as model.Refined needs it.
type history map[model.Object]*past

// A past is what was done to one object.
type past struct {
	sent, received int // values of a channel; bytes of a file; readers of an RWMutex that have come and gone
	closed         bool
	held           bool // a mutex is held, a writer has announced itself
	done           bool // a Once
	readersGo      bool // a deadline of a file has passed
	writersGo      bool
}

func (h history) of(o model.Object) *past {
	if h[o] == nil {
		h[o] = &past{}
	}
	return h[o]
}

// A role is what an event did to one object under model.Refined.
type role struct {
	obj    model.Object
	does   string // "" for what the operation does in every other state
	number int    // of the value that was sent or received, from 1
}

// note adds an event to the history and returns its roles.
func (h history) note(e *naiveEvent) (roles []role) {
	for i := range e.ops {
		op := &e.ops[i]
		for _, o := range objects(op) {
			r := h.role(op, o)
			if op.Kind == model.CAS && op.Arg != e.value {
				r.does = "load"
			}
			roles = append(roles, r)
		}
	}
	if len(e.ops) > 1 {
		return roles // a joint event does not change a channel
	}
	op := &e.ops[0]
	for _, o := range objects(op) {
		h.of(o).act(op, e.c, o)
	}
	return roles
}

// objects returns the objects that op names, each once, without the clock.
func objects(op *model.Op) (list []model.Object) {
	add := func(o model.Object) {
		for _, p := range list {
			if p == o {
				return
			}
		}
		if o != model.NoObject {
			list = append(list, o)
		}
	}
	add(op.Obj)
	for _, c := range op.Cases {
		add(c.Obj)
	}
	return list
}

func (h history) role(op *model.Op, o model.Object) role {
	p := h.of(o)
	r := role{obj: o}
	switch kind := op.Kind; {
	case kind == model.Load:
		r.does = "load"
	case channel(op, o):
		switch {
		case p.closed && kind == model.Close:
			r.does = "panic"
		case kind == model.Close:
			r.does = "close"
		case p.closed && p.sent == p.received:
			r.does = "see that there is nothing"
		case kind == model.Send && op.Cap > 0 && !p.closed:
			r.does, r.number = "send", p.sent+1
		case kind == model.Recv && op.Cap > 0 && p.sent > p.received:
			r.does, r.number = "receive", p.received+1
		}
	case kind == model.FileRead && p.sent > p.received:
		r.does = "read some"
	case kind == model.FileClose && op.Obj == o:
		r.does = "close a file"
	case kind == model.OnceBegin && p.done:
		r.does = "find a Once done"
	case (kind == model.TryLock || kind == model.RWTryLock || kind == model.TryRLock) && p.held:
		r.does = "fail to lock"
	}
	return r
}

// channel says whether o, which op names, is a channel.
func channel(op *model.Op, o model.Object) bool {
	switch op.Kind {
	case model.Send, model.Recv, model.Close, model.Len, model.Select:
		return true
	}
	return len(op.Cases) > 0 && op.Obj != o && op.Cases[0].Send
}

func (p *past) act(op *model.Op, c model.Choice, o model.Object) {
	kind, capacity := op.Kind, op.Cap
	if kind == model.Select {
		if c.Case < 0 || op.Cases[c.Case].Obj != o {
			return
		}
		kind, capacity = model.Recv, op.Cases[c.Case].Cap
		if op.Cases[c.Case].Send {
			kind = model.Send
		}
	}
	if op.Kind != model.Select && op.Kind != model.FileClose && op.Obj != o && !op.Cases[0].Send { // a deadline
		if op.Cases[0].Cap == 0 {
			p.readersGo = kind.Timer()
		} else {
			p.writersGo = kind.Timer()
		}
		return
	}
	switch kind {
	case model.FileWrite:
		if !p.closed && !p.writersGo {
			p.sent += min(int(op.Arg), int(capacity)-(p.sent-p.received))
		}
	case model.FileRead:
		if !p.readersGo {
			p.received += min(int(op.Arg), p.sent-p.received)
		}
	case model.FileReaders:
		p.readersGo = op.Arg == 1
	case model.FileWriters:
		p.writersGo = op.Arg == 1
	case model.FileClose, model.FileLeave:
		p.closed = true
	case model.Send:
		if !p.closed && p.sent-p.received < int(capacity) {
			p.sent++
		}
	case model.TimerFire, model.Wake:
		if op.Obj != o && !p.closed && p.sent == p.received {
			p.sent++
		}
	case model.Recv:
		p.received = min(p.received+1, p.sent)
	case model.TimerStart, model.TimerStop:
		p.received = p.sent
	case model.Close:
		p.closed = true
	case model.Lock, model.TryLock, model.Announce:
		p.held = true
	case model.RWTryLock:
		p.held = p.held || p.sent == p.received // readers count as values
	case model.RLock:
		p.sent++
	case model.TryRLock:
		if !p.held {
			p.sent++
		}
	case model.RUnlock:
		p.received++
	case model.Unlock, model.RWUnlock:
		p.held = false
	case model.OnceEnd:
		p.done = true
	}
}

// clockOnly returns op without its objects other than the clock.
func clockOnly(op *model.Op) *model.Op {
	only := *op
	only.Obj, only.Cases = model.NoObject, nil
	return &only
}

// counts says whether op changes the counter of a WaitGroup.
func counts(op *model.Op) bool { return op.Kind == model.WGAdd || op.Kind == model.WGDone }

// refined says whether e, an event after f, depends on f under model.Refined because of an object other than the clock.
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
	case a.does == "read some" && b.does == "close a file", b.does == "read some" && a.does == "close a file":
		return false
	case a.does == b.does && a.does != "" && a.number == 0 && a.does != "read some" && a.does != "close a file":
		return false
	case e.ops[0].Kind == model.Len && f.ops[0].Kind == model.Len:
		return false
	case a.does == "receive" && b.does == "close", b.does == "receive" && a.does == "close":
		return false
	case a.does == "panic" && b.does == "see that there is nothing", b.does == "panic" && a.does == "see that there is nothing":
		return false
	}
	return !(a.does == "fail to lock" && leavesHeld(&f.ops[0]) || b.does == "fail to lock" && leavesHeld(&e.ops[0]))
}

// leavesHeld says whether op, on an RWMutex that a writer has announced itself to, leaves it announced.
func leavesHeld(op *model.Op) bool { return op.Kind == model.RUnlock || op.Kind == model.Acquire }
