package prog

import "heddle/model"

// A Program is a parsed text. Its objects are numbered in the order of their declaration. Each element of an array is
// an object.
type Program struct {
	Objects []Object
	Bodies  []Body // the first is the main thread
	// Delay is the longest time from now after which a timer may fire while other threads can run. It is 100 unless the
	// text says otherwise.
	Delay int64
	// MaxSteps is the greatest number of events in an execution, or 0 for no bound.
	MaxSteps int
	// Alike means that threads are interchangeable that one thread has started with the same body: they execute their first events in the
	// order in which they were started.
	Alike bool
}

// A Sort says what an object is.
type Sort uint8

// The sorts of objects.
const (
	Atomic Sort = iota
	Plain
	Mutex
	RWMutex
	WaitGroup
	Once
	Cond
	Chan
	Timer
	File
	Test // the first one of a program is that of its main thread, which ends it when it returns
	numSorts
)

var sortNames = [numSorts]string{"atomic", "plain", "mutex", "rwmutex", "waitgroup", "once", "cond", "chan", "timer", "file", "test"}

// An Object is one declared object.
type Object struct {
	Name string
	Sort Sort
	// Init is the initial value of a variable, or the capacity of a channel or file.
	Init int64
	// Chan is 1 plus the number of the channel that a timer sends to when it fires, or 0 for none. Its capacity is 1. It may also be a file: the
	// timer is its deadline, for readers if the timer's number is even and for writers if it is odd. For a file it is 1 plus
	// the number of the one that is closed with it.
	Chan int
	// Period makes a timer with a channel a ticker: each firing arms it again, so much later. While there is a value in its channel it does
	// not fire, and holds up no other timer. 0 for none.
	Period int64
	// Len is the length of the array that starts with this object, 1 for a single object, and 0 for an element after
	// the first.
	Len int
}

// test is the test of the main thread, or NoObject.
func (p *Program) test() model.Object {
	for i := range p.Objects {
		if p.Objects[i].Sort == Test {
			return model.Object(i)
		}
	}
	return model.NoObject
}

// collects says whether the program has a Collect. Then all of its operations are on the clock (model.Op.Clock).
func (p *Program) collects() bool {
	for i := range p.Bodies {
		for k := range p.Bodies[i].Code {
			if p.Bodies[i].Code[k].Verb == Verb(model.Collect) {
				return true
			}
		}
	}
	return false
}

// within says whether only bodies of this bubble name the object.
func (p *Program) within(o model.Object, bubble int) bool {
	for i := range p.Bodies {
		for k := range p.Bodies[i].Code {
			in := &p.Bodies[i].Code[k]
			on := shapes[in.Verb].obj && in.Obj <= int(o) && int(o) < in.Obj+max(1, p.Objects[in.Obj].Len)
			for _, c := range in.Cases {
				on = on || c.Obj == int(o)
			}
			if on && p.Bodies[i].Bubble != bubble {
				return false
			}
		}
	}
	return true
}

// A Body is what one thread executes.
type Body struct {
	Name   string
	Bubble int // the bubble that its threads are in, 0 for none. What blocks on objects that only its bodies name is durably blocked
	Code   []Instr
	Regs   []string // the names of the registers
	Lines  []Label
}

// A Label names the instruction at Code[At].
type Label struct {
	Name string
	At   int
}

// A Verb is what an instruction does: a model.Kind for a visible operation, or one of those below.
type Verb uint8

// The verbs that are not visible operations.
const (
	Set    = Verb(model.NumKinds) + iota // Dst = A + B
	If                                   // go to Target if A Cmp B
	Goto                                 // go to Target
	Spawn                                // start the body Target
	Assert                               // fail unless A Cmp B
	numVerbs
)

// An Operand is a register, or a constant if Reg is negative.
type Operand struct {
	Reg   int
	Const int64
}

// A Cmp compares two operands.
type Cmp uint8

// The comparisons.
const (
	Equal Cmp = iota
	NotEqual
	Less
	numCmps
)

var cmpNames = [numCmps]string{"==", "!=", "<"}

// An Instr is one instruction.
type Instr struct {
	Verb    Verb
	Obj     int     // the object, or the first of the array
	Index   Operand // added to Obj
	Dst     int     // the register that takes the result; -1 for none
	A, B    Operand
	Cmp     Cmp
	Target  int
	Cases   []Case
	Default bool // of a Select
}

// A Case is one case of a select.
type Case struct {
	Obj   int
	Send  bool
	Value Operand
}

