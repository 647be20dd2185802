package pop

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/explore/search"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
	"heddle/trace"
)

// A wanderer records the schedules that POP explores.
type wanderer struct {
	*pop
	text   func(model.Choice, *model.Op) string
	events []string // of the running execution
	starts []string // "E1 | S" for each schedule, in the order in which they are explored
}

func (w *wanderer) Next(s *model.State) (model.Choice, bool) {
	c, ok := w.pop.Next(s)
	w.write()
	return c, ok
}

func (w *wanderer) Backtrack() ([]model.Choice, bool) {
	choices, ok := w.pop.Backtrack()
	if w.events = w.events[:0]; ok {
		w.write()
	}
	return choices, ok
}

// write updates events, and records a schedule when its end is reached.
func (w *wanderer) write() {
	for i := len(w.events); i < w.x.Len(); i++ {
		w.events = append(w.events, w.text(w.x.Choices()[i], w.x.Op(i)))
		if len(w.events) == len(w.prefix.choices) {
			w.starts = append(w.starts, strings.Join(w.events[:w.start], " ")+" | "+strings.Join(w.events[w.start:], " "))
		}
	}
}

func newPOP(names *model.Names) *pop {
	return New(trace.NewExecution(names, model.Standard), search.Options{Preemptions: -1}).(*pop)
}

// A divisible explorer is a *pop, or one with more to it.
type divisible interface {
	search.Explorer
	Begin(*Part, model.Program)
}

// An exploration is what has been explored.
type exploration struct{ executions, blocked, steps int }

// explore explores p and calls visit after each execution.
func explore(e divisible, p model.Program, visit func()) (r exploration) {
	e.Begin(new(Part), p)
	var prefix []model.Choice
	for more := true; more; prefix, more = e.Backtrack() {
		o := p.Run(prefix, e.Next)
		if r.steps = max(r.steps, o.Steps); o.Maximal {
			r.executions++
		} else {
			r.blocked++
		}
		visit()
	}
	return r
}

// TestFigure1 follows section 2 of the paper on POP: the schedules of its figure 2, in the order of the text, and those
// that must not be explored.
func TestFigure1(t *testing.T) {
	p, err := papers.Program("figure1", 1)
	if err != nil {
		t.Fatal(err)
	}
	names := model.NewNames()
	registers := map[string]string{"r y": "a", "r x": "b", "s y": "c", "s z": "d", "s x": "e"}
	text := func(c model.Choice, op *model.Op) string {
		variable := p.Objects[op.Obj].Name
		if op.Kind == model.Store {
			return variable + "=1"
		}
		return registers[string("-pqrs"[c.Thread])+" "+variable] + "=" + variable
	}
	w := &wanderer{pop: newPOP(names), text: text}
	if r := explore(w, prog.NewMachine(p, names), func() {}); r.executions != 32 || r.blocked != 0 {
		t.Errorf("got %d executions and %d blocked, want 32 and none", r.executions, r.blocked)
	}
	at := -1
	for _, want := range []string{
		"x=1 | g=1 a=y",          // from E1: the race of y=1 and a=y; leads to E2
		" | g=1 a=y b=x",         // sigma 1, from E2; leads to T4
		"x=1 | c=y",              // from E1: the race of y=1 and c=y; leads to E3
		"x=1 c=y y=1 | d=z",      // from E3: the race of z=1 and d=z; leads to T5
		" | c=y d=z e=x",         // sigma 2, from T5; leads to T6
		" | c=y y=1 z=1 d=z e=x", // sigma 3, from E3; leads to T7
		" | c=y y=1 g=1 a=y b=x", // sigma 4, from E3; leads to T8
	} {
		next := slices.Index(w.starts, want)
		if n := count(w.starts, want); n != 1 || next < at {
			t.Errorf("schedule %q: got it %d times, first as number %d, want it once, after number %d", want, n, next, at)
		}
		at = next
	}
	// Proposition 1, with the examples that follow it: what sleeps after sigma 4 and after sigma 2.
	for _, sleeping := range []string{
		"c=y y=1 g=1 a=y b=x | z=1 d=z e=x", // (A): sigma 3
		"c=y y=1 g=1 a=y b=x | d=z e=x",     // (B): sigma 2
		"c=y d=z e=x | g=1 a=y b=x",         // (C): sigma 1
	} {
		if n := count(w.starts, sleeping); n > 0 {
			t.Errorf("schedule %q: explored, but it sleeps", sleeping)
		}
	}
	// The first event of a race must be in no schedule: a=y is in E2.
	if n := count(w.starts, "x=1 | c=y y=1"); n > 0 {
		t.Errorf("E2: the race of a=y and y=1 is reversed")
	}
}

