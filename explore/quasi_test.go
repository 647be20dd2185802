package explore_test

import (
	"fmt"
	"testing"

	"heddle/explore"
	"heddle/prog"
	"heddle/trace"
)

// comparePartial says what is wrong with the explorations of quasi with k from 1 to 3, which may block. There are none under
// refined.
func comparePartial(t testing.TB, p *prog.Program, d trace.Dependence, want map[uint64]int) string {
	a, err := explore.Find("quasi")
	if err != nil {
		t.Fatal(err)
	}
	a.Promise = explore.Once
	for k := 1; k <= 3 && a.Takes(d) == nil; k++ {
		if problem := compare(a, run(t, p, a.Name, explore.Options{Dependence: d, K: k}), want); problem != "" {
			return fmt.Sprintf("quasi -k %d: %s", k, problem)
		}
	}
	return ""
}

// TestQuasiWriters is the program of the paper's figure 1: k = 2 is enough for every number of writers, k = 1 is not (section 1).
func TestQuasiWriters(t *testing.T) {
	for n := 3; n <= 12; n++ {
		p, err := prog.Paper("writers", n)
		if err != nil {
			t.Fatal(err)
		}
		for k := range 4 {
			r := run(t, p, "quasi", explore.Options{K: k}).result
			if r.Executions != 2*n || k != 1 && r.Blocked > 0 || k == 1 && r.Blocked == 0 && n > 3 {
				t.Errorf("writers %d, k = %d: got %d executions, %d blocked, want %d executions", n, k, r.Executions, r.Blocked, 2*n)
			}
		}
	}
}

// TestQuasiFallsWithK checks what table 1 of the paper shows: with greater k fewer executions are blocked, and none with k = 0.
func TestQuasiFallsWithK(t *testing.T) {
	for _, c := range []struct {
		program string
		size    []int
		traces  int
	}{
		{"dispatcher", []int{5, 2}, 137},
		{"dispatcher", []int{5, 3}, 1482},
		{"prodcons", []int{2, 5}, 60},
		{"poke", []int{3, 4}, 711},
		{"mpat", []int{4}, 384},
		{"pi", []int{6}, 720},
	} {
		p, err := prog.Paper(c.program, c.size...)
		if err != nil {
			t.Fatal(err)
		}
		last := 1 << 30
		for _, k := range []int{1, 2, 3, 0} {
			r := run(t, p, "quasi", explore.Options{K: k}).result
			if r.Executions != c.traces || r.Blocked > last || k == 0 && r.Blocked > 0 {
				t.Errorf("%s %v, k = %d: got %d executions, %d blocked, want %d executions, at most %d blocked",
					c.program, c.size, k, r.Executions, r.Blocked, c.traces, last)
			}
			last = r.Blocked
			t.Logf("%s %v, k = %d: %d executions, %d blocked", c.program, c.size, k, r.Executions, r.Blocked)
		}
	}
}
