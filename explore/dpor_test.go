package explore_test

import (
	"fmt"
	"testing"

	"heddle/explore"
	"heddle/prog"
	"heddle/trace"
)

// TestDPORSleepingProcess is about line 6 of Figure 3 with sleep sets. When q has been explored from the initial state and x is
// taken instead, q sleeps. In x.e.k.q.q' the race of e with q' has E = {q, k}: q sleeps after x, but k comes before it, so that
// only k reverses the race.
func TestDPORSleepingProcess(t *testing.T) {
	p, err := prog.Parse(`atomic x y z
thread main
	spawn q
	spawn x
	spawn e
thread q
	store y 1
	store z 1
thread x
	store x 1
	spawn k
thread e
	store z 2
thread k
	store y 2
`)
	if err != nil {
		t.Fatal(err)
	}
	for d := range trace.Dependence(2) {
		if n, problem := againstOracle(t, p, d, 1000); n == 0 || problem != "" {
			t.Errorf("%s: %d traces: %s", d, n, problem)
		}
	}
}

// TestDPORCounts is Table 4 of Abdulla et al., JACM 2017, for the algorithm of 2005 ("classic"): executions, those given up
// included. docs/algorithms.md says why ours are fewer.
func TestDPORCounts(t *testing.T) {
	for _, c := range []struct {
		program   string
		n         int
		published int
		want      int
	}{
		{"readers", 2, 5, 4},
		{"readers", 8, 3281, 256},
		{"lastzero", 5, 241, 66},
		{"lastzero", 10, 53198, 8425},
	} {
		t.Run(fmt.Sprintf("%s %d", c.program, c.n), func(t *testing.T) {
			p, err := prog.Paper(c.program, c.n)
			if err != nil {
				t.Fatal(err)
			}
			r := run(t, p, "dpor", explore.Options{}).result
			if got := r.Executions + r.Blocked; got != c.want {
				t.Errorf("got %d executions, %d of them blocked, want %d; published: %d", got, r.Blocked, c.want, c.published)
			}
		})
	}
}