func count(list []string, s string) (n int) {
	for _, l := range list {
		if l == s {
			n++
		}
	}
	return n
}

// TestPOPSpace checks that the memory of POP does not grow with the number of executions (Lemma 1, Theorem 2). In
// expmem each execution reverses a race with the program's first event, and optimal keeps a branch of the first state's
// wakeup tree for each.
func TestPOPSpace(t *testing.T) {
	for n := 3; n <= 7; n++ {
		p, err := papers.Program("expmem", n)
		if err != nil {
			t.Fatal(err)
		}
		names := model.NewNames()
		s, most := newPOP(names), new(kept)
		r := explore(s, prog.NewMachine(p, names), func() { most.grow(s) })
		frames, detours, steps := most.frames, most.detours, r.steps
		if frames > steps*(steps-1)/2 || detours > steps*steps {
			t.Errorf("expmem %d: got %d frames and %d schedules for executions of %d steps, want fewer", n, frames, detours, steps)
		}
		t.Logf("expmem %d: %d executions of at most %d steps: at most %d frames, %d schedules", n, r.executions, steps, frames, detours)
	}
}

// A kept is the most that POP keeps at the end of an execution.
type kept struct {
	frames, detours int // detours that have not been explored
	inFrame         int // detours in one frame
}

// grow adds what s keeps now.
func (most *kept) grow(s *pop) {
	waiting := 0
	for i := range s.tree.frames {
		waiting += len(s.tree.frames[i].detours) - s.tree.frames[i].next
		most.inFrame = max(most.inFrame, len(s.tree.frames[i].detours))
	}
	most.frames, most.detours = max(most.frames, len(s.tree.frames)), max(most.detours, waiting)
}

// TestPOPSpaceTimers checks the number of schedules in a frame where one execution needs a schedule for each set of n
// stops: a timer is postponed, and fires before that if one of the n other timers, each of which a goroutine stops,
// holds it up afterwards.
func TestPOPSpaceTimers(t *testing.T) {
	const n, room = 7, 20
	var b strings.Builder
	b.WriteString("timer own")
	for i := range n {
		fmt.Fprintf(&b, " o%d", i)
	}
	b.WriteString("\nthread t0\n\ttimerstart own 10\n")
	for i := range n {
		fmt.Fprintf(&b, "\ttimerstart o%d 10\n", i)
	}
	for i := range n + 2 {
		fmt.Fprintf(&b, "\tspawn t%d\n", i+1)
	}
	b.WriteString("thread t1\n\ttimerstart own 20\nthread t2\n\ttimerfire own\n")
	for i := range n {
		fmt.Fprintf(&b, "thread t%d\n\tr = timerstop o%d\n", i+3, i)
	}
	p, err := prog.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	var executions [2]int
	for i, size := range []int{1 << 20, room} {
		old := Batch
		Batch = size
		names := model.NewNames()
		s, most := newPOP(names), new(kept)
		r := explore(s, prog.NewMachine(p, names), func() { most.grow(s) })
		Batch = old
		executions[i] = r.executions
		if r.blocked > 0 || most.inFrame > size {
			t.Errorf("%d blocked, %d schedules in a frame, want none, and at most %d", r.blocked, most.inFrame, size)
		}
		t.Logf("%d executions; a frame had at most %d schedules", r.executions, most.inFrame)
	}
	if executions[0] != executions[1] || executions[0] < 1<<n {
		t.Errorf("got %d executions at a time, and %d with %d schedules at a time", executions[0], executions[1], room)
	}
}
