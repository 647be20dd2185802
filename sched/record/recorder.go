// Package record describes one execution for people: its steps, goroutines and objects, and what each goroutine waits for at the end.
//
// A failing schedule is run once more to record it. Only then are stacks taken and objects described: exploring needs nothing of what
// is here, except the operations' names.
package record

import (
	"strconv"
	"strings"

	"heddle/datarace"
	"heddle/guide/named"
	"heddle/model"
	"heddle/result"
	"heddle/sched/frames"
	"heddle/sched/object"
)

// How says how an execution is recorded.
type How struct {
	// OnStep is called for every transition, with its description.
	OnStep func(result.Step)
	// Eager calls OnStep before the transition is executed, without its value: for executions that end the process.
	Eager bool
	// Race, when not nil, is a race whose two stacks are wanted.
	Race *datarace.Race
}

// Seen is what a recorded execution shows, besides its steps.
type Seen struct {
	Threads  []result.Thread
	Waits    []result.Wait   // the wait-for chain at its end
	Accesses []result.Access // the two sides of the wanted race, as far as the execution has met them
	Fired    []Firing        // the ends of sleeps included
}

// A Firing is a timer that fires, or a sleep that ends.
type Firing struct {
	Thread model.Thread
	When   int64 // its deadline
	result.Early
	Ready []result.Late // who could go on instead
}

// A Recorder describes the execution that runs.
type Recorder struct {
	Seen
	how     How
	names   *model.Names
	objects *object.Set
	last    model.Thread     // the thread that executed the last step
	step    *result.Step     // the last step; nil when it has been sent to OnStep
	steps   int              // how many there were
	counts  []uint64         // accesses of each thread
	shown   map[int32]*shown // by the object's index in objects
	numbers map[string]int   // how many objects are shown, by their kinds
}

// A Trail holds the stacks of one thread.
type Trail struct {
	Entry   uintptr   // the address of its function
	Created []uintptr // the stack of the go statement
	After   int       // the steps before that
	At      []uintptr // the stack at the pending operation
}

// shown is what a Recorder knows of an object.
type shown struct {
	name   string // its kind and its number among the objects of this kind, from 1: "mutex 2"; empty until it is first described
	held   bool   // it is a lock, and holder holds it
	holder model.Thread
	heldAt []uintptr // the stack of the holder when it took the lock
	// reads are the stacks of the readers that hold an RWMutex when they took it. Writer has announced itself to it last, at announced.
	reads     map[model.Thread][][]uintptr
	writer    model.Thread
	announced []uintptr
}

// New returns the Recorder of an execution that is about to begin.
func New(how How, names *model.Names, objects *object.Set) *Recorder {
	return &Recorder{how: how, names: names, objects: objects, shown: map[int32]*shown{}, numbers: map[string]int{}}
}

// Access counts an access of t, and reports whether it is one of the wanted race: then the caller must call KeepAccess.
func (r *Recorder) Access(t model.Thread) bool {
	for len(r.counts) <= int(t) {
		r.counts = append(r.counts, 0)
	}
	r.counts[t]++
	id := datarace.AccessID{Thread: t, N: r.counts[t]}
	return r.how.Race != nil && (id == r.how.Race.First.AccessID || id == r.how.Race.Second.AccessID)
}

// KeepAccess notes an access of the wanted race, with its stack. Op is the operation that it is, if it is one of a WaitGroup.
func (r *Recorder) KeepAccess(t model.Thread, write, atomic bool, stack []uintptr, op string) {
	r.Accesses = append(r.Accesses, result.Access{Thread: r.names.Path(t), Write: write, Atomic: atomic, Where: frames.Resolve(stack),
		After: r.steps, Op: op})
}

// Hold notes that t takes the lock o; stack is where.
func (r *Recorder) Hold(o model.Object, t model.Thread, stack []uintptr) {
	x := r.object(o)
	x.held, x.holder, x.heldAt = true, t, append([]uintptr(nil), stack...)
	x.announced = nil
}

// Read notes that t takes the RWMutex o as a reader; stack is where.
func (r *Recorder) Read(o model.Object, t model.Thread, stack []uintptr) {
	x := r.object(o)
	if x.reads == nil {
		x.reads = map[model.Thread][][]uintptr{}
	}
	x.reads[t] = append(x.reads[t], append([]uintptr(nil), stack...))
}

