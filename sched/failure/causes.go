package failure

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"heddle/datarace"
	"heddle/model"
	"heddle/sched/frames"
)

// Race is the failure of an execution with the race c.
func Race(c datarace.Race) Failure {
	what := func(a datarace.Access) string {
		verb := "read"
		if a.Write {
			verb = "write"
		}
		if a.Atomic {
			return "atomic " + verb
		}
		return verb
	}
	return Failure{Kind: KindRace, Race: c, Message: fmt.Sprintf("data race: %s by one goroutine, %s by another, not ordered",
		what(c.First), what(c.Second))}
}

// Misuse is the failure of a race between two operations of a WaitGroup; misuse says which. The race shows when the algorithm chooses
// the second one: its goroutine does not run yet, so there is no stack.
func Misuse(c datarace.Race, misuse string, names *model.Names) Failure {
	between := names.Path(c.First.Thread) + " " + names.Path(c.Second.Thread)
	return Failure{Kind: KindRace, Race: c, Message: "data race: " + misuse, Stack: []uintptr{}, who: between}
}

// Deadlock is the failure of an execution in which the test function is blocked forever, and all others are, or some. Blocked lists the
// blocked goroutines and their operations.
func Deadlock(blocked []string, all bool) Failure {
	message := "all goroutines are blocked, the test function among them"
	if !all {
		message = "goroutines wait for one another, or for what no other one can reach: they are blocked forever, whatever the others do"
	}
	return Failure{Kind: KindDeadlock, Message: message, who: joined(blocked)}
}

// Livelock is the failure of an execution in which the test function goes on for ever, or is blocked forever, and t polls for ever: nothing
// that it looks at will change.
func Livelock(t model.Thread, blocked []string) Failure {
	return Failure{Kind: KindLivelock, Thread: t, who: joined(blocked),
		Message: "the test never ends: a goroutine polls, all others are blocked or poll as well, and nothing that it looks at will change"}
}

// Cycle is the failure of an execution in which a state comes back, and all goroutines that can run have run in between, t for one.
func Cycle(t model.Thread, blocked []string) Failure {
	return Failure{Kind: KindLivelock, Thread: t, who: joined(blocked),
		Message: "the test may never end: a state comes back, and each goroutine that can run has run in between"}
}

// Leak is the failure of an execution in which the test function has returned and another goroutine is blocked forever, or goes on for
// ever, or polls for ever: t for one.
func Leak(t model.Thread, goesOn, polls bool, blocked []string) Failure {
	what := "is blocked forever"
	if goesOn {
		what = "goes on for ever"
	}
	if polls {
		what = "polls for ever"
	}
	return Failure{Kind: KindLeak, Thread: t, Message: "the test is over and a goroutine that it started " + what, who: joined(blocked)}
}

// Spins is the obstacle of an execution in which the test function has returned and another goroutine does not wait any more.
func Spins() Failure {
	return Failure{Kind: KindSteps, Thread: model.NoThread, Message: "the test is over and a goroutine that it started has taken 100000 steps without waiting: it may never end"}
}

// Unseen is the obstacle of an execution in which a goroutine that seems to poll for ever does not.
func Unseen() Failure {
	return Failure{Kind: KindUnsupported, Stack: []uintptr{}, Message: "a loop waits for memory that is read in a way that is not seen, as by " +
		"bytes.IndexByte and other functions in assembly: a loop over the bytes would be"}
}

// joined joins the list in an order that is the same in equivalent executions, which may start goroutines in different orders. How many
// goroutines are blocked at one place makes no other failure.
func joined(blocked []string) string {
	slices.Sort(blocked)
	return strings.Join(slices.Compact(blocked), ";")
}

// Steps is the obstacle of an execution with more than the most transitions allowed.
func Steps(most int) Failure {
	return Failure{Kind: KindSteps, Thread: model.NoThread, Message: "the execution has more than " + strconv.Itoa(most) +
		" steps (-max-steps): it may never end"}
}

// Endless is the obstacle of an execution in which a goroutine comes back to one local state again and again, in a loop that changes something.
func Endless() Failure {
	return Failure{Kind: KindSteps, Thread: model.NoThread, Message: "a goroutine goes round a loop again and again and changes something " +
		"each time: there may be executions of any length"}
}

// Exit is the failure of a call of os.Exit.
func Exit(code int) Failure {
	return Failure{Kind: KindFatal, Ends: true, Message: "os.Exit(" + strconv.Itoa(code) + ") was called"}
}

// Fatal is the failure of what Go ends the process for, such as the unlock of a mutex that is not locked.
func Fatal(message string) Failure {
	return Failure{Kind: KindFatal, Ends: true, Message: "fatal error: " + message}
}

// At returns how many steps come before a failure that is a moment of the execution; 0 for one that shows at its end, or if that is not known.
func (f *Failure) At() int {
	if f.Kind == KindPanic || f.Kind == KindFatal {
		return f.Step
	}
	return 0
}

// Unsupported is the obstacle of a call of something that is not under control.
func Unsupported(what string) Failure {
	if strings.HasPrefix(what, "waits ") {
		return Failure{Kind: KindUnsupported, Message: what}
	}
	return Failure{Kind: KindUnsupported, Message: what + " is not supported yet"}
}

// Foreign is the obstacle of an operation on a channel on which an unmanaged goroutine is blocked.
func Foreign() Failure {
	return Failure{Kind: KindUnsupported, Message: "a goroutine that the test did not start waits at the other end of a channel: " +
		"start it in the test"}
}

// Panic is the failure of a panic that was not recovered. Stack is that of the deferred function that found it.
func Panic(message string, stack []uintptr) Failure {
	return Failure{Kind: KindPanic, Ends: true, Message: message, Stack: frames.FromPanic(stack)}
}

// Test is the failure of a call of t.Fail. Its message is what the test has logged, which Set.Log adds at the end.
func Test(stack []uintptr) Failure {
	return Failure{Kind: KindFatal, Stack: stack, Ends: frames.FailsNow(stack)}
}

// Judged reports whether a failure of this kind is what the program itself finds wrong.
func Judged(kind string) bool { return kind == KindFatal || kind == KindPanic }

// AfterMeasuring is why such a failure does not count once the program has measured: instrumented code allocates more than Go's, and a
// benchmark runs once, on a virtual clock.
const AfterMeasuring = "the test fails after it has measured memory or time, which are not those of an ordinary run"

// Blocks reports whether failures of this kind are that goroutines do not end.
func Blocks(kind string) bool {
	return kind == KindDeadlock || kind == KindLeak || kind == KindLivelock
}

// Located reports whether failures of this kind show at a place in the program.
func Located(kind string) bool {
	return kind != KindSteps && !Blocks(kind)
}
