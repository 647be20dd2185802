package explore_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/explore/sample"
	"heddle/model"
	"heddle/prog"
)

// samples returns the schedules that a sampler takes.
func samples(t *testing.T, algorithm string, o explore.Options) (all [][]model.Choice) {
	t.Helper()
	m, names := fixed(t, "lastzero", 5)
	o.Names, o.Preemptions = names, -1
	_, err := explore.Run(m, algorithm, o, func(e *explore.Execution) bool {
		all = append(all, slices.Clone(e.Choices()))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestSamplersAreReproducible(t *testing.T) {
	for _, a := range explore.Samplers {
		one := samples(t, a.Name, explore.Options{Seed: 1, MaxExecutions: 100})
		if len(one) != 100 {
			t.Errorf("%s: got %d executions, want 100", a.Name, len(one))
		}
		if again := samples(t, a.Name, explore.Options{Seed: 1, MaxExecutions: 100}); !slices.EqualFunc(one, again, slices.Equal) {
			t.Errorf("%s: got different executions with the same seed", a.Name)
		}
		if other := samples(t, a.Name, explore.Options{Seed: 2, MaxExecutions: 100}); slices.EqualFunc(one, other, slices.Equal) {
			t.Errorf("%s: got the same executions with different seeds", a.Name)
		}
		if n := len(samples(t, a.Name, explore.Options{})); n != 1000 {
			t.Errorf("%s: got %d executions by default, want 1000", a.Name, n)
		}
		if n := len(samples(t, a.Name, explore.Options{Late: func() bool { return true }})); n != 1 {
			t.Errorf("%s: got %d executions after the deadline, want 1", a.Name, n)
		}
	}
}

// TestRandomReachesAll checks that random walks reach every trace of small programs.
func TestRandomReachesAll(t *testing.T) {
	reached := 0
	for seed := range uint64(20) {
		for theme := range themes {
			p := random(seed, theme, small)
			want, ok := oracle(t, p, model.Standard, 300)
			if !ok || len(want) > 10 {
				continue
			}
			got := run(t, p, "random", explore.Options{Seed: 1, MaxExecutions: 3000})
			if len(got.traces) != len(want) {
				t.Errorf("seed %d, %s: got %d traces, want %d of\n%s", seed, theme, len(got.traces), len(want), p)
			}
			reached += len(want)
		}
	}
	t.Logf("%d traces", reached)
}

// TestRandomIsUniform checks that each of six threads takes about a sixth of the first steps of 3000 walks.
func TestRandomIsUniform(t *testing.T) {
	first := map[model.Thread]int{}
	for _, c := range samples(t, "random", explore.Options{Seed: 1, MaxExecutions: 3000}) {
		first[c[0].Thread]++
	}
	if len(first) != 6 {
		t.Errorf("got %d threads, want 6", len(first))
	}
	for thread, n := range first {
		if n < 400 || n > 600 {
			t.Errorf("thread %d: got %d first steps, want about 500", thread, n)
		}
	}
}

// TestPCTBound compares the number of executions that show a bug of depth 2 with the guarantee of section 3 of the
// paper. For depth 2 the guarantee is exact here, so the test accepts a fifth less.
func TestPCTBound(t *testing.T) {
	const executions = 2000
	p := mustParse(t, `atomic x
thread main
	spawn p
	spawn q
thread p
	store x 1
	v = load x
	assert v == 1
thread q
	v = load x
	v = load x
	store x 2
`)
	for depth := 1; depth <= 3; depth++ {
		failures := 0
		o := explore.Options{Seed: 1, K: depth, MaxExecutions: executions}
		o.Names, o.Preemptions = model.NewNames(), -1
		r, err := explore.Run(prog.NewMachine(p, o.Names), "pct", o, func(e *explore.Execution) bool {
			if e.Failed {
				failures++
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
		bound := 0.8 * executions / (2 * math.Pow(float64(r.MaxSteps), float64(depth-1)))
		if depth == 1 && failures > 0 || depth > 1 && float64(failures) < bound {
			t.Errorf("depth %d: got %d of %d executions with the bug, want %.0f or more, 0 at depth 1", depth, failures, executions, bound)
		}
		if !strings.Contains(r.Note, fmt.Sprintf("2000 executions, seed 1; each shows a bug of depth %d", depth)) {
			t.Errorf("got note %q", r.Note)
		}
	}
}

func mustParse(t *testing.T, text string) *prog.Program {
	t.Helper()
	p, err := prog.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// byTrace runs a sampler and returns the number of executions of each trace.
func byTrace(t *testing.T, text, algorithm string, executions int) map[uint64]int {
	t.Helper()
	return run(t, mustParse(t, text), algorithm, explore.Options{Seed: 1, MaxExecutions: executions}).traces
}

// TestPOSLateRace checks the example of pos.go: one thread's only operation races with another thread's last one. Partial order sampling
// finds it late in one execution of n+2, a random walk in one of 2^(n+1).
func TestPOSLateRace(t *testing.T) {
	const n, executions = 8, 3000
	p := mustParse(t, "atomic x y\nthread main\nspawn p\nspawn q\nthread p\nv = load x\nassert v == 0\nthread q\n"+
		strings.Repeat("store y 1\n", n)+"store x 1\n")
	found := map[string]int{}
	for _, a := range explore.Samplers {
		names := model.NewNames()
		_, err := explore.Run(prog.NewMachine(p, names), a.Name, explore.Options{Names: names, Seed: 1, Preemptions: -1, MaxExecutions: executions},
			func(e *explore.Execution) bool {
				if e.Failed {
					found[a.Name]++
				}
				return true
			})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("executions of %d that fail: %v", executions, found)
	if got, want := found["pos"], executions/(n+2); got < want*8/10 || got > want*12/10 {
		t.Errorf("pos: got %d, want about %d", got, want)
	}
	if got := found["random"]; got > 20 {
		t.Errorf("random: got %d, want about %d", got, executions>>(n+1))
	}
}

// TestPOSDrawsAgain checks step 3: each of two threads stores n times to one variable, and the next one to store is either of them with
// the same probability. So every ordering of the first stores has the probability that a random walk gives it. Without step 3 a store that
// has lost once is more likely to lose again.
func TestPOSDrawsAgain(t *testing.T) {
	const executions = 6400
	traces := byTrace(t, "atomic x\nthread main\nspawn p\nspawn q\nthread p\nstore x 1\nstore x 2\nthread q\nstore x 3\nstore x 4\n", "pos", executions)
	var got []int
	for _, n := range traces {
		got = append(got, n*16/executions)
	}
	slices.Sort(got)
	// ppqq and qqpp come with 1/4, the four others with 1/8.
	for i, n := range got {
		if want := []int{2, 2, 2, 2, 4, 4}; len(got) != 6 || n < want[i]-1 || n > want[i] {
			t.Fatalf("got %v sixteenths, want about %v", got, want)
		}
	}
}

// TestSURWIsUniform checks that all interleavings of two threads have the same probability, whatever their lengths.
func TestSURWIsUniform(t *testing.T) {
	const executions = 6000
	for _, c := range []struct{ p, q, want int }{{1, 1, 2}, {2, 4, 15}, {1, 9, 10}, {3, 3, 20}} {
		text := "atomic x\nthread main\nspawn p\nspawn q\nthread p\n" + strings.Repeat("store x 1\n", c.p) + "thread q\n" + strings.Repeat("store x 2\n", c.q)
		traces := byTrace(t, text, "surw", executions)
		if len(traces) != c.want {
			t.Fatalf("%d and %d stores: got %d traces, want %d", c.p, c.q, len(traces), c.want)
		}
		for _, n := range traces {
			if each := executions / c.want; n < each*3/4 || n > each*5/4 {
				t.Errorf("%d and %d stores: got a trace in %d executions, want about %d", c.p, c.q, n, each)
			}
		}
	}
}

// TestSURWChildren checks that the events of a thread that is not started yet count for its parent.
func TestSURWChildren(t *testing.T) {
	const executions = 6000
	text := "atomic x\nthread main\nspawn p\nspawn q\nthread p\nstore x 1\nspawn c\nthread c\nstore x 2\nstore x 3\nthread q\nstore x 4\nstore x 5\n"
	traces := byTrace(t, text, "surw", executions)
	if len(traces) != 10 { // p's store and c's are in one order
		t.Fatalf("got %d traces, want 10", len(traces))
	}
	for _, n := range traces {
		if n < executions/10*3/4 || n > executions/10*5/4 {
			t.Errorf("got a trace in %d executions, want about %d", n, executions/10)
		}
	}
}

// TestSURWSelects checks that the orderings on one object have the same probability although the threads have other events: with D all
// events, the first trace of the nine-event thread would come in one execution of 110.
func TestSURWSelects(t *testing.T) {
	const executions = 6000
	text := "atomic x y z\nthread main\nspawn p\nspawn q\nspawn r\nthread p\nstore x 1\nthread q\n" + strings.Repeat("store y 1\n", 9) +
		"store x 2\nthread r\nv = load z\nthread s\n"
	traces := byTrace(t, text, "surw", executions)
	if len(traces) != 2 {
		t.Fatalf("got %d traces, want 2", len(traces))
	}
	for _, n := range traces {
		if n < executions/5 {
			t.Errorf("got a trace in %d executions of %d, want a quarter at least", n, executions)
		}
	}
}

// TestAnyDepth has a failure that needs four switches at the right places: more than PCT makes with its default depth, and no more than it makes
// now and then with any depth.
func TestAnyDepth(t *testing.T) {
	p := mustParse(t, `atomic a b
thread main
	spawn p
	spawn q
thread p
	store a 1
	v = load b
	if v != 1 goto end
	store a 2
	v = load b
	assert v != 2
end:
thread q
	v = load a
	if v != 1 goto end
	store b 1
	v = load a
	if v != 2 goto end
	store b 2
end:
`)
	for k, want := range map[int]bool{0: false, sample.AnyDepth: true} {
		names, failed := model.NewNames(), 0
		r, err := explore.Run(prog.NewMachine(p, names), "pct", explore.Options{Names: names, Preemptions: -1, Seed: 1, K: k, MaxExecutions: 3000},
			func(e *explore.Execution) bool {
				if e.Failed {
					failed++
				}
				return true
			})
		if err != nil || (failed > 0) != want || strings.Contains(r.Note, "of depth") == want {
			t.Errorf("depth %d: got %d failures, %q (%v), want some: %v", k, failed, r.Note, err, want)
		}
	}
}
