package explore_test

import (
	"fmt"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
)

// TestDPORSleepingProcess tests line 6 of Figure 3 with sleep sets. After q has been explored from the initial state, x
// is taken instead, and q sleeps. In x.e.k.q.q' the race of e with q' has E = {q, k}: q sleeps after x, but k comes
// before it, so only k reverses the race.
func TestDPORSleepingProcess(t *testing.T) {
	p := mustParse(t, `atomic x y z
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
	for _, d := range model.Dependences() {
		if n, problem := againstOracle(t, p, d, 1000); n == 0 || problem != "" {
			t.Errorf("%s: %d traces: %s", d, n, problem)
		}
	}
}

// TestDPORCounts checks Table 4 of Abdulla et al., JACM 2017, for the algorithm of 2005 ("classic"): executions, those
// given up included. The numbers for readers are exactly the published ones if every thread has a local first step. We
// suppose that the processes of that implementation have one. docs/algorithms.md says what is known about the other
// programs.
func TestDPORCounts(t *testing.T) {
	for _, c := range []struct {
		program         string
		n               int
		published       int
		want, wantLocal int
	}{
		{"readers", 2, 5, 4, 5},
		{"readers", 8, 3281, 256, 3281},
		{"lastzero", 5, 241, 143, 230},
		{"lastzero", 10, 53198, 27379, 76440},
	} {
		t.Run(fmt.Sprintf("%s %d", c.program, c.n), func(t *testing.T) {
			p, err := papers.Program(c.program, c.n)
			if err != nil {
				t.Fatal(err)
			}
			if got := executions(t, p); got != c.want {
				t.Errorf("got %d executions, want %d; published: %d", got, c.want, c.published)
			}
			if got := executions(t, mustParse(t, local(p))); got != c.wantLocal {
				t.Errorf("with local first steps: got %d executions, want %d; published: %d", got, c.wantLocal, c.published)
			}
		})
	}
}

// executions returns the number of executions that dpor runs, those given up included.
func executions(t *testing.T, p *prog.Program) int {
	r := run(t, p, "dpor", explore.Options{}).result
	return r.Executions + r.Blocked
}

// local returns p with a local first step, which no other thread sees, in every thread except main.
func local(p *prog.Program) string {
	text, n := "", 0
	for line := range strings.Lines(p.String()) {
		text += line
		if strings.HasPrefix(line, "thread ") && line != "thread main\n" {
			text += fmt.Sprintf("\tstore local[%d] 1\n", n)
			n++
		}
	}
	return fmt.Sprintf("atomic local[%d]\n", n) + text
}
