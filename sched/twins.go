package sched

import (
	"slices"
	"unsafe"

	"heddle/model"
	"heddle/sched/alike"
)

// Two goroutines that are alike (package alike) are twins. Of the executions that differ in which twin does what there are, with
// Config.Alike, those in which twins execute their first operations in the order in which they were started: to the algorithm it is as if
// the first operation of one started the next one. docs/algorithms.md has the argument why nothing is missed.
//
// A twin is told apart if it leaves something to chance, which decides otherwise for each goroutine. Then the exploration begins again without
// twins (result.Doubts.Apart).

// A twin is what a thread knows of its twins.
type twin struct {
	before   *thread // the one that was started before it, nil for none
	since    int32   // how many events its parent had executed when it started it
	executed int32   // the events that it has executed itself
	begins   bool    // it has not reached its first operation
	first    model.Op
	linked   bool // it has twins
	drew     bool // it, or one that it has started, has left something to chance
	starts   []start
	between  []alike.Access // its own, since the first of starts
}

// A start is a goroutine that has been started, of which the next one may be a twin.
type start struct {
	alike.Start
	child *thread
	from  int // the accesses between that come after it
}

// A gap is an access that comes between the starts of two twins: before the later one, and not before the earlier one.
type gap struct {
	alike.Access
	parent, later *thread
}

// most is how many accesses are remembered of a goroutine that may start twins of those that it has started.
const most = 32

// findTwin makes child, which t has started by the go statement at pc, a twin of an earlier goroutine if it is alike.
func findTwin(r *runtime, t, child *thread, fn func(), pc uintptr) {
	if !r.config.Alike || r.doubts.Apart || r.doubts.Collects || r.threads.apart || t.timer != nil || child.bubble != nil || r.draining {
		return
	}
	w := &t.twin
	if child.twin.since = w.executed; child.twin.since == 0 && t.id != 0 {
		return // no state need have shown t
	}
	s := start{alike.Start{Closure: *(*unsafe.Pointer)(unsafe.Pointer(&fn)), PC: pc, Reads: r.order.Reads.Of(t.id), Made: r.objects.Made.Len()}, child, len(w.between)}
	if r.order.Detector != nil {
		s.Others = r.order.Detector.Others(t.id)
	}
	child.twin.begins = true
	w.starts = slices.DeleteFunc(w.starts, func(old start) bool { return !old.Knows(&s.Start) })
	i := slices.IndexFunc(w.starts, func(old start) bool { return old.Same(&s.Start, &r.objects.Made) })
	if len(w.starts) == 0 {
		w.between, s.from = w.between[:0], 0
	}
	if i < 0 {
		w.starts = append(w.starts, s)
		return
	}
	u := &w.starts[i]
	child.twin.before = u.child
	child.twin.linked, u.child.twin.linked = true, true
	r.doubts.Apart = r.doubts.Apart || u.child.twin.drew
	for _, a := range w.between[u.from:] {
		if !u.Fresh(a.Addr, &r.objects.Made) {
			r.threads.gaps = append(r.threads.gaps, gap{a, t, child})
		}
	}
	*u = s
}

// arrives notes the first operation of t. A thread has no twin before it if that reaches another operation, if it has started others already,
// which would have to change places as well, or if the first event of both may be one.
func (t *thread) arrives() {
	w := &t.twin
	w.begins = false
	w.first.Set(&t.Op)
	if u := w.before; u != nil && (u.twin.begins || t.children > 0 || t.Op.MeetsItself() || !u.twin.first.Equal(&t.Op)) {
		w.before = nil
	}
}

// waits reports whether t waits for the first event of the twin before it.
func (w *twin) waits() bool {
	return w.before != nil && w.executed == 0 && w.before.twin.executed == 0 && w.before.state != finished
}

// after returns what model.Pending has of a thread.
func (w *twin) after() (model.Thread, int32) {
	if u := w.before; u != nil && u.twin.executed > 0 {
		return u.id, w.since
	}
	return 0, 0
}

// draws notes that t leaves something to chance.
func draws(r *runtime, t *thread) {
	for {
		r.doubts.Apart = r.doubts.Apart || t.twin.linked
		t.twin.drew = true
		if t.parent == model.NoThread {
			return
		}
		t = r.threads.byID[t.parent]
	}
}

// accessed notes an access by t, for the race detector's sake. One between the starts of twins comes before the later one and what that
// does, and not before what the earlier one does. So if one that conflicts with it may be ordered by that alone, twins are told apart.
func accessed(r *runtime, t *thread, a alike.Access) {
	for i := range r.threads.gaps {
		if g := &r.threads.gaps[i]; g.Conflicts(&a) && !follows(r, t, g) {
			r.doubts.Apart = true
		}
	}
	if w := &t.twin; len(w.starts) > 0 {
		if len(w.between) == most {
			w.starts, w.between = w.starts[:0], w.between[:0]
		} else {
			w.between = append(w.between, a)
		}
	}
}

// follows reports whether what t does comes after g, whatever twins do: it is the parent, or was started by it after the twins, or by one of
// these.
func follows(r *runtime, t *thread, g *gap) bool {
	for t != g.parent {
		if t.parent == model.NoThread {
			return false
		}
		if t.parent == g.parent.id {
			return !t.twin.linked && slices.Index(r.threads.list, t) > slices.Index(r.threads.list, g.later)
		}
		t = r.threads.byID[t.parent]
	}
	return true
}

// tells says whether an access of t may tell twins apart: t has started some, or somebody has made accesses between the starts of some.
func (s *threads) tells(t *thread) bool { return len(s.gaps) > 0 || len(t.twin.starts) > 0 }
