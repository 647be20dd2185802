package explore_test

import (
	"math/rand/v2"
	"testing"

	"heddle/model"
	"heddle/prog"
)

// TestRandomCounters compares the algorithms under Balanced with the oracle, on programs in which most Dones have an Add in their past. Where
// a counter falls below zero in some interleaving, each algorithm must come to an execution that shows it.
func TestRandomCounters(t *testing.T) {
	for name, c := range map[string]struct {
		shape prog.Shape
		check func(*prog.Program) (int, string)
	}{
		"small": {prog.Shape{Threads: 4, Length: 2, Objects: 2}, func(p *prog.Program) (int, string) { return againstOracle(t, p, model.Balanced, 500) }},
		"more":  {small, func(p *prog.Program) (int, string) { return againstOracle(t, p, model.Balanced, 2000) }},
		"large": {prog.Shape{Threads: 5, Length: 3, Objects: 3}, func(p *prog.Program) (int, string) { return againstSleep(t, p, model.Balanced, 1000) }},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c.shape.Sorts = []prog.Sort{prog.WaitGroup, prog.WaitGroup, prog.WaitGroup, prog.Atomic, prog.Mutex, prog.Chan}
			forSeeds(t, c.shape, 2**seeds, func(p *prog.Program, _ model.Dependence) (int, string) {
				p = withCounts(p)
				n, problem := caught(func() (int, string) { return c.check(p) })
				if problem != "" {
					problem += " of\n" + p.String() + "\nwhich comes from"
				}
				return n, problem
			})
		})
	}
}

// withCounts returns p with Adds before threads are started, and Dones in these threads. Of the other Dones most become Waits.
func withCounts(p *prog.Program) *prog.Program {
	var groups []int
	for i := range p.Objects {
		if p.Objects[i].Sort == prog.WaitGroup {
			groups = append(groups, i)
		}
	}
	if len(groups) == 0 {
		return p
	}
	group := func(body int) int { return groups[(body*7+len(p.String()))%len(groups)] }
	body := -1
	return with(p, func(r *rand.Rand, b *prog.Body) {
		body++
		for i := 0; i < len(b.Code); i++ {
			switch in := &b.Code[i]; in.Verb {
			case prog.Verb(model.WGDone):
				if r.IntN(8) > 0 {
					in.Verb = prog.Verb(model.WGWait)
				}
			case prog.Verb(model.WGAdd):
				for range max(0, in.A.Const) {
					if at := i + 1 + r.IntN(len(b.Code)-i); r.IntN(8) > 0 {
						insertAt(b, at, model.WGDone, in.Obj, 0)
					}
				}
			case prog.Spawn:
				if r.IntN(16) > 0 {
					insertAt(b, i, model.WGAdd, group(in.Target), 1)
					i++
				}
			}
		}
		if body > 0 {
			at := len(b.Code)
			if r.IntN(3) == 0 {
				at = r.IntN(len(b.Code) + 1)
			}
			insertAt(b, at, model.WGDone, group(body), 0)
		}
	})
}

// insertAt inserts an operation on object o before instruction at.
func insertAt(b *prog.Body, at int, kind model.Kind, o int, arg int64) {
	none := prog.Operand{Reg: -1}
	in := prog.Instr{Verb: prog.Verb(kind), Dst: -1, Obj: o, A: prog.Operand{Reg: -1, Const: arg}, B: none, Index: none}
	insertCode(b, at, in)
}
