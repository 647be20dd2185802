package sched

import (
	"unsafe"

	"heddle/datarace"
	"heddle/model"
	"heddle/sched/caller"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/object"
	"heddle/sched/record"
)

// rt is the one runtime: hooks have no other way to find it.
var rt runtime

// runtime is one program under control, reused by all its executions.
type runtime struct {
	config Config
	names  *model.Names
	races  *datarace.Detector // nil when plain accesses are not watched
	memory *memory            // nil when states are not told apart
	// careless says that an RWMutex was unlocked by a goroutine that was not among its readers.
	careless bool

	// This execution.
	prefix     []model.Choice
	decide     func(*model.State) (model.Choice, bool)
	taken      int // transitions taken
	outcome    model.Outcome
	divergence string
	history    []past    // the transitions of this execution and, beyond taken, of the one before
	same       bool      // all transitions so far were those of the execution before
	threads    []*thread // in the order in which they were started; a prefix of arena
	arena      []*thread
	byID       []*thread // by model.Thread
	running    *thread
	queue      []*thread // must run to their next operation before the next decision
	state      model.State
	objects    object.Set
	clock      clock
	failure    *failure.Failure
	output     []byte
	gcs        uint32

	returned    bool             // the test function has
	draining    bool             // after the end: only to see which goroutines timers wake
	recorder    *record.Recorder // nil when nothing is recorded
	callers     caller.Callers
	contended   bool // see Contended
	privateChan uintptr
	steps       uint64 // of all executions: the watchdog looks at it, and at program
	program     bool   // the program runs, or the engine on its behalf; not the algorithm
}

// next returns the thread that goes on, nil when the execution is over. It is called with no managed goroutine running.
func (r *runtime) next() *thread {
	ok := false
	defer func() {
		if !ok {
			crash(recover())
		}
	}()
	t := r.findNext()
	ok = true
	return t
}

func (r *runtime) findNext() *thread {
	for {
		if n := len(r.queue); n > 0 {
			t := r.queue[0]
			copy(r.queue, r.queue[1:])
			r.queue = r.queue[:n-1]
			return t
		}
		c, ok := r.choose()
		if !ok {
			return nil
		}
		if t := r.take(c); t != nil {
			return t
		}
	}
}

// yield is the end of every hook that is a visible operation: t is pending. It returns when t has been chosen. A stack is read from its
// frame on.
//
//go:noinline
func (r *runtime) yield(t *thread) {
	t.state, t.memory.Fresh = pending, false
	if r.recorder != nil {
		t.trail.At = r.stack(t.trail.At[:0])
	}
	r.switchFrom(t)
	hook.WipeStack()
}

// switchFrom lets the next thread go on and returns when it is the turn of t again.
func (r *runtime) switchFrom(t *thread) {
	if next := r.next(); next != t {
		w := t.worker
		switch {
		case next == nil:
			switchTo(w, &root)
		case next.worker == nil:
			switchTo(w, takeWorker(next))
		default:
			switchTo(w, next.worker)
		}
		if w.kill {
			exitTo(&root)
		}
	}
}

// enter makes t the managed goroutine, on goroutine g.
func (r *runtime) enter(t *thread, g uintptr) {
	t.state = running
	r.running = t
	hook.Running = &t.local
	hook.Cur = g
}

// leave begins a hook: the engine runs now. It returns the thread, which remembers the goroutine that it stands on.
func (r *runtime) leave() *thread {
	t := r.running
	t.g = hook.Cur
	hook.Cur = 0
	if r.recorder != nil {
		r.recordValue(t)
	}
	r.collected()
	return t
}

// choose returns the next transition: the prefix's, or the algorithm's.
func (r *runtime) choose() (model.Choice, bool) {
	if r.taken < len(r.prefix) {
		c := r.prefix[r.taken]
		if !r.offers(c) || !r.asBefore(c) {
			r.diverge(c)
			return c, false
		}
		r.taken++
		return c, true
	}
	if r.config.MaxSteps > 0 && r.taken >= r.config.MaxSteps && !r.draining {
		r.fail(failure.Steps(r.config.MaxSteps))
		r.outcome.CutShort = true
		return model.Choice{}, false
	}
	enabled := r.look()
	r.program = false
	c, ok := r.decide(&r.state)
	r.program = true
	if enabled == 0 {
		r.outcome.Maximal = true
		return c, false
	}
	if ok {
		r.taken++
	}
	return c, ok
}

