package explore_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/model"
	"heddle/prog"
)

// TestRandomClosed is TestRandomPrograms with programs whose threads work on a channel that was closed with values in it, and may
// close it again. Random programs of the themes seldom do.
func TestRandomClosed(t *testing.T) {
	programs, traces := 0, 0
	for seed := *first; seed < *first+*seeds; seed++ {
		p, err := prog.Parse(closed(rand.New(rand.NewPCG(seed, 77))))
		if err != nil {
			t.Fatal(err)
		}
		d := model.Dependences()[seed%3]
		compare := func(p *prog.Program) (int, string) {
			return caught(func() (int, string) { return againstOracle(t, p, d, 3000) })
		}
		n, problem := compare(p)
		if problem != "" {
			p = shrink(p, func(p *prog.Program) bool { _, problem := compare(p); return problem != "" })
			t.Fatalf("seed %d, %s: %s\n%s", seed, d, problem, p)
		}
		if n > 0 {
			programs++
			traces += n
		}
	}
	t.Logf("%d programs, %d traces", programs, traces)
}

// closed returns a random program of three to five threads that start when a channel has been closed.
func closed(r *rand.Rand) string {
	operations := []string{"close c", "close c", "recv c", "recv c", "recv c", "send c 1", "r = len c", "r = select recv c | default",
		"r = select send c 2 | recv d", "r = select send c 2 | recv c", "store x 1", "r = load x"}
	var main, bodies strings.Builder
	room, threads := 1+r.IntN(3), 3+r.IntN(3)
	for range room {
		if r.IntN(4) > 0 {
			main.WriteString("send c 5\n")
		}
	}
	main.WriteString("close c\n")
	length := 3
	if threads > 3 {
		length = 2
	}
	for i := range threads {
		fmt.Fprintf(&main, "spawn t%d\n", i)
		fmt.Fprintf(&bodies, "thread t%d\n", i)
		for range 1 + r.IntN(length) {
			bodies.WriteString(operations[r.IntN(len(operations))] + "\n")
		}
	}
	return fmt.Sprintf("atomic x\nchan c:%d d:0\nthread main\n%s%s", room, main.String(), bodies.String())
}
