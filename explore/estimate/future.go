package estimate

import (
	"slices"
	"sort"

	"heddle/model"
	"heddle/trace"
)

// Futures are what the threads of a program may still do: what they have done in the probes so far.
type futures struct {
	dependence model.Dependence
	threads    []future // by model.Thread
	uses       [][]use  // by model.Object: the operations on it
	run        int      // the number of the running probe
}

// A future is that of one thread.
type future struct {
	parent  model.Thread
	ops     []operation
	begun   bool // in the running probe
	pending bool // in the newest state
	at      int  // the number of its events in the running probe
	noted   int  // at, when its pending operation was noted; -1 for never
}

// An operation is one that a thread has had, perhaps several times.
type operation struct {
	model.Op
	last  int   // the most events of its thread before it
	times []int // the numbers of events before each time, in one probe
	run   int   // the number of that probe, the last one in which the thread had it
}

// A use is an operation of a thread.
type use struct {
	thread model.Thread
	op     int // an index of future.ops
}

// begin begins a probe. If x has a first state, that is the newest one.
func (f *futures) begin(x *trace.Execution) {
	f.run++
	for i := range f.threads {
		t := &f.threads[i]
		t.begun, t.pending, t.at, t.noted = false, false, 0, -1
	}
	if x.States() > 0 {
		for _, k := range x.Waiting() {
			f.stands(x, x.Operation(k).Thread, f.threads[x.Operation(k).Thread].parent, x.OpAt(k))
		}
	}
}

// observe notes the pending operations of the newest state.
func (f *futures) observe(x *trace.Execution, s *model.State) {
	for i := range f.threads {
		f.threads[i].pending = false
	}
	for i := range s.Pending {
		p := &s.Pending[i]
		for int(p.Thread) >= len(f.threads) {
			f.threads = append(f.threads, future{parent: model.NoThread, noted: -1})
		}
		f.stands(x, p.Thread, p.Parent, &p.Op)
	}
}

// stands notes that t stands before op.
func (f *futures) stands(x *trace.Execution, t, parent model.Thread, op *model.Op) {
	u := &f.threads[t]
	u.parent, u.begun, u.pending, u.at = parent, true, true, int(x.EventsOf(t).Len())
	if u.noted == u.at {
		return
	}
	u.noted = u.at
	i := slices.IndexFunc(u.ops, func(o operation) bool {
		return o.Kind == op.Kind && o.Obj == op.Obj && o.Clock == op.Clock && slices.Equal(o.Cases, op.Cases)
	})
	if i < 0 {
		i = len(u.ops)
		o := operation{Op: *op}
		o.Cases = slices.Clone(op.Cases)
		o.Arg = 0 // no Barrier: one comes only when nothing else can
		u.ops = append(u.ops, o)
		each(op, func(obj model.Object) {
			for int(obj) >= len(f.uses) {
				f.uses = append(f.uses, nil)
			}
			f.uses[obj] = append(f.uses[obj], use{t, i})
		})
	}
	o := &u.ops[i]
	o.last = max(o.last, u.at)
	if o.run != f.run {
		o.run, o.times = f.run, o.times[:0]
	}
	o.times = append(o.times, u.at)
}

// each calls do for each object of op.
func each(op *model.Op, do func(model.Object)) {
	if op.Obj != model.NoObject {
		do(op.Obj)
	}
	if op.Clock != model.NoObject {
		do(op.Clock)
	}
	for i := range op.Cases {
		if o := op.Cases[i].Obj; o != model.NoObject {
			do(o)
		}
	}
}

// An expected is an operation that a thread may still execute.
type expected struct {
	*model.Op
	thread model.Thread
	times  int // how often; perhaps 0
	after  int // how many operations of its thread
}

// far is expected.after of an operation that is not expected, but possible.
const far = 1 << 20

// ahead calls do for each operation that a thread may still execute and that is dependent with op.
func (f *futures) ahead(op *model.Op, do func(e expected)) {
	each(op, func(obj model.Object) {
		if int(obj) >= len(f.uses) {
			return
		}
		for _, u := range f.uses[obj] {
			t := &f.threads[u.thread]
			o := &t.ops[u.op]
			if o.last >= t.at && f.alive(u.thread) && f.dependence.Dependent(&o.Op, op) {
				e, i := expected{&o.Op, u.thread, 0, far}, sort.SearchInts(o.times, t.at)
				if e.times = len(o.times) - i; e.times > 0 {
					e.after = o.times[i] - t.at
				}
				do(e)
			}
		}
	})
}

// alive reports whether t may still do something.
func (f *futures) alive(t model.Thread) bool {
	u := &f.threads[t]
	if u.begun {
		return u.pending
	}
	return u.parent != model.NoThread && f.alive(u.parent)
}
