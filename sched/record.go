package sched

import (
	"fmt"
	"strings"

	"heddle/datarace"
	"heddle/model"
	"heddle/result"
	"heddle/sched/frames"
)

// Recording is running one schedule again, with stacks: nothing of what is here happens while exploring.

// A recorder holds what a recorded execution shows.
type recorder struct {
	how      Recording
	last     *thread // that executed the last step
	step     *result.Step
	accesses []recordedAccess
	threads  []result.Thread
	waits    []result.Wait
}

type recordedAccess struct {
	id    datarace.AccessID
	write bool
	stack []uintptr
}

// Accesses are the two sides of the wanted race, as far as the recorded execution has met them.
func (p *Program) Accesses() []result.Access {
	var list []result.Access
	for _, a := range rt.recorder.accesses {
		list = append(list, result.Access{Thread: rt.names.Path(a.id.Thread), Write: a.write, Where: frames.Resolve(a.stack)})
	}
	return list
}

// RecordedThreads are the goroutines of the recorded execution, and RecordedWaits the wait-for chain at its end.
func (p *Program) RecordedThreads() []result.Thread { return rt.recorder.threads }

// RecordedWaits is the wait-for chain at the end of the recorded execution.
func (p *Program) RecordedWaits() []result.Wait { return rt.recorder.waits }

// recordAccess counts the plain accesses of each thread and keeps the stack of the wanted ones.
func (r *runtime) recordAccess(t *thread, write bool, misuse string) {
	for len(r.counts) <= int(t.id) {
		r.counts = append(r.counts, 0)
	}
	r.counts[t.id]++
	id := datarace.AccessID{Thread: t.id, N: r.counts[t.id]}
	if w := &r.recorder; w.how.Race != nil && (id == w.how.Race.First || id == w.how.Race.Second) {
		stack := append([]uintptr(nil), t.pcs...)
		if misuse == "" {
			stack = r.stack(nil)
		}
		w.accesses = append(w.accesses, recordedAccess{id, write, stack})
	}
}

// record describes the transition c of t before it is executed.
func (r *runtime) record(t *thread, c model.Choice) {
	r.flush()
	s := result.Step{Thread: r.names.Path(t.id), Op: r.describe(t, c), Object: r.objectName(t, c), Where: frames.Resolve(t.pcs)}
	if t.timer != nil || len(s.Where) == 0 {
		s.Where = frames.Resolve(t.created) // a timer, or a goroutine of the library itself: where it was started
	}
	if c.Partner != model.NoThread {
		u := r.byID[c.Partner]
		s.Partner, s.PartnerWhere = r.names.Path(c.Partner), frames.Resolve(u.pcs)
	}
	r.recorder.last, r.recorder.step = t, &s
	if r.recorder.how.Eager {
		r.flush()
		return
	}
	switch t.op.Kind {
	case model.Load, model.Store, model.Swap, model.Add, model.And, model.Or, model.CAS, model.Send, model.Recv, model.Select,
		model.WGAdd, model.WGDone:
	default:
		r.flush()
	}
}

// flush sends the last step, whose value is known now.
func (r *runtime) flush() {
	s := r.recorder.step
	if s == nil {
		return
	}
	r.recorder.step = nil
	r.recorder.how.OnStep(*s)
}

// keepValue sends the last step, if it is of t, with the value that its operation left: t goes on to another one.
func (r *runtime) keepValue(t *thread) {
	s := r.recorder.step
	if s == nil || r.recorder.last != t {
		return
	}
	defer r.flush()
	if t.where == nil {
		return
	}
	switch t.op.Kind {
	case model.Load, model.Store, model.Swap, model.Add, model.And, model.Or, model.CAS:
		if t.size == 4 || t.size == 8 {
			s.Value = fmt.Sprint(word(t.where, t.size))
		}
	case model.WGAdd, model.WGDone:
		s.Value = fmt.Sprint(counter(t))
	}
}

var opNames = [model.NumKinds]string{
	model.Load: "Load", model.Store: "Store", model.Swap: "Swap", model.Add: "Add", model.And: "And", model.Or: "Or", model.CAS: "CompareAndSwap",
	model.Read: "read", model.Write: "write",
	model.Lock: "Lock", model.TryLock: "TryLock", model.Unlock: "Unlock",
	model.Announce: "Lock (waits for readers)", model.Acquire: "Lock", model.RWTryLock: "TryLock", model.RWUnlock: "Unlock",
	model.RLock: "RLock", model.TryRLock: "TryRLock", model.RUnlock: "RUnlock",
	model.WGAdd: "Add", model.WGDone: "Done", model.WGWait: "Wait",
	model.OnceBegin: "Do", model.OnceEnd: "Do returns",
	model.CondAdd: "Wait (begins)", model.CondWait: "Wait", model.CondSignal: "Signal", model.CondBroadcast: "Broadcast",
	model.MapRead: "read", model.MapWrite: "write",
	model.Send: "send", model.Recv: "receive", model.Close: "close", model.Len: "len", model.Select: "select", model.Never: "block for ever",
	model.TimerStart: "start", model.TimerStop: "Stop", model.TimerFire: "fires", model.Wake: "Sleep ends", model.Now: "Now",
	model.Return: "test function returns", model.Pick: "choose",
}

