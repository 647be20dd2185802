// Package hook is the engine's side of the files that package toolchain adds to package runtime. It has the hook table, through which
// patched functions call the engine, and what the engine needs of the runtime: coroutine switches, channels, stacks, the heap, the
// collector.
//
// The variables and functions are linked to those of package runtime, whose comments say what each of them is. A variable is
// shared: heddleCur, the managed goroutine, is Cur here. The types must have the same memory as the runtime's
// (toolchain/layout_test.go).
package hook

import "unsafe"

// Table is the hook table. Its fields, their order and types are those of heddleHookTable in package runtime. It has more than 15
// fields because it has one for each hook.
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
	Chance       func(source uint8, n uint64) (value uint64, decided bool)
	System       func(how uint8, name string, open uintptr)
	Watch        func() bool
	Collect      func()
	Bubble       func(bubble unsafe.Pointer, main func()) (ended, done bool)
	Idle         func()
	Outside      func(leaves bool)
	Dies         func(message string)
}

//go:linkname Hooks runtime.heddleHooks
var Hooks Table

//go:linkname ExemptHook runtime.heddleExemptHook
var ExemptHook func() bool

// The managed goroutine.

//go:linkname Cur runtime.heddleCur
var Cur uintptr

//go:linkname MemOn runtime.heddleMem
var MemOn bool

//go:linkname MemYields runtime.heddleMemYields
var MemYields bool

// Thread is what the runtime must know of a thread.
type Thread struct {
	Seed   uint64         // the state of its random numbers
	ID     int            // a model.Thread
	Bubble unsafe.Pointer // its bubble of testing/synctest, nil for none
}

//go:linkname Running runtime.heddleRunning
var Running *Thread

//go:linkname Firing runtime.heddleFiring
var Firing uintptr

//go:linkname G runtime.heddleG
func G() uintptr

//go:linkname Panic runtime.heddlePanic
func Panic(i int) (v any, recovered, again, ok bool)

//go:linkname Goexits runtime.heddleGoexits
func Goexits() bool

//go:linkname RuntimeWaits runtime.heddleWaits
func RuntimeWaits() string

// Coroutines.

//go:linkname NewCoro runtime.heddleNewcoro
var NewCoro func(func(unsafe.Pointer)) unsafe.Pointer

//go:linkname CoroSwitch runtime.heddleSwitch
func CoroSwitch(c unsafe.Pointer)

//go:linkname CoroExit runtime.heddleExit
func CoroExit(c unsafe.Pointer)

//go:linkname Coros runtime.heddleCoros
var Coros bool

// Channels.

//go:linkname ChanInfo runtime.heddleChan
func ChanInfo(c unsafe.Pointer) (n, size uint, closed, foreign bool, sendx, recvx uint)

//go:linkname ChanMove runtime.heddleChanMove
func ChanMove(c, dst, src unsafe.Pointer)

//go:linkname ChanSend runtime.heddleChanSend
func ChanSend(c, elem unsafe.Pointer)

//go:linkname ChanRecv runtime.heddleChanRecv
func ChanRecv(c, elem unsafe.Pointer) bool

//go:linkname ChanBubble runtime.heddleChanBubble
func ChanBubble(c unsafe.Pointer) unsafe.Pointer

//go:linkname Associated runtime.heddleAssociated
func Associated(waitGroup, bubble unsafe.Pointer) bool

//go:linkname Disassociate runtime.heddleDisassociate
func Disassociate(waitGroup unsafe.Pointer)

//go:linkname Fatal runtime.heddleFatal
func Fatal(s string)

// The heap.

// An Allocation is one allocation by a managed goroutine. The runtime keeps a log of them.
type Allocation struct {
	Addr, Typ, Size uintptr
	Thread          int // a model.Thread
}

//go:linkname Allocations runtime.heddleLog
var Allocations []Allocation

//go:linkname Setup runtime.heddleSetup
var Setup uintptr

//go:linkname HeapBase runtime.heddleBase
func HeapBase(addr uintptr) (base, size uintptr)

//go:linkname HeapScans runtime.heddleScans
func HeapScans(base uintptr) bool

//go:linkname HeapLive runtime.heddleHeapLive
func HeapLive() uint64

// GCs counts the beginnings and the ends of collections: memory is free again after an end. CountGCs must have been called.
func GCs() uint32 { return *begun + *ended }

// CountGCs makes ready for GCs.
func CountGCs() { begun, ended = gcs() }

//go:linkname gcs runtime.heddleGCs
func gcs() (begun, ended *uint32)

var begun, ended *uint32

//go:linkname Own runtime.heddleOwn
func Own(addr uintptr) bool

// Stacks.

// Wipes says that unused parts of stacks are cleared (WipeStack).
//
//go:linkname Wipes runtime.heddleWipes
var Wipes bool

// Counts are the addresses and sizes of variables whose reads are no accesses: those that the compiler has added for -cover.
//
//go:linkname Counts runtime.heddleCounts
var Counts [][2]uintptr

// Stress moves the stack of the managed goroutine at each hook, for tests.
//
//go:linkname Stress runtime.heddleStress
var Stress bool

// A Stack is the stack of one pending goroutine, without the frames of the engine. See heddleStack in package runtime.
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

// A Word is the kind of one word of a stack.
type Word uint8

const (
	PlainWord   Word = iota
	PointerWord      // a pointer, to the collector
	LinkWord         // a return address or a frame pointer
)

// An Object is a variable on the stack whose address is taken. Only the runtime reads it.
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

//go:linkname WipeStack runtime.heddleWipe
func WipeStack()

//go:linkname StackPlace runtime.heddlePlace
func StackPlace(p unsafe.Pointer) uintptr

//go:linkname StackAt runtime.heddleAt
func StackAt(g, distance uintptr) unsafe.Pointer

//go:linkname CallerPCs runtime.heddlePCs
//go:noescape
func CallerPCs(buf []uintptr) int

//go:linkname Frame runtime.heddleFrame
func Frame() uintptr

//go:linkname InlinedAt runtime.heddleInlined
func InlinedAt(pc uintptr, buf []uintptr) int
