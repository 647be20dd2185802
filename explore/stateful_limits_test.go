package explore_test

import (
	"strings"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
)

// TestStatefulMemory bounds the table. When it is full, the exploration continues stateless and reaches the same.
func TestStatefulMemory(t *testing.T) {
	p, err := papers.Program("bbuf", 2)
	if err != nil {
		t.Fatal(err)
	}
	w := watching{program: p, names: model.NewNames()}
	want, all := w.watch(t, prog.Exact, "stateful", explore.Options{})
	const limit = 300_000
	got, bounded := w.watch(t, prog.Exact, "stateful", explore.Options{MaxMemory: limit})
	if r := bounded.result; !r.Full || !r.Complete || r.Memory > limit || r.States == 0 || r.States >= all.result.States {
		t.Errorf("got %+v, want a complete exploration with a full table of at most %d bytes", r, limit)
	}
	if missing, foreign := lost(want.finals, got.finals); missing+foreign > 0 {
		t.Errorf("got final states with %d missing, %d foreign", missing, foreign)
	}
	if missing, _ := lost(want.edges, got.edges); missing > 0 && bounded.result.Transitions < all.result.Transitions {
		t.Errorf("got transitions with %d missing", missing)
	}
}

// TestStatefulCycle runs a program that may never end. The result must report that, and the executions that end are
// still explored.
func TestStatefulCycle(t *testing.T) {
	p := mustParse(t, `atomic x
atomic y
thread main
	spawn p
	spawn q
	store y 1
thread p
again:
	r = cas x 0 1
	r = load y
	if r == 0 goto again
thread q
again:
	r = cas x 1 0
	r = load y
	if r == 0 goto again
`)
	w := watching{program: p, names: model.NewNames()}
	got, e := w.watch(t, prog.Exact, "stateful", explore.Options{})
	if r := e.result; r.Cycles == 0 || r.Complete || !r.Cut || !strings.Contains(r.Note, "never end") {
		t.Errorf("got %+v, want cycles, not complete", r)
	}
	if len(got.finals) != 2 { // x is 0 or 1
		t.Errorf("got %d final states, want 2", len(got.finals))
	}
}

// A forgetter is a toy program whose Memory reports that no local state ever changes.
type forgetter struct{ *prog.Machine }

func (f forgetter) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) model.Outcome {
	return f.Machine.Run(prefix, func(s *model.State) (model.Choice, bool) {
		forgetful := *s
		forgetful.Memory = f
		return next(&forgetful)
	})
}

func (f forgetter) Change(model.Thread) model.Change { return model.Change{Kind: model.Unchanged} }

// TestStatefulComparison checks that the comparison with the true states finds a wrong abstraction.
func TestStatefulComparison(t *testing.T) {
	p := mustParse(t, "atomic x\nthread main\nspawn p\nr = load x\nstore x 0\nthread p\nstore x 1\nstore x 0\n")
	names := model.NewNames()
	_, problem := caught(func() (int, string) {
		exploreAs(t, forgetter{prog.NewMachine(p, names)}, names, "stateful", explore.Options{})
		return 0, ""
	})
	if !strings.Contains(problem, "one abstract state for") {
		t.Errorf("got %q, want a broken invariant", problem)
	}
}
