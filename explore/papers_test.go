package explore_test

import (
	"fmt"
	"testing"

	"heddle/explore"
	"heddle/prog/papers"
)

// TestPublishedTraces checks numbers of traces that the papers publish, or that another oracle has counted.
func TestPublishedTraces(t *testing.T) {
	for _, c := range []struct {
		program string
		n       int
		traces  int
	}{
		{"readers", 2, 4}, {"readers", 8, 256},
		{"lastzero", 5, 64}, {"lastzero", 8, 704},
		{"fib", 3, 1698}, {"fib", 4, 19605},
		{"writers", 3, 6}, {"writers", 5, 10},
		{"circular", 7, 3432},
		{"pi", 5, 120}, {"pi", 6, 720},
		{"mpat", 3, 48}, {"mpat", 4, 384},
		{"philosophers", 2, 3}, {"philosophers", 3, 7}, {"philosophers", 4, 15},
		{"figure1", 1, 32},
		{"groups", 1, 5}, {"groups", 2, 9}, {"groups", 3, 13}, {"groups", 4, 17},
		{"expmem", 4, 48}, {"expmem", 6, 1440},
		{"length", 64, 4}, {"length", 1024, 4},
		{"trylock", 3, 192}, {"trylock", 4, 1500},
		{"rwlocks", 2, 70}, {"rwlocks", 3, 924},
	} {
		t.Run(fmt.Sprintf("%s %d", c.program, c.n), func(t *testing.T) {
			p, err := papers.Program(c.program, c.n)
			if err != nil {
				t.Fatal(err)
			}
			for _, a := range reducing() {
				e := run(t, p, a.Name, explore.Options{})
				r := e.result
				if len(e.traces) != c.traces || r.Executions != c.traces {
					t.Errorf("%s: got %d traces in %d executions, want %d", a.Name, len(e.traces), r.Executions, c.traces)
				}
				if a.Promise == explore.Optimal && r.Blocked > 0 {
					t.Errorf("%s: got %d blocked executions, want none", a.Name, r.Blocked)
				}
				t.Logf("%s: %d executions, %d blocked, %d fallbacks", a.Name, r.Executions, r.Blocked, r.Fallbacks)
			}
		})
	}
}