// describe names the operation for people.
func (r *runtime) describe(t *thread, c model.Choice) string {
	name := opNames[t.op.Kind]
	switch t.op.Kind {
	case model.Select:
		switch {
		case c.Case < 0:
			return "select: default"
		case t.cases[c.Case].send:
			return "select: send"
		}
		return "select: receive"
	case model.Send:
		if c.Partner != model.NoThread {
			return "send to " + r.names.Path(c.Partner)
		}
	case model.TimerStart:
		if t.op.Obj == model.NoObject {
			return "Sleep"
		}
	}
	return name
}

// objectName names the object for people: its kind and its number among those.
func (r *runtime) objectName(t *thread, c model.Choice) string {
	obj := t.op.Obj
	if t.op.Kind == model.Select {
		if c.Case < 0 {
			return ""
		}
		obj = t.op.Cases[c.Case].Obj
	}
	if obj == model.NoObject {
		return ""
	}
	o := r.of(obj)
	if o.number == 0 {
		o.kind = kindOfObject(t.op.Kind)
		r.objects.counts[o.kind]++
		o.number = r.objects.counts[o.kind]
	}
	return o.kind.String() + " " + itoa(o.number)
}

type objectKind uint8

const (
	atomicObject objectKind = iota
	memoryObject
	mutexObject
	rwmutexObject
	waitGroupObject
	onceObject
	condObject
	mapObject
	chanObject
	timerObject
	numObjectKinds
)

func (k objectKind) String() string {
	return [...]string{"atomic", "memory", "mutex", "rwmutex", "waitgroup", "once", "cond", "map", "channel", "timer"}[k]
}

func kindOfObject(k model.Kind) objectKind {
	switch k {
	case model.Read, model.Write:
		return memoryObject
	case model.Lock, model.TryLock, model.Unlock:
		return mutexObject
	case model.Announce, model.Acquire, model.RWTryLock, model.RWUnlock, model.RLock, model.TryRLock, model.RUnlock:
		return rwmutexObject
	case model.WGAdd, model.WGDone, model.WGWait:
		return waitGroupObject
	case model.OnceBegin, model.OnceEnd:
		return onceObject
	case model.CondAdd, model.CondWait, model.CondSignal, model.CondBroadcast:
		return condObject
	case model.MapRead, model.MapWrite:
		return mapObject
	case model.Send, model.Recv, model.Close, model.Len, model.Select:
		return chanObject
	case model.TimerStart, model.TimerStop, model.TimerFire, model.Wake:
		return timerObject
	}
	return atomicObject
}

// describeEnd describes the goroutines and what they wait for in the last state.
func (r *runtime) describeEnd() {
	r.flush()
	w := &r.recorder
	for _, t := range r.threads {
		if t.timer != nil {
			w.threads = append(w.threads, result.Thread{Path: r.names.Path(t.id), Name: "timer", State: "timer", Created: frames.Resolve(t.created)})
			continue
		}
		d := result.Thread{Path: r.names.Path(t.id), Name: "test", Created: frames.Resolve(t.created), State: "finished"}
		if t.id != 0 {
			d.Name = frames.Function(t.entry)
		}
		switch t.state {
		case pending:
			d.State = "blocked"
			if len(r.alternatives(t, t.alts[:0])) > 0 {
				d.State = "runnable"
			}
		case running:
			d.State = "running"
		}
		if d.State == "blocked" {
			w.waits = append(w.waits, r.describeWait(t))
		}
		w.threads = append(w.threads, d)
	}
	markCycles(w.waits)
}

// describeWait says what t waits for and who holds it.
func (r *runtime) describeWait(t *thread) result.Wait {
	w := result.Wait{Thread: r.names.Path(t.id), For: opNames[t.op.Kind], Where: frames.Resolve(t.pcs)}
	if t.op.Kind == model.Select {
		var over []string
		for i := range t.cases {
			c := model.Choice{Thread: t.id, Case: int16(i)}
			if t.op.Cases[i].Obj != model.NoObject {
				over = append(over, r.describe(t, c)[len("select: "):]+" on "+r.objectName(t, c))
			}
		}
		w.For = "select: " + strings.Join(over, " or ")
		return w
	}
	if t.op.Obj == model.NoObject {
		return w
	}
	w.For = r.objectName(t, model.Choice{Thread: t.id}) + ": " + w.For
	o := r.of(t.op.Obj)
	switch {
	case o.owner != nil:
		w.Holder, w.HolderWhere = r.names.Path(o.owner.id), frames.Resolve(o.ownerAt)
	case len(o.holders) > 0:
		w.Holder = r.names.Path(o.holders[0])
	}
	return w
}

// markCycles marks the edges of the wait-for chain that lie on a cycle.
func markCycles(waits []result.Wait) {
	holder := map[string]string{}
	for _, w := range waits {
		holder[w.Thread] = w.Holder
	}
	for i := range waits {
		at := waits[i].Thread
		for range waits {
			if at = holder[at]; at == "" {
				break
			}
			if at == waits[i].Thread {
				waits[i].Cycle = true
				break
			}
		}
	}
}