// Unread notes that t releases what it has taken last of the RWMutex o.
func (r *Recorder) Unread(o model.Object, t model.Thread) {
	if x := r.object(o); len(x.reads[t]) > 0 {
		x.reads[t] = x.reads[t][:len(x.reads[t])-1]
	}
}

// announce notes that t announces itself to the readers of the RWMutex o.
func (r *Recorder) announce(o model.Object, t model.Thread, stack []uintptr) {
	x := r.object(o)
	x.writer, x.announced = t, append([]uintptr{}, stack...)
}

// Free notes that the lock o is released.
func (r *Recorder) Free(o model.Object) { r.object(o).held = false }

// Steps is the number of steps so far.
func (r *Recorder) Steps() int { return r.steps }

// Step describes the transition c, which is about to execute op. It is called before every transition. Partner is nil if c has none.
func (r *Recorder) Step(c model.Choice, op *model.Op, t, partner *Trail) {
	r.flush()
	r.steps++
	s := result.Step{Thread: r.names.Path(c.Thread), Op: describe(r.names, op, c), Object: r.objectName(op, c), Where: where(op, t)}
	if partner != nil {
		s.Partner, s.PartnerWhere = r.names.Path(c.Partner), frames.Resolve(partner.At)
	}
	if op.Kind == model.Announce {
		r.announce(op.Obj, c.Thread, t.At)
	}
	r.last, r.step = c.Thread, &s
	if r.how.Eager {
		r.flush()
	}
}

// Fire describes the firing of a timer, or the end of a sleep, of thread t, which is about to be executed. At is the stack where it was
// armed.
func (r *Recorder) Fire(t model.Thread, when, after int64, at []uintptr, ready []result.Late) {
	early := result.Early{What: frames.Called(at), After: after, Where: frames.Resolve(at)}
	r.Fired = append(r.Fired, Firing{t, when, early, ready})
}

// Late describes a goroutine that could go on.
func (r *Recorder) Late(t model.Thread, op *model.Op, trail *Trail) result.Late {
	l := result.Late{Thread: r.names.Path(t), Op: OpNames[op.Kind], Where: frames.Resolve(trail.At)}
	if op.Kind == model.TimerStart && op.Obj == model.NoObject {
		l.Op = "Sleep"
	}
	return l
}

// flush sends the last step to OnStep, unless that is done.
func (r *Recorder) flush() {
	s := r.step
	if s == nil {
		return
	}
	r.step = nil
	r.how.OnStep(*s)
}

// Awaits reports whether the last step is of t and has not been sent. Then Finish must be called before t goes on to another operation.
func (r *Recorder) Awaits(t model.Thread) bool { return r.step != nil && r.last == t }

// Finish sends the last step. Value is the value of the object after the operation; empty if it has none.
func (r *Recorder) Finish(value string) {
	r.step.Value = value
	r.flush()
}

// where returns the stack of an operation: where it was started, if it is that of a timer or of a goroutine of the standard library.
func where(op *model.Op, t *Trail) []result.Frame {
	list := frames.Resolve(t.At)
	if op.Kind == model.TimerFire || len(list) == 0 {
		return frames.Resolve(t.Created)
	}
	return list
}

// See returns what the transition c of a thread with this trail is about to do.
func See(names *model.Names, op *model.Op, c model.Choice, t *Trail) (s named.Sight) {
	if op.Kind == model.Select && int(c.Case) >= len(op.Cases) { // it is blocked for ever
		return named.Sight{Op: OpNames[op.Kind]}
	}
	s = named.Sight{Op: describe(names, op, c), Object: operand(op, c)}
	if s.Object != model.NoObject {
		s.Kind = objectKind(op.Kind)
	}
	list := where(op, t)
	s.Func = frames.Short(frames.User(list).Func)
	for _, f := range list {
		if !frames.Std(f) {
			s.Outer = frames.Short(f.Func)
		}
	}
	return s
}

