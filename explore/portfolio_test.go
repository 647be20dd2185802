package explore_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
)

// automatic explores p with auto. It returns what the trunk has found, and what the probes have found.
func automatic(t testing.TB, p *prog.Program, o explore.Options) (trunk, probes exploration) {
	t.Helper()
	o.Names, o.Preemptions = model.NewNames(), -1
	trunk.traces, probes.traces = map[uint64]int{}, map[uint64]int{}
	r, err := explore.Run(machine(p, o.Names, "auto"), "auto", o, func(x *explore.Execution) bool {
		e := &trunk
		if x.Probe {
			e = &probes
		}
		if x.Maximal {
			if e.traces[x.Hash()]++; x.Failed && e.traces[x.Hash()] == 1 {
				e.failed++
			}
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	trunk.result = r
	return trunk, probes
}

// againstTrunk compares auto with the algorithm of its trunk: the trunk must do exactly the same, and the probes must find no other traces. It
// returns the number of traces, or 0 if there are more than limit, or too few for a probe.
func againstTrunk(t testing.TB, p *prog.Program, d model.Dependence, limit int) (int, string) {
	want := run(t, p, "pop", explore.Options{Dependence: d, MaxExecutions: limit})
	if want.result.Cut || want.result.Executions < 20 {
		return 0, ""
	}
	got, probes := automatic(t, p, explore.Options{Dependence: d})
	n := got.result.Probes
	got.result.Probes = 0
	if got.result.Rest, want.result.Rest = nil, nil; !sameResult(got.result, want.result) {
		return len(want.traces), "got another result than that of the trunk"
	}
	if problem := otherTraces(got, want.traces); problem != "" {
		return len(want.traces), problem
	}
	for h := range probes.traces {
		if want.traces[h] == 0 {
			return len(want.traces), "a probe has a trace that does not exist"
		}
	}
	if ran := got.result.Executions + got.result.Blocked; n < ran/2 || n > max(4000, ran) {
		return len(want.traces), "got too few probes, or too many"
	}
	return len(want.traces), ""
}

func sameResult(a, b explore.Result) bool {
	return a.Executions == b.Executions && a.Blocked == b.Blocked && a.Steps == b.Steps && a.Transitions == b.Transitions && a.MaxSteps == b.MaxSteps &&
		a.Threads == b.Threads && a.Complete == b.Complete && a.Cut == b.Cut && a.Fallbacks == b.Fallbacks && a.Note == b.Note && a.Covered == b.Covered
}

// TestAuto compares auto with its trunk on random programs.
func TestAuto(t *testing.T) {
	forThemes(t, large, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return againstTrunk(t, p, d, 1000) })
	})
}

// TestAutoParts ends explorations by auto at random points, in probes as well, and explores the rest: each trace must be explored once.
func TestAutoParts(t *testing.T) {
	forThemes(t, large, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return autoInParts(t, p, 1000) })
	})
}

// autoInParts explores p with auto up to some execution, and then the rest of it.
func autoInParts(t testing.TB, p *prog.Program, limit int) (int, string) {
	whole := run(t, p, "pop", explore.Options{MaxExecutions: limit})
	if whole.result.Cut || whole.result.Executions < 70 {
		return 0, ""
	}
	r := rand.New(rand.NewPCG(uint64(whole.result.Steps), 5))
	got := exploration{traces: map[uint64]int{}}
	names := model.NewNames()
	left := 60 + r.IntN(whole.result.Executions) // most often there are probes before, and often a probe is the last
	size := 0
	o := explore.Options{Names: names, Preemptions: -1, Rest: func(int) bool { return true }}
	result, err := explore.Run(machine(p, names, "auto"), "auto", o, func(e *explore.Execution) bool {
		if e.Maximal && !e.Probe {
			got.traces[e.Hash()]++
		}
		left--
		size = e.Size()
		return left > 0
	})
	if err != nil {
		t.Fatal(err)
	}
	transitions := 0
	for i := range result.Rest {
		transitions += len(result.Rest[i].Choices)
	}
	if transitions > size {
		return 1, "got a larger rest than was said"
	}
	return len(whole.traces), exploreRest(t, p, model.Standard, whole, got, result, names)
}

// TestAutoFindsEarly has a failure that only the last of many executions of a depth-first search shows.
func TestAutoFindsEarly(t *testing.T) {
	p := mustParse(t, "atomic x y\nthread main\nspawn p\nspawn q\nthread p\nv = load x\nassert v == 0\n"+strings.Repeat("store y 1\n", 12)+
		"thread q\nstore x 1\n"+strings.Repeat("store y 2\n", 12))
	ran := map[string]int{}
	for _, algorithm := range []string{"optimal", "auto"} {
		names := model.NewNames()
		_, err := explore.Run(prog.NewMachine(p, names), algorithm, explore.Options{Names: names, Preemptions: -1, MaxExecutions: 5000},
			func(x *explore.Execution) bool {
				ran[algorithm]++
				return !x.Failed
			})
		if err != nil {
			t.Fatal(err)
		}
	}
	if ran["optimal"] != 5000 || ran["auto"] > 200 {
		t.Errorf("got a failure after %d executions by auto, %d by optimal, want 200 and 5000 at most", ran["auto"], ran["optimal"])
	}
}

// TestAutoCovered checks what is said of an exploration that is not complete, and that a bound on preemptions makes auto the search that is
// complete for it.
func TestAutoCovered(t *testing.T) {
	r := explored(t, "fib", 5, "auto", explore.Options{Preemptions: -1, MaxExecutions: 5000}, all)
	if !strings.HasPrefix(r.Covered, "complete with at most 1 preemptions; ") || r.Complete || r.Executions != 5000 || r.Probes < 10000 {
		t.Errorf("got %d executions, %d probes, complete %v, covered %q, want 5000, 10000 or more, false", r.Executions, r.Probes, r.Complete, r.Covered)
	}
	if r := explored(t, "fib", 5, "auto", explore.Options{Preemptions: 1}, all); r.Executions != 93 || r.Probes != 0 {
		t.Errorf("bound 1: got %d executions and %d probes, want 93 and 0", r.Executions, r.Probes)
	}
}
