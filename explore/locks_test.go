package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
)

// TestDeadlocks compares all algorithms that explore each trace once, on programs whose threads take locks in random
// orders. At least a third of all executions must end in a deadlock.
func TestDeadlocks(t *testing.T) {
	executions, blocked := 0, 0
	for seed := *first; seed < *first+*seeds; seed++ {
		text, steps := locking(rand.New(rand.NewPCG(seed, 31)))
		p, err := prog.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		want := run(t, p, "sleep", explore.Options{MaxExecutions: 2000})
		if want.result.Cut {
			continue
		}
		names := model.NewNames()
		o := explore.Options{Names: names, Preemptions: -1}
		if _, err := explore.Run(prog.NewMachine(p, names), "pop", o, func(e *explore.Execution) bool {
			executions++
			if e.Steps < steps {
				blocked++
			}
			return true
		}); err != nil {
			t.Fatal(err)
		}
		for _, a := range explore.Algorithms {
			if a.Promise < explore.Once || a.Name == "sleep" {
				continue
			}
			if problem := compare(a, run(t, p, a.Name, explore.Options{}), want.traces); problem != "" {
				t.Fatalf("seed %d: %s: %s\n%s", seed, a.Name, problem, p)
			}
		}
	}
	t.Logf("%d of %d executions end in a deadlock", blocked, executions)
	if 3*blocked < executions {
		t.Errorf("got %d of %d executions that end in a deadlock, want at least a third", blocked, executions)
	}
}

// locking returns a random program of two to four threads, each of which takes two or three of three locks, and the
// number of its steps if no thread blocks forever.
func locking(r *rand.Rand) (text string, steps int) {
	const locks = 3
	var main, bodies strings.Builder
	for i := range 2 + r.IntN(3) {
		fmt.Fprintf(&main, "spawn t%d\n", i)
		fmt.Fprintf(&bodies, "thread t%d\n", i)
		order := r.Perm(locks)[:2+r.IntN(2)]
		for _, l := range order {
			fmt.Fprintf(&bodies, "lock m[%d]\n", l)
		}
		for k := range order {
			fmt.Fprintf(&bodies, "unlock m[%d]\n", order[len(order)-1-k])
		}
		steps += 2 * len(order)
	}
	return fmt.Sprintf("mutex m[%d]\nthread main\n%s%s", locks, main.String(), bodies.String()), steps
}
