package sample

import (
	"fmt"
	"slices"

	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// Selectively uniform random walks: Zhao, Wolff, Mathur, Roychoudhury, Selectively Uniform Concurrency Testing, ASPLOS 2025: the uniform
// random walk (URW), and the selective one (SURW). Let D be the interesting events.
//
//  1. The events left of a thread are the events of D that it is still expected to execute, with those of the threads that it is still to
//     start. When a thread is started, its events are no longer its parent's.
//  2. The next thread to execute an event of D is drawn, each with a probability in proportion to its events left.
//  3. Events that are not in D are executed as in a random walk; an event of D only if it is that thread's.
//  4. If the thread starts another one, the new one takes its place with a probability in proportion to its part of the events left.
//  5. After an event of D, go on with step 2.
//
// With D all events this is URW: an ordering of the threads' events has as many continuations as step 2 gives it weight. A random walk
// gives most of its weight to executions in which the short threads are over early.
//
// Where we differ:
//   - The numbers of events are not known before: they are the averages of the executions so far. The first execution is a random walk.
//   - D is drawn for each execution: all events, or those on one object that several threads use, each object with the same probability.
//   - If only events of D can go on, and none is the drawn thread's, the next thread is drawn among those that can go on. A thread counts as
//     having an event left while one of D is pending.
//   - Of a thread's alternatives one is drawn at random. A joint event is an event of both its threads.
//
// Complexity: per step, one pass over the threads; per execution, one over its events and their objects. Guarantee: if the numbers are
// right and no event of D can be blocked, all orderings of the events of D have the same probability; every execution has a positive one.
type surw struct {
	sample
	seed     int64
	counts   map[model.Object][]int // the events on it so far, by Thread
	all      []int                  // all events so far, by Thread
	shared   []model.Object         // those of counts that several threads use
	selected []int                  // counts or all: of the events of D
	object   model.Object           // what the events of D are on; NoObject for all
	left     []float64              // by Thread: events of D that it is expected to execute itself
	born     []bool                 // by Thread: it was started
	weights  []float64              // scratch, by Thread
	intended model.Thread           // the next thread to execute an event of D, NoThread for none
}

// NewSURW returns selectively uniform random walks.
func NewSURW(x *trace.Execution, o search.Options) search.Explorer {
	s := &surw{sample: newSample(x, o), seed: o.Seed, counts: map[model.Object][]int{}}
	s.lot = s
	return s
}

// begin draws D.
func (s *surw) begin() {
	s.object, s.selected = model.NoObject, s.all
	if len(s.shared) > 0 && s.random.IntN(2) == 0 {
		s.object = s.shared[s.random.IntN(len(s.shared))]
		s.selected = s.counts[s.object]
	}
	s.left = s.left[:0]
	for _, n := range s.selected {
		s.left = append(s.left, float64(n)/float64(s.runs))
	}
	clear(s.born)
	s.intended = model.NoThread
}

func (s *surw) draw(*sample) int {
	s.arrive()
	if n := s.x.Len(); n > 0 && s.interesting(s.x.Event(int32(n-1)).Transition) {
		s.execute(s.x.Event(int32(n - 1)))
		s.intended = model.NoThread
	}
	s.weigh()
	if s.intended == model.NoThread {
		s.intended = s.pick(func(model.Thread) bool { return true }) // Step 2
	}
	for {
		// Step 3
		chosen, seen := model.NoThread, 0
		for k, i := range s.possible {
			t := s.thread(i)
			if k > 0 && s.thread(s.possible[k-1]) == t || t != s.intended && s.interesting(s.Top()[i].Transition) {
				continue
			}
			if seen++; s.random.IntN(seen) == 0 {
				chosen = t
			}
		}
		if chosen != model.NoThread {
			return s.alternative(chosen)
		}
		s.intended = s.pick(s.canGoOn)
	}
}

// canGoOn says whether thread t has a transition among those that are possible.
func (s *surw) canGoOn(t model.Thread) bool {
	return slices.ContainsFunc(s.possible, func(i int) bool { return s.thread(i) == t })
}

// arrive notes the threads that have been started: step 4.
func (s *surw) arrive() {
	for len(s.born) < s.x.Width() {
		s.born = append(s.born, false)
	}
	for len(s.left) < len(s.born) {
		s.left = append(s.left, 0)
	}
	for t := range s.born {
		if s.born[t] || s.x.Reached(model.Thread(t)) < 0 {
			continue
		}
		before := s.intended
		if before != model.NoThread && s.heir(model.Thread(t)) == before {
			s.weigh()
			whole := s.weights[before]
			s.born[t] = true
			s.weigh()
			if part := s.weights[t]; part > 0 && s.random.Float64()*whole < part {
				s.intended = model.Thread(t)
			}
		}
		s.born[t] = true
	}
}

// execute takes e from the events left of its threads.
func (s *surw) execute(e *trace.Event) {
	s.left[e.Thread]--
	if e.Joint() {
		s.left[e.Partner]--
	}
}

// weigh finds the events left of each thread.
func (s *surw) weigh() {
	s.weights = s.weights[:0]
	for range s.left {
		s.weights = append(s.weights, 0)
	}
	for t := range s.left {
		own := max(0, s.left[t])
		if op := s.x.Reached(model.Thread(t)); s.born[t] && op >= 0 && s.x.ExecutedBy(op) < 0 && s.on(s.x.OpAt(op)) {
			own = max(1, own)
		}
		if h := s.heir(model.Thread(t)); h != model.NoThread {
			s.weights[h] += own
		}
	}
}

// heir is the thread to which the events left of t belong: t, or if it was not started its nearest ancestor that was.
func (s *surw) heir(t model.Thread) model.Thread {
	for t != model.NoThread && !(int(t) < len(s.born) && s.born[t]) {
		t = s.x.Names().Parent(t)
	}
	return t
}

// pick draws one of the threads that among admits, in proportion to their weights; any of them if they have none, and NoThread if
// there is none.
func (s *surw) pick(among func(model.Thread) bool) model.Thread {
	chosen, sum := model.NoThread, 0.0
	for t := range s.weights {
		if !s.born[t] || !among(model.Thread(t)) {
			continue
		}
		w := s.weights[t] + 1e-9
		if sum += w; s.random.Float64()*sum < w {
			chosen = model.Thread(t)
		}
	}
	return chosen
}

// interesting says whether t executes an event of D.
func (s *surw) interesting(t trace.Transition) bool {
	return s.on(s.x.OpAt(t.Op)) || t.Joint() && s.on(s.x.OpAt(t.PartnerOp))
}

// on says whether op, when executed, is an event of D.
func (s *surw) on(op *model.Op) bool { return s.object == model.NoObject || op.Touches(s.object) }

// Backtrack counts the events of the execution.
func (s *surw) Backtrack() ([]model.Choice, bool) {
	for i := range s.x.Len() {
		e := s.x.Event(int32(i))
		s.count(e.Thread, s.x.OpAt(e.Op))
		if e.Joint() {
			s.count(e.Partner, s.x.OpAt(e.PartnerOp))
		}
	}
	return s.sample.Backtrack()
}

// count counts an event of thread t.
func (s *surw) count(t model.Thread, op *model.Op) {
	s.all = counted(s.all, t)
	s.countOn(t, op.Obj)
	for i := range op.Cases {
		s.countOn(t, op.Cases[i].Obj)
	}
}

func (s *surw) countOn(t model.Thread, o model.Object) {
	if o == model.NoObject {
		return
	}
	list := counted(s.counts[o], t)
	s.counts[o] = list
	if list[t] > 1 {
		return // t was known
	}
	users := 0
	for _, n := range list {
		users += min(n, 1)
	}
	if users == 2 {
		s.shared = append(s.shared, o)
	}
}

// counted adds one to list[t], which it makes long enough.
func counted(list []int, t model.Thread) []int {
	for int(t) >= len(list) {
		list = append(list, 0)
	}
	list[t]++
	return list
}

func (s *surw) Note(done search.Sampled) string {
	return fmt.Sprintf("sampled: %d executions by selectively uniform random walks, seed %d", done.Executions, s.seed)
}
