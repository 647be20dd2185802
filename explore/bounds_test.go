package explore_test

import (
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"heddle/explore"
	"heddle/explore/search"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
	"heddle/trace"
)

// explored runs an algorithm over a program of the papers.
func explored(t testing.TB, name string, n int, algorithm string, o explore.Options, visit visitor) explore.Result {
	t.Helper()
	m, names := fixed(t, name, n)
	o.Names = names
	r, err := explore.Run(m, algorithm, o, visit)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

type visitor = func(*explore.Execution) bool

func all(*explore.Execution) bool { return true }

func TestUnknownAlgorithm(t *testing.T) {
	m, names := fixed(t, "readers", 2)
	_, err := explore.Run(m, "magic", explore.Options{Names: names}, all)
	if err == nil || !strings.Contains(err.Error(), `"magic"`) || !strings.Contains(err.Error(), "source") {
		t.Errorf("got %v, want an error that names the algorithms", err)
	}
}

func TestMaxExecutions(t *testing.T) {
	for _, a := range explore.Algorithms {
		r := explored(t, "fib", 2, a.Name, explore.Options{MaxExecutions: 7, Preemptions: -1}, all)
		if r.Executions+r.Blocked != 7 || !r.Cut || r.Complete {
			t.Errorf("%s: got %+v, want 7 executions, cut", a.Name, r)
		}
	}
	// A bound that only the last execution reaches cuts nothing off.
	r := explored(t, "readers", 2, "source", explore.Options{MaxExecutions: 4, Preemptions: -1}, all)
	if r.Executions != 4 || r.Cut || !r.Complete {
		t.Errorf("readers 2: got %+v, want 4 executions, complete", r)
	}
}

func TestDeadline(t *testing.T) {
	start := time.Now()
	r := explored(t, "fib", 8, "source", explore.Options{Late: func() bool { return time.Since(start) > 30*time.Millisecond }, Preemptions: -1}, all)
	if !r.Cut || r.Complete || r.Executions == 0 {
		t.Errorf("got %+v, want some executions, cut", r)
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %v, want about 30ms", took)
	}
}

func TestVisitStops(t *testing.T) {
	visits := 0
	r := explored(t, "fib", 3, "source", explore.Options{Preemptions: -1}, func(*explore.Execution) bool {
		visits++
		return visits < 5
	})
	if visits != 5 || r.Executions+r.Blocked != 5 || r.Complete {
		t.Errorf("got %d visits and %+v, want 5, not complete", visits, r)
	}
}

// TestPreemptions compares exhaustive search under a bound with all interleavings, counted by their preemptions.
func TestPreemptions(t *testing.T) {
	p, err := papers.Program("philosophers", 3)
	if err != nil {
		t.Fatal(err)
	}
	want := map[int]int{} // by the number of preemptions
	prog.Interleavings(p, model.NewNames(), 1<<20, func(path []model.Choice, states []model.State) {
		want[preemptions(path, states)]++
	})
	sum := 0
	for bound := range slices.Max(slices.Collect(maps.Keys(want))) + 1 {
		sum += want[bound]
		r := explored(t, "philosophers", 3, "exhaustive", explore.Options{Preemptions: bound}, all)
		last := bound == len(want)-1
		if r.Executions != sum || r.Complete != last || r.Cut == last {
			t.Errorf("bound %d: got %+v, want %d executions, complete %v", bound, r, sum, last)
		}
	}
	// A bound that no execution reaches cuts nothing off.
	if r := explored(t, "philosophers", 3, "source", explore.Options{Preemptions: 20}, all); r.Executions != 7 || !r.Complete || r.Cut {
		t.Errorf("source, bound 20: got %+v, want 7 executions, complete", r)
	}
	// Even without preemptions every execution ends.
	if r := explored(t, "philosophers", 3, "source", explore.Options{Preemptions: 0}, all); r.Executions == 0 || !r.Cut {
		t.Errorf("source, bound 0: got %+v, want some executions, cut", r)
	}
}

func preemptions(path []model.Choice, states []model.State) (n int) {
	for i := 1; i < len(path); i++ {
		for _, p := range states[i].Pending {
			if last := path[i-1].Thread; p.Thread == last && len(p.Alts) > 0 && path[i].Thread != last {
				n++
			}
		}
	}
	return n
}

func TestProgramStops(t *testing.T) {
	p, err := prog.Parse("maxsteps 4\natomic x\nthread main\nspawn p\nspawn p\nthread p\nagain:\nr = add x 1\ngoto again")
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range explore.Algorithms {
		e := run(t, p, a.Name, explore.Options{})
		if !e.result.Cut || e.result.Complete || e.result.MaxSteps != 4 {
			t.Errorf("%s: got %+v, want executions of 4 steps, cut", a.Name, e.result)
		}
	}
}

// A fickle program executes one toy program first, and another from then on.
type fickle struct {
	programs []model.Program
	runs     int
}

func (f *fickle) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) model.Outcome {
	p := f.programs[min(f.runs, len(f.programs)-1)]
	f.runs++
	return p.Run(prefix, next)
}

