package explore_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
)

// A witness runs a toy program and records everything that can be observed: transitions with the states in which they
// are taken, failures, final states.
type witness struct {
	*prog.Machine
	states   []string // of the running execution
	edges    map[edge]bool
	failures map[string]bool
	finals   map[string]bool
	last     map[string]bool // the states in which executions end
}

type edge struct {
	state string
	model.Choice
}

func newWitness(p *prog.Program, names *model.Names, algorithm string) *witness {
	return &witness{machine(p, names, algorithm), nil, map[edge]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
}

func (w *witness) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) model.Outcome {
	w.states = w.states[:max(0, len(prefix))]
	if n := len(prefix); n > 0 {
		w.edges[edge{w.states[n-1], prefix[n-1]}] = true
	}
	o := w.Machine.Run(prefix, func(s *model.State) (model.Choice, bool) {
		state := w.State()
		c, ok := next(s)
		if ok {
			w.edges[edge{state, c}] = true
		}
		w.states = append(w.states, state)
		return c, ok
	})
	for _, f := range w.Failures() {
		w.failures[f] = true
	}
	if o.Maximal && !o.GivenUp {
		w.finals[w.Shared()] = true
		w.last[w.State()] = true
	}
	return o
}

// A watching is a program whose threads have the same names in all its explorations.
type watching struct {
	program *prog.Program
	names   *model.Names
	dep     model.Dependence
}

// watch explores the program and returns what can be observed.
func (p watching) watch(t testing.TB, a prog.Abstraction, algorithm string, o explore.Options) (*witness, exploration) {
	t.Helper()
	o.Dependence = p.dep
	w := newWitness(p.program, p.names, algorithm)
	w.Abstract(a)
	e := exploreAs(t, w, p.names, algorithm, o)
	if e.result.Diverged > 0 {
		t.Fatalf("%s: diverged at step %d of\n%s", algorithm, e.result.Diverged, p.program)
	}
	return w, e
}

// lost returns how many keys are in want and not in got, and in got and not in want.
func lost[K comparable](want, got map[K]bool) (missing, foreign int) {
	for k := range want {
		if !got[k] {
			missing++
		}
	}
	for k := range got {
		if !want[k] {
			foreign++
		}
	}
	return missing, foreign
}

// otherEnds says what is wrong with the failures and final states, or nothing.
func otherEnds(want, got *witness) string {
	if m, f := lost(want.failures, got.failures); m+f > 0 {
		return fmt.Sprintf("%d failures are missing, %d foreign", m, f)
	}
	if m, f := lost(want.finals, got.finals); m+f > 0 {
		return fmt.Sprintf("%d final states are missing, %d foreign", m, f)
	}
	return ""
}

// statefulAgainstAll compares the failures, final states and deadlocks of stateful with those of exhaustive
// exploration, and its transitions with those of stateful without a table (Theorem 2). It returns the number of states,
// or 0 if there are more interleavings than limit, and what is wrong.
func statefulAgainstAll(t testing.TB, p *prog.Program, d model.Dependence, limit int) (int, string) {
	w := watching{p, model.NewNames(), d}
	want, all := w.watch(t, prog.Exact, "exhaustive", explore.Options{MaxExecutions: limit})
	if !all.result.Complete {
		return 0, ""
	}
	states := 0
	for _, a := range prog.Abstractions {
		stateless, _ := w.watch(t, a, "stateful", explore.Options{MaxMemory: 1})
		got, e := w.watch(t, a, "stateful", explore.Options{})
		if r := e.result; !r.Complete || r.Blocked > e.missed {
			return 1, fmt.Sprintf("abstraction %d: got %+v, want a complete exploration", a, r)
		}
		if problem := otherEnds(want, got); problem != "" {
			return 1, fmt.Sprintf("abstraction %d: %s", a, problem)
		}
		if m, _ := lost(stateless.finals, want.finals); m > 0 {
			return 1, fmt.Sprintf("abstraction %d: stateless: %d final states are missing", a, m)
		}
		if m, _ := lost(stateless.edges, got.edges); m > 0 {
			return 1, fmt.Sprintf("abstraction %d: Theorem 2: %d transitions of stateless DPOR are missing", a, m)
		}
		if a == prog.Exact {
			states = e.result.States
		}
	}
	return states, ""
}

// TestStatefulRandom checks Theorems 1 and 2 on random programs.
func TestStatefulRandom(t *testing.T) {
	forThemes(t, small, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return statefulAgainstAll(t, p, d, 2000) })
	})
}

