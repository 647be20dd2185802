package stateful

import (
	"encoding/binary"
	"slices"

	"heddle/model"
	"heddle/trace"
)

// operationsAhead knows which operations are ahead of each state: pending in it, or in a state after it. A state on the stack gathers
// them; they are complete when it leaves the stack.
type operationsAhead struct {
	x       *trace.Execution
	list    []future
	index   map[futureKey]int32
	numbers []int32  // by operation of x: the index of its future in list
	states  []bits   // by state on the stack: the futures found so far
	sets    setTable // of futures ahead of the states that have left the stack
}

// A future is one operation that some thread may be about to execute in a state, or after it.
type future struct {
	op        model.Op
	thread    model.Thread
	overdraws bool // it was executed, and left the counter of a WaitGroup below zero
}

// A futureKey is the part of a future on which its conflicts depend.
type futureKey struct {
	thread     model.Thread
	kind       model.Kind
	obj, clock model.Object
	cap        int32
	overdraws  bool
	cases      string
}

func newOperationsAhead(x *trace.Execution) *operationsAhead {
	return &operationsAhead{x: x, index: map[futureKey]int32{}}
}

// enter begins with what is pending in the newest state, n.
func (a *operationsAhead) enter(n int, state *model.State) {
	for n >= len(a.states) {
		a.states = append(a.states, nil)
	}
	a.states[n] = a.states[n][:0]
	from, to := a.x.Arrived()
	for int(to) > len(a.numbers) {
		a.numbers = append(a.numbers, 0)
	}
	for i, op := range a.x.Waiting() {
		if op >= from {
			a.numbers[op] = a.number(state.Pending[i].Thread, a.x.OpAt(op), false)
		}
		a.states[n].add(a.numbers[op])
	}
	if n > 0 && a.x.Overdrew(int32(n-1)) {
		a.states[n-1].add(a.number(a.x.Event(int32(n)-1).Thread, a.x.Op(n-1), true))
	}
}

// visited adds a set to what is ahead of state n: that of the visited state which n is.
func (a *operationsAhead) visited(n int, set int32) { a.states[n].addAll(a.sets.sets[set]) }

// hand adds what is ahead of state n to what is ahead of the state before it: all but what comes after t, the transition between
// them, in any case, and depends on nothing that t does not depend on. What is in a race with an operation like that is in a
// race with t, or with what is between the two.
func (a *operationsAhead) hand(n int, t *trace.Transition) {
	op := a.x.OpAt(t.Op)
	for k := range a.states[n].all {
		if f := &a.list[k]; f.thread != t.Thread || f.overdraws || !a.x.Relation().Covers(op, &f.op) {
			a.states[n-1].add(k)
		}
	}
}

// set is the number of the set of what is ahead of state n.
func (a *operationsAhead) set(n int) int32 { return a.sets.number(a.states[n]) }

// number is the number of operation op of thread t.
func (a *operationsAhead) number(t model.Thread, op *model.Op, overdraws bool) int32 {
	key := futureKey{t, op.Kind, op.Obj, op.Clock, op.Cap, overdraws, ""}
	if len(op.Cases) > 0 {
		var text []byte
		for _, c := range op.Cases {
			send := int64(0)
			if c.Send {
				send = 1
			}
			text = binary.AppendVarint(binary.AppendVarint(binary.AppendVarint(text, int64(c.Obj)), int64(c.Cap)), send)
		}
		key.cases = string(text)
	}
	n, ok := a.index[key]
	if !ok {
		n = int32(len(a.list))
		a.index[key] = n
		kept := *op
		kept.Cases = slices.Clone(op.Cases)
		a.list = append(a.list, future{kept, t, overdraws})
	}
	return n
}
