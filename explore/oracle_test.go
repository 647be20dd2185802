package explore_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
	"heddle/trace"
)

// An exploration is what one algorithm found.
type exploration struct {
	result explore.Result
	traces map[uint64]int // by hash: the number of complete executions
	failed int            // traces with a failure
	missed int            // executions that were given up (model.Outcome.GivenUp)
	// unbalanced says that an execution showed that a counter falls below zero, where the exploration assumes that none does. It ended there.
	unbalanced bool
}

func run(t testing.TB, p *prog.Program, algorithm string, o explore.Options) exploration {
	t.Helper()
	names := model.NewNames()
	e := exploreAs(t, machine(p, names, algorithm), names, algorithm, o)
	if e.result.Diverged > 0 {
		t.Fatalf("%s: diverged at step %d of\n%s", algorithm, e.result.Diverged, p)
	}
	return e
}

// exploreAs is run for a program that has names already.
func exploreAs(t testing.TB, p model.Program, names *model.Names, algorithm string, o explore.Options) exploration {
	t.Helper()
	o.Preemptions = -1
	return exploreWithin(t, p, names, algorithm, o)
}

// exploreWithin is exploreAs within the bound on preemptions in o.
func exploreWithin(t testing.TB, p model.Program, names *model.Names, algorithm string, o explore.Options) exploration {
	t.Helper()
	o.Names = names
	e := exploration{traces: map[uint64]int{}}
	r, err := explore.Run(p, algorithm, o, func(x *explore.Execution) bool {
		if x.Unbalanced() {
			e.unbalanced, x.Abandon = true, true
			return false
		}
		if x.Probe {
			return true
		}
		if x.Maximal {
			if e.traces[x.Hash()]++; x.Failed && e.traces[x.Hash()] == 1 {
				e.failed++
			}
		}
		if x.GivenUp {
			e.missed++
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	e.result = r
	return e
}

// oracle enumerates the interleavings of p, and returns the number of them in each trace. It checks that the canonical
// hashes of two traces differ if and only if the traces differ by definition. It returns false if there are more
// interleavings than limit.
func oracle(t testing.TB, p *prog.Program, d model.Dependence, limit int) (map[uint64]int, bool) {
	t.Helper()
	traces, texts := map[uint64]int{}, map[uint64]string{}
	hashes := map[string]uint64{}
	names := model.NewNames()
	all := prog.All(machine(p, names, ""), limit, func(path []model.Choice, states []model.State) {
		x := trace.NewExecution(names, d)
		for i := range states {
			x.Observe(&states[i])
			if i < len(path) {
				x.Append(path[i])
			}
		}
		h, text := x.Hash(), prog.Canonical(d, names, path, states)
		traces[h]++
		if old, ok := texts[h]; ok && old != text {
			t.Fatalf("got one hash for two traces of\n%s", p)
		}
		if old, ok := hashes[text]; ok && old != h {
			t.Fatalf("got two hashes for one trace of\n%s", p)
		}
		texts[h], hashes[text] = text, h
	})
	return traces, all
}

// againstOracle compares all algorithms with the oracle on p. It returns the number of traces, or 0 if there are more
// interleavings than limit, and what is wrong.
func againstOracle(t testing.TB, p *prog.Program, d model.Dependence, limit int) (int, string) {
	t.Helper()
	if d == model.Balanced {
		if overdraws, ok := overdraws(p, limit); !ok || overdraws {
			return showOverdraw(t, p, ok)
		}
	}
	want, ok := oracle(t, p, d, limit)
	if !ok {
		return 0, ""
	}
	for _, a := range taking(explore.Algorithms, d) {
		if problem := compare(a, run(t, p, a.Name, explore.Options{Dependence: d}), want); problem != "" {
			return len(want), a.Name + ": " + problem
		}
	}
	if problem := comparePartial(t, p, d, want); problem != "" {
		return len(want), problem
	}
	for _, a := range taking(explore.Samplers, d) {
		if problem := foreign(run(t, p, a.Name, explore.Options{Dependence: d, MaxExecutions: 20}), want); problem != "" {
			return len(want), a.Name + ": " + problem
		}
	}
	return len(want), ""
}

// overdraws says whether some interleaving of p leaves the counter of a WaitGroup below zero. It returns false if there are more than limit.
func overdraws(p *prog.Program, limit int) (some, all bool) {
	all = prog.All(machine(p, model.NewNames(), ""), limit, func(path []model.Choice, states []model.State) {
		counters := map[model.Object]int64{}
		for i, c := range path {
			if op := states[i].Of(c.Thread).Op; op.Kind == model.WGAdd || op.Kind == model.WGDone {
				counters[op.Obj] += op.Arg
				some = some || counters[op.Obj] < 0
			}
		}
	})
	return some, all
}

// showOverdraw checks that every algorithm that assumes that no counter falls below zero shows that one does. It returns 0 if the program is
// too large.
func showOverdraw(t testing.TB, p *prog.Program, small bool) (int, string) {
	if !small {
		return 0, ""
	}
	for _, a := range taking(explore.Algorithms, model.Balanced) {
		if e := run(t, p, a.Name, explore.Options{Dependence: model.Balanced}); !e.unbalanced {
			return 1, a.Name + ": no execution shows that a counter falls below zero"
		}
	}
	return 1, ""
}

// foreign says what is wrong with the traces that a sampler reached, or nothing.
func foreign(got exploration, want map[uint64]int) string {
	for h := range got.traces {
		if want[h] == 0 {
			return "got a trace that does not exist"
		}
	}
	if r := got.result; r.Complete || !r.Cut || r.Executions+got.missed != 20 && r.Steps > 0 || r.Blocked > got.missed {
		return fmt.Sprintf("got %d executions, %d blocked, complete %v, cut %v", r.Executions, r.Blocked, r.Complete, r.Cut)
	}
	return ""
}

// taking returns those of the algorithms that explore under d.
func taking(all []explore.Algorithm, d model.Dependence) []explore.Algorithm {
	return slices.DeleteFunc(slices.Clone(all), func(a explore.Algorithm) bool { return a.Takes(d) != nil })
}

// reducing returns the algorithms that explore each trace once, except sleep, which is slow.
func reducing() []explore.Algorithm {
	return slices.DeleteFunc(slices.Clone(explore.Algorithms), func(a explore.Algorithm) bool { return a.Promise < explore.Once || a.Name == "sleep" })
}

// otherTraces says what is wrong with the set of the traces that an algorithm explored, or nothing.
func otherTraces(got exploration, want map[uint64]int) string {
	missing, foreign := 0, 0
	for h := range want {
		if got.traces[h] == 0 {
			missing++
		}
	}
	for h := range got.traces {
		if want[h] == 0 {
			foreign++
		}
	}
	if missing+foreign > 0 {
		return fmt.Sprintf("got %d traces, want %d: %d missing, %d foreign", len(got.traces), len(want), missing, foreign)
	}
	return ""
}

// compare says what is wrong with the traces that an algorithm explored, or nothing.
func compare(a explore.Algorithm, got exploration, want map[uint64]int) string {
	if got.unbalanced {
		return "got an execution in which a counter can fall below zero"
	}
	if problem := otherTraces(got, want); problem != "" {
		return problem
	}
	if a.Name == "exhaustive" && !maps.Equal(got.traces, want) {
		return "got other numbers of interleavings than the oracle"
	}
	if a.Promise < explore.Once {
		return repeated(got, want)
	}
	if most := slices.Max(slices.Collect(maps.Values(got.traces))); most > 1 {
		return fmt.Sprintf("got a trace explored %d times, want once", most)
	}
	if a.Promise == explore.Optimal && got.result.Blocked > got.missed {
		return fmt.Sprintf("got %d blocked executions, want none", got.result.Blocked)
	}
	return ""
}

// repeated says what is wrong with the executions of an algorithm that may explore a trace more than once, or nothing.
func repeated(got exploration, want map[uint64]int) string {
	for h, n := range got.traces {
		if n > want[h] {
			return fmt.Sprintf("got %d executions of a trace, want at most its %d interleavings", n, want[h])
		}
	}
	if n := got.result.Blocked - got.missed; n > 0 {
		return fmt.Sprintf("got %d blocked executions without sleep sets, want none", n)
	}
	return ""
}
