package explore_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"heddle/explore"
	"heddle/explore/pop"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
)

// TestParts divides explorations at random points, explores the parts in any order, each with its own machine and
// explorer, and compares the sum with the whole.
func TestParts(t *testing.T) {
	forThemes(t, small, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return partsAgainstWhole(t, p, d, 2000) })
	})
}

// partsAgainstWhole returns the number of traces, or 0 if there are more executions than limit, and what is wrong.
func partsAgainstWhole(t testing.TB, p *prog.Program, d model.Dependence, limit int) (int, string) {
	whole := run(t, p, "pop", explore.Options{Dependence: d, MaxExecutions: limit})
	if whole.result.Cut {
		return 0, ""
	}
	return len(whole.traces), compareParts(t, p, d, whole)
}

// TestBatches is TestParts with so small batches that most executions are run again for their schedules. It also
// compares the whole with sleep.
func TestBatches(t *testing.T) {
	smallBatches(t, 2)
	forThemes(t, small, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) {
			want := run(t, p, "sleep", explore.Options{Dependence: d, MaxExecutions: 1000})
			if want.result.Cut {
				return 0, ""
			}
			whole := run(t, p, "pop", explore.Options{Dependence: d})
			if problem := compare(explore.POP, whole, want.traces); problem != "" {
				return 1, problem
			}
			return len(whole.traces), compareParts(t, p, d, whole)
		})
	})
}

// smallBatches makes a frame of pop hold n schedules at most, until the test is over.
func smallBatches(t testing.TB, n int) {
	old := pop.Batch
	pop.Batch = n
	t.Cleanup(func() { pop.Batch = old })
}

func TestPartsOfPapers(t *testing.T) {
	for _, c := range []struct {
		program string
		n       int
	}{{"fib", 3}, {"lastzero", 8}, {"philosophers", 4}, {"expmem", 5}, {"mpat", 4}} {
		p, err := papers.Program(c.program, c.n)
		if err != nil {
			t.Fatal(err)
		}
		if problem := compareParts(t, p, model.Standard, run(t, p, "pop", explore.Options{})); problem != "" {
			t.Errorf("%s %d: %s", c.program, c.n, problem)
		}
	}
}

func compareParts(t testing.TB, p *prog.Program, d model.Dependence, whole exploration) string {
	return exploreRest(t, p, d, whole, exploration{traces: map[uint64]int{}}, explore.Result{Rest: []explore.Part{{}}}, nil)
}

// exploreRest explores the rest of an exploration of which the first executions had this result and found got, in any order, and compares the
// sum with the whole.
func exploreRest(t testing.TB, p *prog.Program, d model.Dependence, whole, got exploration, first explore.Result, names *model.Names) string {
	r := rand.New(rand.NewPCG(uint64(whole.result.Steps), 4))
	var todo []work
	add := func(result explore.Result, names *model.Names) string {
		for _, rest := range result.Rest {
			todo = append(todo, work{rest, names})
		}
		got.result.Executions += result.Executions
		got.result.Blocked += result.Blocked
		got.result.Steps += result.Steps
		if result.Complete && len(result.Rest) > 0 {
			return fmt.Sprintf("got a complete part that leaves %d parts", len(result.Rest))
		}
		if got.result.Executions > whole.result.Executions {
			return "got more executions in the parts than in the whole"
		}
		return ""
	}
	problem := add(first, names)
	for problem == "" && len(todo) > 0 {
		i := r.IntN(len(todo))
		part := todo[i]
		todo[i] = todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		problem = add(explorePart(t, p, d, part, 1+r.IntN(6), r.IntN(2) == 0, got.traces))
	}
	if problem != "" {
		return problem
	}
	if got.result.Executions != whole.result.Executions || got.result.Blocked != whole.missed || got.result.Steps != whole.result.Steps {
		return fmt.Sprintf("got %d executions, %d blocked, %d steps, want %d, %d, %d", got.result.Executions, got.result.Blocked,
			got.result.Steps, whole.result.Executions, whole.missed, whole.result.Steps)
	}
	for h, n := range whole.traces {
		if got.traces[h] != n {
			return fmt.Sprintf("got a trace explored %d times, want %d", got.traces[h], n)
		}
	}
	return ""
}

// A work is a part and the names of its threads.
type work struct {
	part  explore.Part
	names *model.Names
}

// explorePart explores n executions of the part, or all if it has fewer, with new names, and adds their traces to
// traces. It returns the names.
func explorePart(t testing.TB, p *prog.Program, d model.Dependence, w work, n int, bound bool, traces map[uint64]int) (explore.Result, *model.Names) {
	t.Helper()
	names := model.NewNames()
	if err := w.part.Rename(w.names, names); err != nil {
		t.Fatal(err)
	}
	o := explore.Options{Names: names, Dependence: d, Preemptions: -1}
	if bound {
		o.MaxExecutions = n
	}
	left := n
	result, err := explore.RunPart(machine(p, names, "pop"), &w.part, o, func(e *explore.Execution) bool {
		if e.Maximal {
			traces[e.Hash()]++
		}
		left--
		return bound || left > 0
	})
	if err != nil {
		t.Fatal(err)
	}
	return result, names
}
