package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/graph"
)

// polling are the themes of random programs with loops.
var polling = []string{"memory", "mutex", "rwmutex", "once", "chan", "all"}

// TestRandomPolls compares executions in which threads that poll wait (package await) with all that there are.
//
// The graph of the states of a program has every execution, with any number of rounds of its loops: it is finite although they are not. An
// idle round leads from a state to the same one. So if only executions without such rounds are explored, their failures must be those of
// the graph, and where they end, unless they are given up, must be the sets of states that are never left: the final states and the
// livelocks. The traces without idle rounds must be the same for all algorithms, each once for those that promise it.
func TestRandomPolls(t *testing.T) {
	for _, name := range polling {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, s := range []prog.Shape{{Threads: 3, Length: 2, Objects: 2}, {Threads: 4, Length: 3, Objects: 3}} {
				s.Sorts, s.Polls = themes[name], true
				given := 0 // programs of which executions were given up
				forSeeds(t, s, *seeds/2, func(p *prog.Program, d model.Dependence) (int, string) {
					return caught(func() (int, string) { return againstGraph(t, p, d, 300, &given) })
				})
				t.Logf("executions of %d programs were given up", given)
			}
		})
	}
}

// againstGraph compares all algorithms with the graph of p, and their traces with those of sleep. It returns the number of traces, or 0
// if it skips p, and what is wrong.
func againstGraph(t testing.TB, p *prog.Program, d model.Dependence, limit int, given *int) (int, string) {
	if !loops(p) {
		return 0, ""
	}
	w := watching{p, model.NewNames(), d}
	g, ok := graphOf(p, w.names)
	if !ok {
		return 0, ""
	}
	// A loop whose rounds change something may go round for ever: MaxSteps cuts that.
	_, all := w.watch(t, prog.Exact, "sleep", explore.Options{MaxExecutions: limit})
	if all.result.Cut {
		return 0, ""
	}
	for _, a := range taking(explore.Registry(), d) {
		o := explore.Options{}
		switch a.Promise {
		case explore.Sample:
			o.MaxExecutions = 20
		case explore.All:
			o.MaxExecutions = 5 * limit
		}
		got, e := w.watch(t, prog.Exact, a.Name, o)
		problem := otherThanGraph(g, got, e.result.Complete)
		switch {
		case problem != "":
		case a.Promise >= explore.Once:
			problem = compare(a, e, all.traces)
		case a.Promise == explore.All && e.result.Complete:
			problem = otherTraces(e, all.traces)
		}
		if problem != "" {
			return len(all.traces), a.Name + ": " + problem
		}
	}
	if all.missed > 0 {
		*given++
	}
	if _, problem := partsAgainstWhole(t, p, d, limit); problem != "" {
		return len(all.traces), "parts: " + problem
	}
	return len(all.traces), ""
}

// graphOf returns the graph of p; false if p is too large, or has a loop without a visible operation.
func graphOf(p *prog.Program, names *model.Names) (g *graph.Graph, ok bool) {
	defer func() {
		if r := recover(); r != nil && !strings.Contains(fmt.Sprint(r), "without a visible operation") {
			panic(r)
		}
	}()
	return graph.Of(p, names, 2000)
}

// otherThanGraph says what is wrong with the failures and ends, or nothing. An end of which rounds of others decide what a thread sees may
// be missing: each of its executions is given up.
func otherThanGraph(g *graph.Graph, got *witness, complete bool) string {
	if m, f := lost(g.Failures, got.failures); f > 0 || m > 0 && complete {
		return fmt.Sprintf("%d failures are missing, %d foreign", m, f)
	}
	ends := map[int]bool{}
	for state := range got.last {
		i, ok := g.Ends[state]
		if !ok {
			return "got an end that can be left"
		}
		ends[i] = true
	}
	if m, _ := lost(g.Steady, ends); m > 0 && complete {
		return fmt.Sprintf("%d of %d ends are missing", m, len(g.Steady))
	}
	return ""
}
