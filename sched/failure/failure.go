// Package failure is what can go wrong in an execution, and what is said about it.
package failure

import (
	"strconv"

	"heddle/datarace"
	"heddle/model"
	"heddle/result"
	"heddle/sched/frames"
)

// The kinds of failures, as the command line names them.
const (
	KindDeadlock       = "deadlock"
	KindLeak           = "leak"
	KindLivelock       = "livelock"
	KindRace           = "race"
	KindPanic          = "panic"
	KindFatal          = "fatal"
	KindNondeterminism = "nondeterminism"
	KindSteps          = result.KindSteps
	KindUnsupported    = result.KindUnsupported
)

// A Failure is one thing that went wrong in an execution.
type Failure struct {
	Kind    string
	Message string
	Thread  model.Thread  // the thread that showed it
	Stack   []uintptr     // its return addresses, innermost first; nil when they are not known
	Race    datarace.Race // of KindRace
	Step    int           // transitions taken when it showed
	Ends    bool          // it ended its goroutine
	who     string        // the goroutines that are blocked, and how, or that race; for Key
}

// Key is equal for failures of two executions that are the same failure: the same kind and message at the same place.
func (f *Failure) Key() string {
	key := f.Kind + "\x00" + f.Message + f.Place()
	if f.Kind == KindRace { // two variables may be in one line
		for _, pc := range f.Stack {
			key += "\x00" + strconv.FormatUint(uint64(pc), 16)
		}
	}
	return key
}

// Like reports whether f and g are failures of one kind at one place.
func (f *Failure) Like(g *Failure) bool { return f.Kind == g.Kind && f.Place() == g.Place() }

// Place is equal for failures of a kind that show in the same goroutines at the same place.
func (f *Failure) Place() string {
	place := "\x00" + f.who
	for _, frame := range frames.Resolve(f.Stack) {
		place += "\x00" + frame.Func + ":" + strconv.Itoa(frame.Line)
	}
	return place
}

// Hash is a hash of the failure for states; 0 for none.
func (f *Failure) Hash() uint64 {
	if f == nil {
		return 0
	}
	h := model.HashOf([]byte(f.Kind + "\x00" + f.Message + "\x00" + f.who))
	for _, pc := range f.Stack {
		h = h.Then(uint64(pc))
	}
	return h[0]
}
