package sched

import (
	"fmt"
	goruntime "runtime"
	"slices"
	"strconv"
	"strings"

	"heddle/datarace"
	"heddle/model"
	"heddle/sched/frames"
	"heddle/sched/hook"
)

// The kinds of failures, as the command line names them.
const (
	KindDeadlock       = "deadlock"
	KindLeak           = "leak"
	KindRace           = "race"
	KindPanic          = "panic"
	KindFatal          = "fatal"
	KindNondeterminism = "nondeterminism"
	KindSteps          = "steps"
	KindUnsupported    = "unsupported"
)

// A Failure is the first thing that went wrong in an execution.
type Failure struct {
	Kind    string
	Message string
	Thread  model.Thread // the thread at which it showed
	Stack   []uintptr    // where, return addresses, innermost first; nil when it is not known
	Race    datarace.Race
	Step    int    // transitions taken when it showed
	who     string // the goroutines that are blocked, and how, or that race, for Key
}

// Key is equal for failures that are the same one, met in two executions: the same kind and message at the same place.
func (f *Failure) Key() string {
	key := f.Kind + "\x00" + f.Message + "\x00" + f.who
	for _, frame := range frames.Resolve(f.Stack) {
		key += "\x00" + frame.Func + ":" + strconv.Itoa(frame.Line)
	}
	return key
}

// fail notes the first failure of the execution. The running thread is the one that shows it.
func (r *runtime) fail(f Failure) {
	if r.failure != nil || r.draining {
		return
	}
	if f.Thread = model.NoThread; r.running != nil {
		f.Thread = r.running.id
	}
	if f.Stack == nil && f.Kind != KindSteps && f.Kind != KindDeadlock && f.Kind != KindLeak {
		f.Stack = r.stack(nil)
	}
	f.Step = r.taken
	r.failure = &f
}

// TestFailed is called by t.Fail: the running goroutine of the test has found something wrong. Why is known at the end, see FailTest.
func TestFailed() {
	if hook.Cur == 0 || hook.Cur != hook.G() {
		return
	}
	r := &rt
	t := r.leave()
	if stack := r.stack(nil); !frames.FailsForPanic(stack) {
		r.fail(Failure{Kind: KindFatal, Stack: stack})
	}
	r.enter(t, t.g)
}

// failPanic notes a panic that nobody recovered. It is called by the last deferred function, on top of the stack that panicked.
func (r *runtime) failPanic(message string) {
	r.fail(Failure{Kind: KindPanic, Message: message, Stack: frames.FromPanic(r.stack(nil))})
}

// failRace notes a race. One of two operations of a WaitGroup, which misuse names, is met while the second one is chosen: the
// goroutine of t does not run yet.
func (r *runtime) failRace(c datarace.Race, misuse string) {
	if misuse != "" {
		between := r.names.Path(c.First.Thread) + " " + r.names.Path(c.Second.Thread)
		r.fail(Failure{Kind: KindRace, Race: c, Message: "data race: " + misuse, Stack: []uintptr{}, who: between})
		return
	}
	what := func(write bool) string {
		if write {
			return "write"
		}
		return "read"
	}
	r.fail(Failure{Kind: KindRace, Race: c, Message: fmt.Sprintf("data race: %s by one goroutine, %s by another, not ordered",
		what(c.FirstWrite), what(c.SecondWrite))})
}

// stack appends the return addresses of the calling goroutine.
func (r *runtime) stack(to []uintptr) []uintptr {
	var pcs [64]uintptr
	n := goruntime.Callers(3, pcs[:])
	return append(to, pcs[:n]...)
}

// judge looks at the threads that are blocked in the last state and notes a deadlock or a leak.
func (r *runtime) judge() {
	if r.failure != nil {
		return
	}
	main := r.threads[0]
	if main.state == pending {
		r.fail(Failure{Kind: KindDeadlock, Message: "all goroutines are blocked, the test function among them"})
		r.failure.Thread = 0
		r.failure.who = r.blocked()
		return
	}
	if r.config.IgnoreLeaks {
		return
	}
	for _, t := range r.threads {
		if t.leaked() {
			r.fail(Failure{Kind: KindLeak, Message: "the test is over and a goroutine that it started is blocked for good"})
			r.failure.Thread = t.id
			r.failure.who = r.blocked()
			return
		}
	}
}

// blocked lists the goroutines that are blocked, and in what kind of operation.
func (r *runtime) blocked() string {
	var list []string
	for _, t := range r.threads {
		if t.state == pending && t.timer == nil {
			list = append(list, r.names.Path(t.id)+" "+OpNames[t.op.Kind])
		}
	}
	slices.Sort(list) // equivalent executions start goroutines in different orders
	return strings.Join(list, ";")
}

// leaked reports whether the thread is a goroutine that nothing can wake: blocked at the end, and again after all timers fired.
func (t *thread) leaked() bool {
	return t.state == pending && t.timer == nil && t.op.Kind != model.Wake && !t.awoken
}

func itoa(n int) string { return strconv.Itoa(n) }
