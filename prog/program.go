package prog

import "heddle/trace"

// A Program is what a text declares. Its objects are numbered in the order of their declaration, the elements of an array
// one by one.
type Program struct {
	Objects []Object
	Bodies  []Body // the first is the main thread
	// Delay is how far from now a timer may be and still fire while others can run.
	Delay int64
	// MaxSteps ends an execution after so many events; 0 for no bound.
	MaxSteps int
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
	numSorts
)

var sortNames = [numSorts]string{"atomic", "plain", "mutex", "rwmutex", "waitgroup", "once", "cond", "chan", "timer"}

// An Object is one declared object.
type Object struct {
	Name string
	Sort Sort
	// Init is the first value of a variable, the capacity of a channel.
	Init int64
	// Chan is the channel, of capacity 1, to which a timer sends when it fires, as its number plus 1; 0 for none.
	Chan int
	// Len is the length of the array that starts with this object; 0 for the elements after its first.
	Len int
}

// A Body is what one thread executes.
type Body struct {
	Name  string
	Code  []Instr
	Regs  []string // the names of the registers
	Lines []Label
}

// A Label names the instruction at Code[At].
type Label struct {
	Name string
	At   int
}

// A Verb is what an instruction does: a trace.Kind for a visible operation, or one of those below.
type Verb uint8

// The verbs that are no visible operations.
const (
	Set    = Verb(trace.NumKinds) + iota // Dst = A + B
	If                                   // go to Target if A Cmp B
	Goto                                 // go to Target
	Spawn                                // start the body Target
	Assert                               // fail unless A Cmp B
	numVerbs
)

// An Operand is a register, or a constant when Reg is negative.
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

// verbNames are the words of the text form. An Announce is the first half of RWMutex.Lock, an Acquire the second; "add" on a
// waitgroup is wgadd.
var verbNames = [numVerbs]string{
	Verb(trace.Load): "load", Verb(trace.Store): "store", Verb(trace.Swap): "swap", Verb(trace.Add): "add", Verb(trace.CAS): "cas",
	Verb(trace.Read): "read", Verb(trace.Write): "write",
	Verb(trace.Lock): "lock", Verb(trace.TryLock): "trylock", Verb(trace.Unlock): "unlock",
	Verb(trace.Announce): "announce", Verb(trace.Acquire): "acquire",
	Verb(trace.RWTryLock): "rwtrylock", Verb(trace.RWUnlock): "rwunlock",
	Verb(trace.RLock): "rlock", Verb(trace.TryRLock): "tryrlock", Verb(trace.RUnlock): "runlock",
	Verb(trace.WGAdd): "wgadd", Verb(trace.WGDone): "wgdone", Verb(trace.WGWait): "wgwait",
	Verb(trace.OnceBegin): "oncebegin", Verb(trace.OnceEnd): "onceend",
	Verb(trace.CondAdd): "condadd", Verb(trace.CondWait): "condwait",
	Verb(trace.CondSignal): "signal", Verb(trace.CondBroadcast): "broadcast",
	Verb(trace.Send): "send", Verb(trace.Recv): "recv", Verb(trace.Close): "close", Verb(trace.Len): "len",
	Verb(trace.Select): "select", Verb(trace.Never): "never",
	Verb(trace.TimerStart): "timerstart", Verb(trace.TimerStop): "timerstop",
	Verb(trace.TimerFire): "timerfire", Verb(trace.Wake): "wake",
	Verb(trace.Now): "now", Verb(trace.Return): "return", Verb(trace.Pick): "pick",
	Set: "set", If: "if", Goto: "goto", Spawn: "spawn", Assert: "assert",
}

// A shape says which parts an instruction has in the text form, in this order.
type shape struct{ dst, obj, a, b bool }

var shapes = [numVerbs]shape{
	Verb(trace.Load): {dst: true, obj: true}, Verb(trace.Store): {obj: true, a: true},
	Verb(trace.Swap): {dst: true, obj: true, a: true}, Verb(trace.Add): {dst: true, obj: true, a: true},
	Verb(trace.CAS):  {dst: true, obj: true, a: true, b: true},
	Verb(trace.Read): {dst: true, obj: true}, Verb(trace.Write): {obj: true, a: true},
	Verb(trace.Lock): {obj: true}, Verb(trace.TryLock): {dst: true, obj: true}, Verb(trace.Unlock): {obj: true},
	Verb(trace.Announce): {obj: true}, Verb(trace.Acquire): {obj: true},
	Verb(trace.RWTryLock): {dst: true, obj: true}, Verb(trace.RWUnlock): {obj: true},
	Verb(trace.RLock): {obj: true}, Verb(trace.TryRLock): {dst: true, obj: true}, Verb(trace.RUnlock): {obj: true},
	Verb(trace.WGAdd): {obj: true, a: true}, Verb(trace.WGDone): {obj: true}, Verb(trace.WGWait): {obj: true},
	Verb(trace.OnceBegin): {dst: true, obj: true}, Verb(trace.OnceEnd): {obj: true},
	Verb(trace.CondAdd): {obj: true}, Verb(trace.CondWait): {obj: true},
	Verb(trace.CondSignal): {obj: true}, Verb(trace.CondBroadcast): {obj: true},
	Verb(trace.Send): {obj: true, a: true}, Verb(trace.Recv): {dst: true, obj: true}, Verb(trace.Close): {obj: true},
	Verb(trace.Len):    {dst: true, obj: true},
	Verb(trace.Select): {dst: true}, Verb(trace.TimerStart): {obj: true, a: true}, Verb(trace.TimerStop): {dst: true, obj: true},
	Verb(trace.TimerFire): {obj: true}, Verb(trace.Wake): {obj: true},
	Verb(trace.Now): {dst: true}, Verb(trace.Pick): {dst: true, a: true},
	Set: {dst: true, a: true, b: true},
}

// sorts says which sort of object a visible operation works on.
var sorts = [trace.NumKinds]Sort{
	trace.Read: Plain, trace.Write: Plain,
	trace.Lock: Mutex, trace.TryLock: Mutex, trace.Unlock: Mutex,
	trace.Announce: RWMutex, trace.Acquire: RWMutex, trace.RWTryLock: RWMutex, trace.RWUnlock: RWMutex,
	trace.RLock: RWMutex, trace.TryRLock: RWMutex, trace.RUnlock: RWMutex,
	trace.WGAdd: WaitGroup, trace.WGDone: WaitGroup, trace.WGWait: WaitGroup,
	trace.OnceBegin: Once, trace.OnceEnd: Once,
	trace.CondAdd: Cond, trace.CondWait: Cond, trace.CondSignal: Cond, trace.CondBroadcast: Cond,
	trace.Send: Chan, trace.Recv: Chan, trace.Close: Chan, trace.Len: Chan,
	trace.TimerStart: Timer, trace.TimerStop: Timer, trace.TimerFire: Timer, trace.Wake: Timer,
}