// TestStatefulLarger compares stateful with sleep, which explores every trace once, on programs that are too large for
// exhaustive exploration.
func TestStatefulLarger(t *testing.T) {
	forThemes(t, large, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return statefulAgainstSleep(t, p, d, 1000) })
	})
}

// statefulAgainstSleep compares the failures and final states. It returns the number of states, or 0 if there are more
// executions than limit, and what is wrong.
func statefulAgainstSleep(t testing.TB, p *prog.Program, d model.Dependence, limit int) (int, string) {
	w := watching{p, model.NewNames(), d}
	want, all := w.watch(t, prog.Exact, "sleep", explore.Options{MaxExecutions: limit})
	if !all.result.Complete {
		return 0, ""
	}
	states := 0
	for _, a := range prog.Abstractions {
		got, e := w.watch(t, a, "stateful", explore.Options{})
		states = max(states, e.result.States)
		if !e.result.Complete {
			return 1, fmt.Sprintf("abstraction %d: got %+v, want a complete exploration", a, e.result)
		}
		if problem := otherEnds(want, got); problem != "" {
			return 1, fmt.Sprintf("abstraction %d: %s", a, problem)
		}
	}
	return states, ""
}

// TestStatefulAsserts is TestStatefulRandom with assertions on what has been read.
func TestStatefulAsserts(t *testing.T) {
	forThemes(t, small, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return statefulAgainstAll(t, asserting(p), d, 2000) })
	})
}

// asserting returns p with assertions on the results of some operations.
func asserting(p *prog.Program) *prog.Program {
	r := rand.New(rand.NewPCG(uint64(len(p.String())), 9))
	for b := range p.Bodies {
		for i := 0; i < len(p.Bodies[b].Code); i++ {
			in := &p.Bodies[b].Code[i]
			if in.Verb >= prog.Verb(model.NumKinds) || in.Dst < 0 || r.IntN(2) > 0 {
				continue
			}
			p = withInstr(p, b, i+1, prog.Instr{Verb: prog.Assert, Index: prog.Operand{Reg: -1}, Dst: -1,
				A: prog.Operand{Reg: in.Dst}, B: prog.Operand{Reg: -1, Const: int64(r.IntN(3))}, Cmp: prog.NotEqual})
			i++
		}
	}
	return p
}

// withInstr returns p with in before instruction i of body b.
func withInstr(p *prog.Program, b, i int, in prog.Instr) *prog.Program {
	q := copyBody(p, b)
	body := &q.Bodies[b]
	body.Code = slices.Insert(body.Code, i, in)
	for k := range body.Code {
		if in := &body.Code[k]; (in.Verb == prog.If || in.Verb == prog.Goto) && in.Target >= i && k != i {
			in.Target++
		}
	}
	for k := range body.Lines {
		if body.Lines[k].At >= i {
			body.Lines[k].At++
		}
	}
	return q
}

// TestStatelessReference checks that stateful without a table, the reference of Theorem 2, reaches every trace.
func TestStatelessReference(t *testing.T) {
	forThemes(t, small, func(p *prog.Program, d model.Dependence) (int, string) {
		want, ok := oracle(t, p, d, 300)
		if !ok {
			return 0, ""
		}
		got := run(t, p, "stateful", explore.Options{Dependence: d, MaxMemory: 1})
		if len(got.traces) != len(want) || !maps.EqualFunc(got.traces, want, func(n, m int) bool { return n > 0 && m > 0 }) {
			return len(want), fmt.Sprintf("got %d traces, want %d", len(got.traces), len(want))
		}
		return len(want), ""
	})
}

// FuzzStateful compares stateful with exhaustive exploration on the random program that the arguments name, with and without assertions.
func FuzzStateful(f *testing.F) {
	names := slices.Sorted(maps.Keys(themes))
	for i := range names {
		f.Add(uint64(i), uint8(i), uint8(i%2), uint8(3), i%2 == 0)
	}
	f.Fuzz(func(t *testing.T, seed uint64, theme, dependence, length uint8, asserts bool) {
		s := small
		s.Length = 1 + int(length%4)
		p, d := random(seed, names[int(theme)%len(names)], s), model.Dependence(dependence%2)
		if asserts {
			p = asserting(p)
		}
		if _, problem := statefulAgainstAll(t, p, d, 2000); problem != "" {
			t.Fatalf("%s: %s\n%s", d, problem, p)
		}
	})
}
