// Package operation holds the operation that a thread stands before, and what can be said of it alone: whether the primitive that it is on
// lets it go on. A gate has no state, so this is read from the primitive's own memory.
package operation

import (
	"fmt"
	"unsafe"

	"heddle/model"
	"heddle/sched/clock"
	"heddle/sched/hook"
)

// An Operation is the pending operation of a thread. Which fields are valid depends on the kind of Op.
type Operation struct {
	Op     model.Op
	Addr   unsafe.Pointer // the object
	Where  unsafe.Pointer // the memory that decides whether Op is enabled
	Size   uintptr        // of an atomic variable, in bytes
	Elem   hook.Place     // the variable that a send or a receive copies
	Cases  []Case         // of a select
	When   int64          // the deadline of a Wake
	Timing [2]int64       // the arguments of the start of a timer, or of Sleep
	Starts *clock.Timer   // the new timer of a TimerStart, else nil

	Alts    []model.Choice // storage of model.Pending.Alts
	OpCases []model.Case   // storage of Op.Cases
}

// A Case is one case of a pending select.
type Case struct {
	C    unsafe.Pointer // if nil, the case is never ready
	Elem hook.Place
	Send bool
}

// Forget drops what o refers to and does not need: the collector must not find it there. Done says that o has been executed.
func (o *Operation) Forget(done bool) {
	kept, kind := *o, o.Op.Kind
	*o = Operation{Op: kept.Op, Alts: kept.Alts, OpCases: kept.OpCases, Cases: kept.Cases[:0], When: kept.When, Timing: kept.Timing, Size: kept.Size}
	switch {
	case done:
	case kind == model.Select:
		o.Cases = kept.Cases
	case kind == model.TimerStart:
		o.Addr, o.Starts = kept.Addr, kept.Starts
	case o.Op.Obj != model.NoObject:
		o.Addr, o.Where = kept.Addr, kept.Where
		if kind == model.Send || kind == model.Recv {
			o.Elem = kept.Elem
		}
	}
	clear(o.Cases[len(o.Cases):cap(o.Cases)])
}

// Value returns the value of the atomic variable that the operation is on; 0 for other operations.
func (o *Operation) Value() int64 {
	if o.Op.Kind > model.CAS || !o.integer() {
		return 0
	}
	return hook.Integer(o.Where, o.Size)
}

// Shown returns the value of the atomic variable, or the counter of the WaitGroup, that the operation is on.
func (o *Operation) Shown() string {
	switch {
	case o.Op.Kind > model.CAS:
		return fmt.Sprint(o.Counter())
	case o.integer():
		return fmt.Sprint(o.Value())
	}
	return ""
}

// integer reports whether the atomic variable that the operation is on can be read as a number.
func (o *Operation) integer() bool { return o.Size == 4 || o.Size == 8 }

// SetExpected completes a CAS. Size is that of the variable, as heddleAtomic in package runtime gets it.
func (o *Operation) SetExpected(size uintptr) {
	o.Op.Arg = hook.Integer(unsafe.Pointer(&o.Op.Arg), size)
	if size != 4 && size != 8 {
		o.Op.Cap = 1
	}
}

// Swaps reports whether the CAS is going to succeed, or may.
func (o *Operation) Swaps() bool { return !o.integer() || hook.Integer(o.Where, o.Size) == o.Op.Arg }