// verbNames are the words of the text form.
var verbNames = [numVerbs]string{
	Verb(model.Load): "load", Verb(model.Store): "store", Verb(model.Swap): "swap", Verb(model.Add): "add", Verb(model.CAS): "cas",
	Verb(model.Read): "read", Verb(model.Write): "write",
	Verb(model.Lock): "lock", Verb(model.TryLock): "trylock", Verb(model.Unlock): "unlock",
	Verb(model.Announce): "announce", Verb(model.Acquire): "acquire",
	Verb(model.RWTryLock): "rwtrylock", Verb(model.RWUnlock): "rwunlock",
	Verb(model.RLock): "rlock", Verb(model.TryRLock): "tryrlock", Verb(model.RUnlock): "runlock",
	Verb(model.WGAdd): "wgadd", Verb(model.WGDone): "wgdone", Verb(model.WGWait): "wgwait",
	Verb(model.OnceBegin): "oncebegin", Verb(model.OnceEnd): "onceend",
	Verb(model.CondAdd): "condadd", Verb(model.CondWait): "condwait",
	Verb(model.CondSignal): "signal", Verb(model.CondBroadcast): "broadcast",
	Verb(model.Send): "send", Verb(model.Recv): "recv", Verb(model.Close): "close", Verb(model.Len): "len",
	Verb(model.Select): "select", Verb(model.Never): "never",
	Verb(model.TimerStart): "timerstart", Verb(model.TimerStop): "timerstop",
	Verb(model.TimerFire): "timerfire", Verb(model.Wake): "wake",
	Verb(model.Now): "now", Verb(model.Return): "return", Verb(model.Pick): "pick",
	Verb(model.Collect): "collect", Verb(model.Idle): "idle",
	Verb(model.FileRead): "fileread", Verb(model.FileWrite): "filewrite", Verb(model.FileClose): "fileclose",
	Verb(model.FileLeave):   "fileleave",
	Verb(model.FileReaders): "filereaders", Verb(model.FileWriters): "filewriters",
	Verb(model.TestUse): "testuse", Verb(model.TestEnd): "testend", Verb(model.TestChange): "testchange",
	Set: "set", If: "if", Goto: "goto", Spawn: "spawn", Assert: "assert",
}

// A shape says which parts an instruction has in the text form: a register for the result, an object, and two operands,
// in this order.
type shape struct{ dst, obj, a, b bool }

var shapes = [numVerbs]shape{
	Verb(model.Load): {dst: true, obj: true}, Verb(model.Store): {obj: true, a: true},
	Verb(model.Swap): {dst: true, obj: true, a: true}, Verb(model.Add): {dst: true, obj: true, a: true},
	Verb(model.CAS):  {dst: true, obj: true, a: true, b: true},
	Verb(model.Read): {dst: true, obj: true}, Verb(model.Write): {obj: true, a: true},
	Verb(model.Lock): {obj: true}, Verb(model.TryLock): {dst: true, obj: true}, Verb(model.Unlock): {obj: true},
	Verb(model.Announce): {obj: true}, Verb(model.Acquire): {obj: true},
	Verb(model.RWTryLock): {dst: true, obj: true}, Verb(model.RWUnlock): {obj: true},
	Verb(model.RLock): {obj: true}, Verb(model.TryRLock): {dst: true, obj: true}, Verb(model.RUnlock): {obj: true},
	Verb(model.WGAdd): {obj: true, a: true}, Verb(model.WGDone): {obj: true}, Verb(model.WGWait): {obj: true},
	Verb(model.OnceBegin): {dst: true, obj: true}, Verb(model.OnceEnd): {obj: true},
	Verb(model.CondAdd): {obj: true}, Verb(model.CondWait): {obj: true},
	Verb(model.CondSignal): {obj: true}, Verb(model.CondBroadcast): {obj: true},
	Verb(model.Send): {obj: true, a: true}, Verb(model.Recv): {dst: true, obj: true}, Verb(model.Close): {obj: true},
	Verb(model.Len):    {dst: true, obj: true},
	Verb(model.Select): {dst: true}, Verb(model.TimerStart): {obj: true, a: true}, Verb(model.TimerStop): {dst: true, obj: true},
	Verb(model.TimerFire): {obj: true}, Verb(model.Wake): {obj: true},
	Verb(model.Now): {dst: true}, Verb(model.Pick): {dst: true, a: true}, Verb(model.Collect): {dst: true}, Verb(model.Idle): {dst: true},
	Verb(model.FileRead): {dst: true, obj: true, a: true}, Verb(model.FileWrite): {dst: true, obj: true, a: true},
	Verb(model.FileLeave): {obj: true}, Verb(model.FileClose): {obj: true}, Verb(model.FileReaders): {obj: true, a: true}, Verb(model.FileWriters): {obj: true, a: true},
	Verb(model.TestUse): {dst: true, obj: true}, Verb(model.TestEnd): {dst: true, obj: true},
	Verb(model.TestChange): {dst: true, obj: true},
	Set:                    {dst: true, a: true, b: true},
}

// sorts is, by visible operation, the sort of its object.
var sorts = [model.NumKinds]Sort{
	model.Read: Plain, model.Write: Plain,
	model.Lock: Mutex, model.TryLock: Mutex, model.Unlock: Mutex,
	model.Announce: RWMutex, model.Acquire: RWMutex, model.RWTryLock: RWMutex, model.RWUnlock: RWMutex,
	model.RLock: RWMutex, model.TryRLock: RWMutex, model.RUnlock: RWMutex,
	model.WGAdd: WaitGroup, model.WGDone: WaitGroup, model.WGWait: WaitGroup,
	model.OnceBegin: Once, model.OnceEnd: Once,
	model.CondAdd: Cond, model.CondWait: Cond, model.CondSignal: Cond, model.CondBroadcast: Cond,
	model.Send: Chan, model.Recv: Chan, model.Close: Chan, model.Len: Chan,
	model.TimerStart: Timer, model.TimerStop: Timer, model.TimerFire: Timer, model.Wake: Timer,
	model.FileRead: File, model.FileWrite: File, model.FileClose: File, model.FileLeave: File, model.FileReaders: File, model.FileWriters: File,
	model.TestUse: Test, model.TestEnd: Test, model.TestChange: Test,
}
