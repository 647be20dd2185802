package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
)

// TestStatefulTables runs the stanzas of testdata/stateful: dpor and stateful side by side, as in Table 1 of the
// stateful DPOR paper. Runs are executions, those given up included. Transitions do not include those that were
// replayed.
func TestStatefulTables(t *testing.T) { stanzas(t, "testdata/stateful/*.txt", statefulTable) }

func statefulTable(t *testing.T, stanza string) string {
	p := stanzaProgram(t, stanza)
	o := explore.Options{MaxExecutions: 6000}
	var lines []string
	for _, algorithm := range []string{"dpor-nosleep", "dpor"} {
		r := run(t, p, algorithm, o).result
		line := fmt.Sprintf("%s: %d runs, %d transitions", algorithm, r.Executions+r.Blocked, r.Transitions)
		if r.Cut {
			line = algorithm + ": more than 6000 runs"
		}
		lines = append(lines, line)
	}
	for a, name := range []string{"exact", "deltas", "values", "past"} {
		e := runAbstract(t, p, prog.Abstraction(a), o)
		r := e.result
		line := fmt.Sprintf("stateful, %s: %d runs, %d transitions, %d states, %d re-visited", name, r.Executions+r.Revisited,
			r.Transitions, r.States, r.Revisited)
		if r.Cut {
			line = fmt.Sprintf("stateful, %s: more than 6000 runs", name)
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

// runAbstract runs stateful under the abstraction.
func runAbstract(t *testing.T, p *prog.Program, a prog.Abstraction, o explore.Options) exploration {
	t.Helper()
	names := model.NewNames()
	m := prog.NewMachine(p, names)
	m.Abstract(a)
	return exploreAs(t, m, names, "stateful", o)
}

// TestStatefulRegressions compares stateful with exhaustive exploration on the programs of
// testdata/stateful/regressions.txt.
func TestStatefulRegressions(t *testing.T) {
	stanzas(t, "testdata/stateful/regressions.txt", func(t *testing.T, stanza string) string {
		header, _, _ := strings.Cut(stanza, "\n")
		for d := range model.Dependence(2) {
			if n, problem := statefulAgainstAll(t, stanzaProgram(t, stanza), d, 1<<20); n == 0 || problem != "" {
				t.Errorf("%s, %s: %d states: %s", header, d, n, problem)
			}
		}
		return statefulTable(t, stanza)
	})
}
