package explore_test

import (
	"math/rand/v2"
	"testing"

	"heddle/model"
	"heddle/prog"
)

// withTwins returns p with an Alike program in which the main thread starts some bodies several times.
func withTwins(p *prog.Program) *prog.Program {
	r := rand.New(rand.NewPCG(uint64(len(p.String())), 11))
	q := with(p, func(r *rand.Rand, b *prog.Body) {})
	q.Alike = true
	left := 2
	for i := range q.Bodies {
		b := &q.Bodies[i]
		for at := len(b.Code) - 1; at >= 0; at-- {
			if left == 0 || b.Code[at].Verb != prog.Spawn || i > 0 && r.IntN(3) > 0 {
				continue
			}
			again := min(left, 1+r.IntN(2))
			left -= again
			for range again { // perhaps with events between
				to := at + r.IntN(len(b.Code)-at+1)
				insertSpawn(b, to, b.Code[at].Target)
			}
		}
	}
	return q
}

// insertSpawn inserts the start of a thread before instruction at.
func insertSpawn(b *prog.Body, at, body int) {
	none := prog.Operand{Reg: -1}
	insertCode(b, at, prog.Instr{Verb: prog.Spawn, Target: body, Dst: -1, A: none, B: none, Index: none})
}

// TestRandomAlike compares the algorithms with one another on programs with interchangeable threads, and what all executions in which they
// begin in order show with what all executions show.
func TestRandomAlike(t *testing.T) {
	themes := []string{"memory", "mutex", "rwmutex", "waitgroup", "once", "cond", "chan", "chans", "timer", "file", "all"}
	ends := checked{prog.Shape{Threads: 3, Length: 3, Objects: 2}, func(p *prog.Program, d model.Dependence) (int, string) { return alikeAgainstAll(t, p, 5000) }}
	stateful := checked{prog.Shape{Threads: 3, Length: 2, Objects: 2},
		func(p *prog.Program, d model.Dependence) (int, string) { return statefulAgainstAll(t, p, d, 500) }}
	compareThemes(t, themes, withTwins, ends, stateful)
}

// alikeAgainstAll compares the ends of all executions of p with those of the executions of p without Alike. It returns the number of the
// former, or 0 if there are more executions than limit, and what is wrong.
func alikeAgainstAll(t testing.TB, p *prog.Program, limit int) (int, string) {
	each := *p
	each.Alike = false
	all, _, ok := ends(&each, limit)
	if !ok {
		return 0, ""
	}
	some, n, _ := ends(p, limit)
	for end := range all {
		if !some[end] {
			return n, "an end is missing: " + end
		}
	}
	for end := range some {
		if !all[end] {
			return n, "an end is foreign: " + end
		}
	}
	return n, ""
}

// ends returns what the ends of all interleavings of p look like, and the number of interleavings.
func ends(p *prog.Program, limit int) (set map[string]bool, n int, ok bool) {
	set = map[string]bool{}
	m := machine(p, model.NewNames(), "")
	ok = prog.All(m, limit, func([]model.Choice, []model.State) {
		n++
		set[prog.Unnamed(m)] = true
	})
	return set, n, ok
}
