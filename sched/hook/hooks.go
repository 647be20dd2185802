package hook

import "unsafe"

// Table is the table through which the patched standard library calls the engine. Its fields, their order and types are
// those of heddleHookTable in the file that is added to package runtime.
type Table struct {
	Spawn        func(fn func(), pc uintptr)
	Step         func(kind uint8, addr, state unsafe.Pointer, arg int64, size uintptr)
	Mem          func(addr, size uintptr, write bool)
	ChanSend     func(c, elem unsafe.Pointer, block bool) (handled, selected bool)
	ChanRecv     func(c, elem unsafe.Pointer, block bool) (handled, selected, received bool)
	ChanClose    func(c unsafe.Pointer)
	ChanLen      func(c unsafe.Pointer) (n int, handled bool)
	Select       func(cases unsafe.Pointer, nsends, nrecvs int, block bool) (chosen int, received bool)
	Block        func()
	Cond         func(kind uint8, list unsafe.Pointer)
	Now          func() int64
	Sleep        func(ns int64)
	TimerNew     func(t unsafe.Pointer, when, period int64, f func(any, uintptr, int64), arg any, c unsafe.Pointer)
	TimerStop    func(t unsafe.Pointer) (active, handled bool)
	TimerReset   func(t unsafe.Pointer, when, period int64) (active, handled bool)
	Gosched      func()
	NumGoroutine func() int
	Goroutines   func() []uintptr
	Exit         func(code int)
	Output       func(b []byte)
	Unsupported  func(what string)
	PoolGet      func(pool unsafe.Pointer) any
	PoolPut      func(pool unsafe.Pointer, x any)
}

// The runtime's side. See the file added to package runtime for what each of them is.

//go:linkname Cur runtime.heddleCur
var Cur uintptr

//go:linkname MemOn runtime.heddleMem
var MemOn bool

// Thread is what the runtime must know of a thread.
type Thread struct {
	Seed uint64 // of its random numbers
	ID   int    // a model.Thread
}

//go:linkname Running runtime.heddleRunning
var Running *Thread

// An Allocation is one by a managed goroutine: the runtime keeps a log of them.
type Allocation struct {
	Addr, Typ, Size uintptr
	Thread          int // a model.Thread
}

//go:linkname Allocations runtime.heddleLog
var Allocations []Allocation

// A Stack is the stack of one goroutine that stands before an operation, without the frames of the engine. See the file added to
// package runtime for states.
type Stack struct {
	Inner, Outer uintptr
	Places       []uintptr
	Base, Top    uintptr
	Low, High    uintptr
	PCs          []uintptr
	Words        []Word
	Objects      []Object
	Defers       []Deferred
	Full, OK     bool
}

// A Word says what is known of one word of a stack.
type Word uint8

const (
	PlainWord   Word = iota
	PointerWord      // the collector takes it for a pointer
	LinkWord         // a return address or a frame pointer
)

// An Object is a variable on the stack whose address is taken: the runtime's business.
type Object struct {
	_ [3]uintptr
	_ *byte
	_ bool
}

// A Deferred is one deferred call.
type Deferred struct {
	SP, PC, Fn, Head uintptr
}

//go:linkname ReadStack runtime.heddleFrames
//go:noescape
func ReadStack(g uintptr, s *Stack)

//go:linkname Own runtime.heddleOwn
func Own(addr uintptr) bool

//go:linkname WipeStack runtime.heddleWipe
func WipeStack()

//go:linkname HeapScans runtime.heddleScans
func HeapScans(base uintptr) bool

//go:linkname States runtime.heddleStates
var States bool

//go:linkname Coros runtime.heddleCoros
var Coros bool

//go:linkname Setup runtime.heddleSetup
var Setup uintptr

//go:linkname Firing runtime.heddleFiring
var Firing uintptr

//go:linkname Hooks runtime.heddleHooks
var Hooks Table

//go:linkname ExemptHook runtime.heddleExemptHook
var ExemptHook func() bool

//go:linkname NewCoro runtime.heddleNewcoro
var NewCoro func(func(unsafe.Pointer)) unsafe.Pointer

//go:linkname CoroSwitch runtime.heddleSwitch
func CoroSwitch(c unsafe.Pointer)

//go:linkname CoroExit runtime.heddleExit
func CoroExit(c unsafe.Pointer)

//go:linkname G runtime.heddleG
func G() uintptr

//go:linkname ChanInfo runtime.heddleChan
func ChanInfo(c unsafe.Pointer) (n, size uint, closed, foreign bool, sendx, recvx uint)

//go:linkname ChanMove runtime.heddleChanMove
func ChanMove(c, dst, src unsafe.Pointer)

//go:linkname StackPlace runtime.heddlePlace
func StackPlace(p unsafe.Pointer) uintptr

//go:linkname StackAt runtime.heddleAt
func StackAt(g, distance uintptr) unsafe.Pointer

//go:linkname ChanSend runtime.heddleChanSend
func ChanSend(c, elem unsafe.Pointer)

//go:linkname ChanRecv runtime.heddleChanRecv
func ChanRecv(c, elem unsafe.Pointer) bool

//go:linkname Panic runtime.heddlePanic
func Panic(i int) (v any, recovered, again, ok bool)

//go:linkname Goexits runtime.heddleGoexits
func Goexits() bool

//go:linkname RuntimeWaits runtime.heddleWaits
func RuntimeWaits() string

//go:linkname HeapLive runtime.heddleHeapLive
func HeapLive() uint64

//go:linkname GCs runtime.heddleGCs
func GCs() uint32

//go:linkname HeapBase runtime.heddleBase
func HeapBase(addr uintptr) (base, size uintptr)

//go:linkname CallerPCs runtime.heddlePCs
//go:noescape
func CallerPCs(buf []uintptr) int

//go:linkname InlinedAt runtime.heddleInlined
func InlinedAt(pc uintptr, buf []uintptr) int