// past is what is remembered of a transition: the next execution, when it follows it, must find the same.
type past struct {
	choice model.Choice
	kind   model.Kind
	obj    model.Object
}

// asBefore reports whether c, a transition of the prefix, does what it did in the execution before, as long as that took the
// same transitions.
func (r *runtime) asBefore(c model.Choice) bool {
	if !r.same || r.taken >= len(r.history) || r.history[r.taken].choice != c {
		r.same = false
		return true
	}
	op := &r.byID[c.Thread].op
	return r.history[r.taken].kind == op.Kind && r.history[r.taken].obj == op.Obj
}

// remember notes the transition that was counted last.
func (r *runtime) remember(c model.Choice) {
	op := &r.byID[c.Thread].op
	r.history = append(r.history[:r.taken-1], past{c, op.Kind, op.Obj})
}

// diverge ends the execution, which does not go as the prefix says.
func (r *runtime) diverge(c model.Choice) {
	r.outcome.Diverged = true
	path := r.names.Path(c.Thread)
	switch {
	case int(c.Thread) >= len(r.byID) || r.byID[c.Thread] == nil:
		r.divergence = "goroutine " + path + " should go on, and there is none"
	case r.byID[c.Thread].state != pending:
		r.divergence = "goroutine " + path + " should go on, and has ended"
	case r.same && r.taken < len(r.history) && r.history[r.taken].kind != r.byID[c.Thread].op.Kind:
		r.divergence = "goroutine " + path + " stands before " + record.OpNames[r.byID[c.Thread].op.Kind] + " and stood before " +
			record.OpNames[r.history[r.taken].kind]
	default:
		r.divergence = "goroutine " + path + " cannot go on as it did: it stands before " + record.OpNames[r.byID[c.Thread].op.Kind]
	}
}

// look brings state up to date and returns the number of transitions that it offers.
func (r *runtime) look() int {
	n := 0
	p := r.state.Pending[:0]
	r.lookAlarms()
	for _, t := range r.threads {
		if t.state != pending {
			continue
		}
		t.alts = r.alternatives(t, t.alts[:0])
		n += len(t.alts)
		p = append(p, model.Pending{Thread: t.id, Parent: t.parent, Op: t.op, Alts: t.alts, Value: t.value()})
		if t.op.Kind == model.Wake {
			r.state.Alarms = append(r.state.Alarms, model.Alarm{Obj: model.NoObject, Thread: t.id, When: t.when})
		}
	}
	r.state.Pending = p
	r.state.Memory = nil
	if r.memory != nil && !hook.Coros && !r.draining && !(r.config.Changed != nil && r.config.Changed()) {
		r.state.Memory = r.memory
	}
	if n == 0 {
		n = r.lookFar()
	}
	return n
}

// offers reports whether the state offers c.
func (r *runtime) offers(c model.Choice) bool {
	if int(c.Thread) >= len(r.byID) {
		return false
	}
	t := r.byID[c.Thread]
	if t == nil || t.state != pending {
		return false
	}
	t.alts = r.alternatives(t, t.alts[:0])
	for _, a := range t.alts {
		if a == c {
			return true
		}
	}
	return r.offersFar(t)
}

// alternatives appends the transitions that the pending operation of t offers.
func (r *runtime) alternatives(t *thread, to []model.Choice) []model.Choice {
	g := &gates[t.op.Kind]
	if g.alternatives != nil {
		return g.alternatives(r, t, to)
	}
	if g.enabled == nil || g.enabled(t) {
		to = append(to, model.Choice{Thread: t.id, Partner: model.NoThread})
	}
	return to
}

// take executes the engine's part of the transition c and returns the thread that goes on; nil when none does, after a timer.
func (r *runtime) take(c model.Choice) *thread {
	t := r.byID[c.Thread]
	r.steps++
	r.remember(c)
	if r.races != nil {
		r.races.Mark()
	}
	if r.config.OnChoice != nil {
		r.config.OnChoice(c)
	}
	if r.recorder != nil {
		r.record(t, c)
	}
	if take := gates[t.op.Kind].take; take != nil {
		take(r, t, c)
	}
	if t.timer != nil {
		return nil
	}
	t.state = running
	return t
}

