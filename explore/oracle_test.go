package explore_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"slices"
	"testing"

	"heddle/explore"
	"heddle/prog"
	"heddle/trace"
)

// An exploration is what one algorithm found: how often each trace was explored to its end.
type exploration struct {
	result explore.Result
	traces map[uint64]int
}

func run(t testing.TB, p *prog.Program, algorithm string, o explore.Options) exploration {
	t.Helper()
	o.Names, o.Preemptions = trace.NewNames(), -1
	e := exploration{traces: map[uint64]int{}}
	r, err := explore.Run(prog.NewMachine(p, o.Names), algorithm, o, func(x *explore.Execution) bool {
		if x.Maximal {
			e.traces[x.Hash()]++
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Diverged > 0 {
		t.Fatalf("%s: diverged at step %d of\n%s", algorithm, r.Diverged, p)
	}
	e.result = r
	return e
}

// oracle enumerates the interleavings of p, and checks that the canonical hash tells apart exactly the traces that differ by definition. It
// returns false if there are too many.
func oracle(t testing.TB, p *prog.Program, d trace.Dependence, limit int) (map[uint64]int, bool) {
	t.Helper()
	traces, texts := map[uint64]int{}, map[uint64]string{}
	hashes := map[string]uint64{}
	names := trace.NewNames()
	all := prog.Interleavings(p, names, limit, func(path []trace.Choice, states []trace.State) {
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
			t.Fatalf("one hash for two traces of\n%s", p)
		}
		if old, ok := hashes[text]; ok && old != h {
			t.Fatalf("two hashes for one trace of\n%s", p)
		}
		texts[h], hashes[text] = text, h
	})
	return traces, all
}

// check compares all algorithms with the oracle on p. It returns the number of traces, or -1 if there are too many interleavings.
func check(t testing.TB, p *prog.Program, d trace.Dependence, limit int) int {
	t.Helper()
	want, ok := oracle(t, p, d, limit)
	if !ok {
		return -1
	}
	for _, a := range explore.Algorithms {
		got := run(t, p, a.Name, explore.Options{Dependence: d})
		if problem := compare(a.Name, got, want); problem != "" {
			t.Errorf("%s (%s): %s\n%s", a.Name, d, problem, p)
		}
	}
	return len(want)
}

func compare(algorithm string, got exploration, want map[uint64]int) string {
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
	if algorithm == "exhaustive" {
		if !maps.Equal(got.traces, want) {
			return "the numbers of interleavings differ"
		}
	} else if most := slices.Max(slices.Collect(maps.Values(got.traces))); most > 1 {
		return fmt.Sprintf("a trace was explored %d times", most)
	}
	return ""
}

// themes are sets of sorts that random programs are made of.
var themes = map[string][]prog.Sort{
	"memory":    {prog.Atomic, prog.Plain},
	"mutex":     {prog.Mutex, prog.Mutex, prog.Atomic},
	"rwmutex":   {prog.RWMutex, prog.RWMutex, prog.Atomic, prog.Mutex},
	"waitgroup": {prog.WaitGroup, prog.WaitGroup, prog.Atomic},
	"once":      {prog.Once, prog.Once, prog.Mutex, prog.Atomic},
	"cond":      {prog.Cond, prog.Cond, prog.Mutex},
	"chan":      {prog.Chan},
	"chans":     {prog.Chan, prog.Chan, prog.Chan, prog.Mutex, prog.WaitGroup},
	"timer":     {prog.Timer, prog.Timer, prog.Timer, prog.Atomic, prog.Chan},
	"all":       {prog.Atomic, prog.Plain, prog.Mutex, prog.RWMutex, prog.WaitGroup, prog.Once, prog.Cond, prog.Chan, prog.Chan},
}

// TestRandomPrograms compares every algorithm with the oracle on small programs.
func TestRandomPrograms(t *testing.T) {
	forThemes(t, func(t *testing.T, seed uint64, p *prog.Program) int {
		return check(t, p, trace.Dependence(seed%2), 500)
	})
}

// TestRandomLargerPrograms compares source with sleep, which explores every trace once, on programs that are too large for the oracle.
func TestRandomLargerPrograms(t *testing.T) {
	forThemes(t, func(t *testing.T, seed uint64, _ *prog.Program) int {
		p := prog.Random(rand.New(rand.NewPCG(seed, 8)), prog.Shape{Threads: 5, Length: 4, Objects: 4, Sorts: themeOf(t)})
		d := trace.Dependence(seed % 2)
		want := run(t, p, "sleep", explore.Options{Dependence: d, MaxExecutions: 2000})
		if want.result.Cut {
			return 0
		}
		if problem := compare("source", run(t, p, "source", explore.Options{Dependence: d}), want.traces); problem != "" {
			t.Errorf("source (%s): %s\n%s", d, problem, p)
		}
		return len(want.traces)
	})
}

var (
	seeds = flag.Uint64("seeds", 200, "how many random programs of each theme")
	first = flag.Uint64("seed", 0, "the first seed")
)

func themeOf(t *testing.T) []prog.Sort { return themes[path.Base(t.Name())] }

// forThemes calls test with random programs of every theme. test returns the number of traces, or less than 1 if it left the program out.
func forThemes(t *testing.T, test func(*testing.T, uint64, *prog.Program) int) {
	for _, name := range slices.Sorted(maps.Keys(themes)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			programs, traces := 0, 0
			for seed := *first; seed < *first+*seeds; seed++ {
				p := prog.Random(rand.New(rand.NewPCG(seed, 7)), prog.Shape{Threads: 4, Length: 3, Objects: 3, Sorts: themes[name]})
				if n := test(t, seed, p); n > 0 {
					programs++
					traces += n
				}
				if t.Failed() {
					t.Fatalf("seed %d", seed)
				}
			}
			t.Logf("%d programs, %d traces", programs, traces)
		})
	}
}