func TestDiverged(t *testing.T) {
	const text = "atomic x y\nmutex m\nthread main\nspawn p\nstore x 1\nstore x 2\nSTEP\nthread p\nv = load x\n"
	for _, c := range []struct {
		then string // what replaces STEP from the second execution on
		want int
	}{
		{"store x 3", 0},
		{"lock m", 4},
		{"store y 3", 4},
	} {
		names := model.NewNames()
		var f fickle
		for _, step := range []string{"store x 3", c.then} {
			p, err := prog.Parse(strings.Replace(text, "STEP", step, 1))
			if err != nil {
				t.Fatal(err)
			}
			f.programs = append(f.programs, prog.NewMachine(p, names))
		}
		last := false
		r, err := explore.Run(&f, "source", explore.Options{Names: names, Preemptions: -1}, func(e *explore.Execution) bool {
			last = e.Diverged
			return true
		})
		if err != nil || r.Diverged != c.want || last != (c.want > 0) || r.Complete != (c.want == 0) {
			t.Errorf("%s: got %+v, %v, want divergence at step %d", c.then, r, err, c.want)
		}
	}
	// A prefix that cannot be followed at all.
	p, _ := prog.Parse("atomic x\nthread main\nspawn p\nstore x 1\nthread p\nstore x 2")
	q, _ := prog.Parse("atomic x\nthread main\nstore x 1\nthread p\nstore x 2")
	names := model.NewNames()
	r, err := explore.Run(&fickle{programs: []model.Program{prog.NewMachine(p, names), prog.NewMachine(q, names)}}, "source",
		explore.Options{Names: names, Preemptions: -1}, all)
	if err != nil || r.Diverged != 1 {
		t.Errorf("a thread is missing: got %+v, %v, want divergence at step 1", r, err)
	}
}

// TestReplay replays the schedules of all executions, without and with analysis.
func TestReplay(t *testing.T) {
	for _, name := range []string{"philosophers", "trylock", "groups"} {
		m, names := fixed(t, name, 3)
		schedules := map[uint64][]model.Choice{}
		explored(t, name, 3, "source", explore.Options{Preemptions: -1}, func(e *explore.Execution) bool {
			if e.Maximal {
				schedules[e.Hash()] = slices.Clone(e.Choices())
			}
			return true
		})
		for hash, schedule := range schedules {
			if o := explore.Replay(m, schedule); o.Diverged || o.Steps != len(schedule) {
				t.Errorf("%s: replay: got %+v, want %d steps", name, o, len(schedule))
			}
			x := trace.NewExecution(names, model.Standard)
			m.Run(nil, func(s *model.State) (model.Choice, bool) {
				x.Observe(s)
				if x.Len() == len(schedule) {
					return model.Choice{}, false
				}
				c := schedule[x.Len()]
				x.Append(c)
				return c, true
			})
			if got := x.Hash(); got != hash {
				t.Errorf("%s: replay: got hash %x, want %x", name, got, hash)
			}
		}
		if o := explore.Replay(m, []model.Choice{{Thread: 77, Partner: model.NoThread}}); !o.Diverged || o.Steps != 0 {
			t.Errorf("%s: a schedule of another program: got %+v, want divergence", name, o)
		}
	}
}

// TestAllocations checks that nothing is allocated per step or per execution once the arenas have grown.
func TestAllocations(t *testing.T) {
	search.Checking = false
	defer func() { search.Checking = true }()
	for _, name := range []string{"fib", "circular", "mpat", "lastzero"} {
		m, names := fixed(t, name, 4)
		executions := 0
		allocations := testing.AllocsPerRun(3, func() {
			r, err := explore.Run(m, "source", explore.Options{Names: names, Preemptions: -1}, func(e *explore.Execution) bool {
				return e.Hash() != 0
			})
			if err != nil {
				t.Fatal(err)
			}
			executions = r.Executions
		})
		if allocations > 400 {
			t.Errorf("%s 4: got %v allocations in %d executions, want only those of growing arenas", name, allocations, executions)
		}
	}
}