// describe names the operation.
func describe(names *model.Names, op *model.Op, c model.Choice) string {
	name := OpNames[op.Kind]
	switch op.Kind {
	case model.Select:
		switch {
		case c.Case < 0:
			return "select: default"
		case op.Cases[c.Case].Send:
			return "select: send"
		}
		return "select: receive"
	case model.Send:
		if c.Partner != model.NoThread {
			return "send to " + names.Path(c.Partner)
		}
	case model.Pick:
		if op.Arg == 1 {
			return "begins"
		}
		return name + " " + strconv.Itoa(int(c.Case)+1) + " of " + strconv.Itoa(int(op.Arg))
	case model.TimerStart:
		if op.Obj == model.NoObject {
			return "Sleep"
		}
	}
	return name
}

// object returns what is known of o.
func (r *Recorder) object(o model.Object) *shown {
	i := r.objects.Index(o)
	x := r.shown[i]
	if x == nil {
		x = new(shown)
		r.shown[i] = x
	}
	return x
}

// operand returns the object of the operation; NoObject if it has none that is shown.
func operand(op *model.Op, c model.Choice) model.Object {
	switch {
	case op.Kind == model.Return || op.Kind == model.Select && c.Case < 0:
		return model.NoObject
	case op.Kind == model.Select:
		return op.Cases[c.Case].Obj
	}
	return op.Obj
}

// objectName names the object.
func (r *Recorder) objectName(op *model.Op, c model.Choice) string {
	obj := operand(op, c)
	if obj == model.NoObject {
		return ""
	}
	x := r.object(obj)
	if x.name == "" {
		kind := objectKind(op.Kind)
		r.numbers[kind]++
		x.name = kind + " " + strconv.Itoa(r.numbers[kind])
	}
	return x.name
}

// Thread describes a goroutine in the last state.
func (r *Recorder) Thread(t model.Thread, trail *Trail, state string) {
	d := result.Thread{Path: r.names.Path(t), Name: "test", State: state, Created: frames.Resolve(trail.Created), After: trail.After}
	if t != 0 {
		d.Name = frames.Function(trail.Entry)
	}
	r.Threads = append(r.Threads, d)
}

// Timer describes a timer in the last state.
func (r *Recorder) Timer(t model.Thread, trail *Trail) {
	r.Threads = append(r.Threads, result.Thread{Path: r.names.Path(t), Name: "timer", State: "timer", Created: frames.Resolve(trail.Created)})
}

// Wait describes what t, which is blocked in the last state, waits for, and who holds it. Again is that of result.Wait.
func (r *Recorder) Wait(t model.Thread, op *model.Op, trail *Trail, again string) {
	w := result.Wait{Thread: r.names.Path(t), For: OpNames[op.Kind], Where: frames.Resolve(trail.At), Again: again}
	defer func() { r.Waits = append(r.Waits, w) }()
	if op.Kind == model.Select {
		var over []string
		for i := range op.Cases {
			c := model.Choice{Thread: t, Case: int16(i)}
			if op.Cases[i].Obj != model.NoObject {
				over = append(over, describe(r.names, op, c)[len("select: "):]+" on "+r.objectName(op, c))
			}
		}
		w.For = "select: " + strings.Join(over, " or ")
		return
	}
	if op.Obj == model.NoObject {
		return
	}
	if w.For = r.objectName(op, model.Choice{Thread: t}) + ": " + w.For; again != "" {
		return
	}
	x, holders := r.object(op.Obj), r.objects.Of(op.Obj).Holders
	switch {
	case x.held:
		w.Holder, w.HolderWhere = r.names.Path(x.holder), frames.Resolve(x.heldAt)
	case op.Kind == model.RLock && x.announced != nil:
		w.Holder, w.HolderWhere, w.Behind = r.names.Path(x.writer), frames.Resolve(x.announced), true
	case len(holders) > 0:
		if w.Holder = r.names.Path(holders[0]); len(x.reads[holders[0]]) > 0 {
			w.HolderWhere = frames.Resolve(x.reads[holders[0]][0])
		}
	}
}

// End ends the record. It must be called when all threads have been described.
func (r *Recorder) End() {
	r.flush()
	markCycles(r.Waits)
}

// markCycles marks the edges of the wait-for chain that are on a cycle.
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
