// Package bubble knows what is known of a bubble of testing/synctest without the machine: its clock, who waits for it, and which operations
// block durably, so that nobody outside can let them go on.
package bubble

import (
	"math"
	"unsafe"

	"heddle/model"
	"heddle/sched/clock"
	"heddle/sched/hook"
	"heddle/sched/operation"
)

// A Bubble is one call of synctest.Test.
type Bubble struct {
	P     unsafe.Pointer // the runtime's
	Name  model.Object   // of its clock
	Clock clock.Clock
	Root  model.Thread // the caller of Test
	Main  model.Thread // the goroutine that it has started
	Wait  model.Thread // the goroutine that is in Wait, else NoThread
	Done  bool         // Main has ended
	Over  bool         // Test goes on

	Threads    []model.Thread              // its goroutines
	waitGroups map[unsafe.Pointer]struct{} // that they have called Add of
}

// Adds notes an Add of a WaitGroup, which Go's own code associates with b.
func (b *Bubble) Adds(waitGroup unsafe.Pointer) { b.waitGroups[waitGroup] = struct{}{} }

// Forget ends these associations: a later execution may use the WaitGroups again.
func (b *Bubble) Forget() {
	for wg := range b.waitGroups {
		hook.Disassociate(wg)
	}
}

// New returns a bubble of root.
func New(p unsafe.Pointer, name model.Object, root model.Thread) *Bubble {
	return &Bubble{waitGroups: map[unsafe.Pointer]struct{}{}, P: p, Name: name, Clock: clock.Clock{Now: clock.BubbleEpoch}, Root: root, Wait: model.NoThread}
}

// Next returns who goes on when all are durably blocked; NoThread if nobody does, because tickers tick for ever and nobody listens.
func (b *Bubble) Next() model.Thread {
	switch {
	case b.Over:
		return model.NoThread
	case b.Wait != model.NoThread:
		return b.Wait
	case !b.Done && b.Clock.Due() == math.MaxInt64 && b.Clock.Waited():
		return model.NoThread
	}
	return b.Root
}

// Ends reports whether the bubble ends when all are durably blocked and nobody is in Wait.
func (b *Bubble) Ends() bool { return b.Done || b.Clock.Due() == math.MaxInt64 }

// Blocks reports whether o, which is blocked, is durably so.
func (b *Bubble) Blocks(o *operation.Operation) bool {
	switch o.Op.Kind {
	case model.Never, model.CondWait, model.Wake, model.Idle:
		return true
	case model.Send, model.Recv:
		return hook.ChanBubble(o.Addr) == b.P
	case model.Select:
		for i := range o.Cases {
			if c := o.Cases[i].C; c != nil && hook.ChanBubble(c) != b.P {
				return false
			}
		}
		return true
	case model.WGWait:
		return *(*uint64)(o.Where)&bubbled != 0 && hook.Associated(o.Addr, b.P)
	}
	return false
}

// bubbled is the flag of a WaitGroup in whose bubble Add was called (sync.waitGroupBubbleFlag).
const bubbled = 1 << 31

// Fires appends the cases of an Idle at which the clock goes on: the sends of the timers that fire.
func (b *Bubble) Fires(to []model.Case) []model.Case {
	for _, tm := range b.Clock.Striking() {
		if tm.C != nil {
			to = append(to, model.Case{Obj: tm.Channel, Cap: 1, Send: true})
		}
	}
	return to
}

// Shown returns what an algorithm sees of op, the operation of a goroutine of b, or of its root. What waits for the bubble is blocked for ever
// until it is not, and nothing disables it then. That a sleep is over is an event that is ordered with the clock only.
func (b *Bubble) Shown(op model.Op, offered bool) model.Op {
	switch {
	case !offered:
		return model.Op{Kind: model.Never, Obj: model.NoObject, Clock: model.NoObject}
	case op.Kind == model.Wake:
		return model.Op{Kind: model.Pick, Obj: model.NoObject, Clock: op.Clock, Arg: 1}
	}
	return op
}
