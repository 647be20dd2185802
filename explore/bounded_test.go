package explore_test

import (
	"fmt"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
	"heddle/trace"
)

// bounded explores p within a bound on preemptions.
func bounded(t testing.TB, p *prog.Program, o explore.Options) exploration {
	t.Helper()
	names := model.NewNames()
	return exploreWithin(t, machine(p, names, "bounded"), names, "bounded", o)
}

// fewest returns the fewest preemptions of the executions of each trace of p, by brute force. It returns false if p has more
// interleavings than limit.
func fewest(p *prog.Program, d model.Dependence, limit int) (traces map[uint64]int, all bool) {
	traces = map[uint64]int{}
	names := model.NewNames()
	m := machine(p, names, "")
	all = prog.All(m, limit, func(path []model.Choice, states []model.State) {
		x := trace.NewExecution(names, d)
		for i := range states {
			x.Observe(&states[i])
			if i < len(path) {
				x.Append(path[i])
			}
		}
		n := preemptions(path, states)
		if least, ok := traces[x.Hash()]; !ok || n < least {
			traces[x.Hash()] = n
		}
	})
	return traces, all
}

// againstBounds compares bounded with brute force under the bounds 0, 1, 2 and none. It returns the number of traces, or 0 if there are
// more interleavings than limit, and what is wrong.
func againstBounds(t testing.TB, p *prog.Program, d model.Dependence, limit int) (int, string) {
	want, ok := fewest(p, d, limit)
	if !ok {
		return 0, ""
	}
	for _, bound := range []int{0, 1, 2, -1} {
		for _, memory := range []int64{0, 480} {
			got := bounded(t, p, explore.Options{Dependence: d, Preemptions: bound, MaxMemory: memory})
			within := map[uint64]int{}
			for h, n := range want {
				if bound < 0 || n <= bound {
					within[h] = 1
				}
			}
			problem := otherTraces(got, within)
			switch r := got.result; {
			case problem != "":
			case memory == 0 && r.Executions+got.missed != len(within):
				problem = fmt.Sprintf("got %d executions of %d traces", r.Executions, len(within))
			case r.Complete && len(within) < len(want):
				problem = "got complete, and traces are missing"
			case bound < 0 && !r.Complete:
				problem = "got incomplete without a bound"
			}
			if problem != "" {
				return len(want), fmt.Sprintf("bound %d, memory %d: %s", bound, memory, problem)
			}
		}
	}
	return len(want), ""
}

// TestBounded compares the bounded search with brute force on small programs.
func TestBounded(t *testing.T) {
	forThemes(t, small, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return againstBounds(t, p, d, 300) })
	})
}

// TestBoundedChance does so on programs with n-way choices, and with collections.
func TestBoundedChance(t *testing.T) {
	for name, change := range map[string]func(*prog.Program) *prog.Program{"picks": withChance, "collections": withCollections, "tickers": withTickers} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := prog.Shape{Threads: 3, Length: 3, Objects: 4, Sorts: []prog.Sort{prog.Timer, prog.Chan, prog.Mutex, prog.Atomic}}
			forSeeds(t, s, *seeds, func(p *prog.Program, d model.Dependence) (int, string) {
				return caught(func() (int, string) { return againstBounds(t, change(p), d, 300) })
			})
		})
	}
}

// TestBoundedCounts has what bounds cost: traces, executions given up in a state that was entered before, and states. Under optimal, fib 3 has
// 1698 traces and fib 5 more than a million.
func TestBoundedCounts(t *testing.T) {
	for _, c := range []struct {
		program                             string
		n, bound, traces, revisited, states int
	}{
		{"fib", 3, 0, 6, 0, 101}, {"fib", 3, 1, 53, 55, 882}, {"fib", 3, 2, 286, 697, 3764},
		{"fib", 5, 0, 6, 0, 161}, {"fib", 5, 1, 93, 87, 2372}, {"fib", 5, 2, 950, 1801, 18259},
		{"philosophers", 4, 0, 14, 10, 207}, {"philosophers", 4, 1, 15, 306, 796},
		{"lastzero", 8, 0, 704, 19547, 27705},
	} {
		r := explored(t, c.program, c.n, "bounded", explore.Options{Preemptions: c.bound}, all)
		if r.Executions != c.traces || r.Revisited != c.revisited || r.States != c.states || r.Complete {
			t.Errorf("%s %d, bound %d: got %d traces, %d revisited, %d states, complete %v, want %d, %d, %d, false", c.program, c.n, c.bound,
				r.Executions, r.Revisited, r.States, r.Complete, c.traces, c.revisited, c.states)
		}
	}
}
