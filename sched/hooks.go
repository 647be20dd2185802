package sched

import "unsafe"

// hookTable is the table through which the patched standard library calls the engine. Its fields, their order and types are
// those of heddleHookTable in the file that is added to package runtime.
type hookTable struct {
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

//go:linkname cur runtime.heddleCur
var cur uintptr

//go:linkname memOn runtime.heddleMem
var memOn bool

// local is what the runtime must know of a thread.
type local struct {
	seed uint64 // of its random numbers
	id   int    // a model.Thread
}

//go:linkname runningLocal runtime.heddleRunning
var runningLocal *local

// An allocation is one by a managed goroutine: the runtime keeps a log of them.
type allocation struct {
	addr, typ, size uintptr
	thread          int // a model.Thread
}

//go:linkname allocations runtime.heddleLog
var allocations []allocation

// A stackWords is the stack of one goroutine that stands before an operation, without the frames of the engine. See the file added to
// package runtime for states.
type stackWords struct {
	inner, outer uintptr
	places       []uintptr
	base, top    uintptr
	low, high    uintptr
	pcs          []uintptr
	words        []stackWord
	objects      []stackObject
	defers       []deferred
	full, ok     bool
}

// A stackWord says what is known of one word of a stack.
type stackWord uint8

const (
	plainWord   stackWord = iota
	pointerWord           // the collector takes it for a pointer
	linkWord              // a return address or a frame pointer
)

// A stackObject is a variable on the stack whose address is taken: the runtime's business.
type stackObject struct {
	_ [3]uintptr
	_ *byte
	_ bool
}

// A deferred is one deferred call.
type deferred struct {
	sp, pc, fn, head uintptr
}

//go:linkname stackFrames runtime.heddleFrames
//go:noescape
func stackFrames(g uintptr, s *stackWords)

//go:linkname runtimeOwn runtime.heddleOwn
func runtimeOwn(addr uintptr) bool

//go:linkname wipeStack runtime.heddleWipe
func wipeStack()

//go:linkname heapScans runtime.heddleScans
func heapScans(base uintptr) bool

//go:linkname states runtime.heddleStates
var states bool

//go:linkname coros runtime.heddleCoros
var coros bool

//go:linkname setup runtime.heddleSetup
var setup uintptr

//go:linkname firing runtime.heddleFiring
var firing uintptr

//go:linkname hooks runtime.heddleHooks
var hooks hookTable

//go:linkname exemptHook runtime.heddleExemptHook
var exemptHook func() bool

//go:linkname newcoro runtime.heddleNewcoro
var newcoro func(func(unsafe.Pointer)) unsafe.Pointer

//go:linkname coroswitch runtime.heddleSwitch
func coroswitch(c unsafe.Pointer)

//go:linkname coroexit runtime.heddleExit
func coroexit(c unsafe.Pointer)

//go:linkname getg runtime.heddleG
func getg() uintptr

//go:linkname chanInfo runtime.heddleChan
func chanInfo(c unsafe.Pointer) (n, size uint, closed, foreign bool, sendx, recvx uint)

//go:linkname chanMove runtime.heddleChanMove
func chanMove(c, dst, src unsafe.Pointer)

//go:linkname stackPlace runtime.heddlePlace
func stackPlace(p unsafe.Pointer) uintptr

//go:linkname stackAt runtime.heddleAt
func stackAt(g, distance uintptr) unsafe.Pointer

//go:linkname chanSend runtime.heddleChanSend
func chanSend(c, elem unsafe.Pointer)

//go:linkname chanRecv runtime.heddleChanRecv
func chanRecv(c, elem unsafe.Pointer) bool

//go:linkname runtimePanic runtime.heddlePanic
func runtimePanic(i int) (v any, recovered, again, ok bool)

//go:linkname runtimeGoexits runtime.heddleGoexits
func runtimeGoexits() bool

//go:linkname runtimeWaits runtime.heddleWaits
func runtimeWaits() string

//go:linkname heapLive runtime.heddleHeapLive
func heapLive() uint64

//go:linkname gcCycles runtime.heddleGCs
func gcCycles() uint32

//go:linkname heapBase runtime.heddleBase
func heapBase(addr uintptr) (base, size uintptr)

//go:linkname callerPCs runtime.heddlePCs
//go:noescape
func callerPCs(buf []uintptr) int

//go:linkname inlinedAt runtime.heddleInlined
func inlinedAt(pc uintptr, buf []uintptr) int

// install fills the hook table. Until then, and for every goroutine that is not managed, the patched functions do what they
// always do.
func install() {
	hooks = hookTable{
		Spawn:        hookSpawn,
		Step:         hookStep,
		Mem:          hookMem,
		ChanSend:     hookSend,
		ChanRecv:     hookRecv,
		ChanClose:    hookClose,
		ChanLen:      hookLen,
		Select:       hookSelect,
		Block:        hookBlock,
		Cond:         hookCond,
		Now:          hookNow,
		Sleep:        hookSleep,
		TimerNew:     hookTimerNew,
		TimerStop:    hookTimerStop,
		TimerReset:   hookTimerReset,
		Gosched:      hookGosched,
		NumGoroutine: hookNumGoroutine,
		Goroutines:   hookGoroutines,
		Exit:         hookExit,
		Output:       hookOutput,
		Unsupported:  hookUnsupported,
		PoolGet:      hookPoolGet,
		PoolPut:      hookPoolPut,
	}
	exemptHook = hookExempt
}