// A gate is how one kind of operation behaves.
type gate struct {
	// enabled reports whether a pending operation can be executed; nil for those that always can.
	enabled func(t *thread) bool
	// alternatives appends the transitions that are offered, for kinds that can offer more than one; else nil.
	alternatives func(r *runtime, t *thread, to []model.Choice) []model.Choice
	// take is the engine's part of the execution; nil when all is done by Go's own code after the gate.
	take func(r *runtime, t *thread, c model.Choice)
	// shown returns the value that the operation has left, for a record; nil for those that leave none.
	shown func(t *thread) string
}

// gates says, for every kind, how it behaves; each line's functions are in the file of its primitive.
var gates [model.NumKinds]gate

func init() {
	gates = [model.NumKinds]gate{
		model.Load:  {take: takeLoad, shown: atomicShown},
		model.Store: {take: takeStore, shown: atomicShown},
		model.Swap:  {take: takeUpdate, shown: atomicShown},
		model.Add:   {take: takeUpdate, shown: atomicShown},
		model.And:   {take: takeUpdate, shown: atomicShown},
		model.Or:    {take: takeUpdate, shown: atomicShown},
		model.CAS:   {take: takeCAS, shown: atomicShown},

		model.Lock:    {enabled: mutexFree, take: takeLock},
		model.TryLock: {take: takeTryLock},
		model.Unlock:  {take: takeUnlock},

		model.Announce:  {enabled: noWriter},
		model.Acquire:   {enabled: noReader, take: takeWriter},
		model.RWTryLock: {take: takeTryWriter},
		model.RWUnlock:  {take: takeWriterUnlock},
		model.RLock:     {enabled: noWriter, take: takeReader},
		model.TryRLock:  {take: takeTryReader},
		model.RUnlock:   {take: takeReaderUnlock},

		model.WGAdd:  {take: takeAdd, shown: counterShown},
		model.WGDone: {take: takeDone, shown: counterShown},
		model.WGWait: {enabled: counterZero, take: takeWait},

		model.OnceBegin: {enabled: mutexFree, take: takeOnceBegin},
		model.OnceEnd:   {take: takeOnceEnd},

		model.CondAdd:       {take: takeCondAdd},
		model.CondWait:      {enabled: condWoken, take: takeCondWait},
		model.CondSignal:    {alternatives: signalAlternatives, take: takeSignal},
		model.CondBroadcast: {take: takeBroadcast},

		model.MapRead:  {take: takeLoad},
		model.MapWrite: {take: takeUpdate},

		model.Send:   {alternatives: sendAlternatives, take: takeChan},
		model.Recv:   {alternatives: recvAlternatives, take: takeChan},
		model.Close:  {take: takeClose},
		model.Select: {alternatives: selectAlternatives, take: takeSelect},
		model.Never:  {enabled: never},

		model.TimerStart: {take: takeTimerStart},
		model.TimerStop:  {take: takeTimerStop},
		model.TimerFire:  {enabled: fireNear, take: takeFire},
		model.Wake:       {enabled: wakeNear, take: takeWake},
		model.Return:     {take: takeReturn},
	}
}

func never(*thread) bool { return false }

// hookStep is the gate of every operation that needs no more than its object.
func hookStep(kind uint8, addr, where unsafe.Pointer, arg int64, size uintptr) {
	r := &rt
	t := r.leave()
	if r.invisible(t, model.Kind(kind), addr, where, arg) {
		hook.Cur = t.g
		return
	}
	t.addr, t.where, t.size = addr, where, size&0xff
	o, first := r.objects.Meet(uintptr(addr))
	t.op = model.Op{Kind: model.Kind(kind), Obj: o, Clock: model.NoObject, Arg: arg}
	if t.op.Kind == model.CAS {
		t.setExpected(size)
	}
	if first {
		r.find(t)
	}
	r.yield(t)
	r.enter(t, t.g)
}
