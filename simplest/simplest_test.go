package simplest_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/model"
	"heddle/prog"
	"heddle/simplest"
)

// An observed program keeps what is left in the last state.
type observed struct {
	*prog.Machine
	names *model.Names
	left  []string
}

func (o *observed) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) model.Outcome {
	return o.Machine.Run(prefix, func(s *model.State) (model.Choice, bool) {
		c, ok := next(s)
		o.left = o.left[:0]
		for _, p := range s.Pending {
			if !p.Op.Kind.Timer() {
				o.left = append(o.left, fmt.Sprint(o.names.Path(p.Thread), " at ", p.Op.Kind, " ", p.Op.Obj))
			}
		}
		return c, ok
	})
}

// key says what has failed in the last execution, and what waits at its end; empty for nothing.
func (o *observed) key() string {
	failures := slices.Sorted(slices.Values(o.Failures()))
	return strings.Join(append(failures, o.left...), ", ")
}

// failing returns the search for executions of p with this key.
func failing(p *prog.Program, key string) (*simplest.Failing, *observed) {
	names := model.NewNames()
	o := &observed{Machine: prog.NewMachine(p, names), names: names}
	return &simplest.Failing{Program: o, Names: names, Runs: 2000, Steps: 1 << 20, Shows: func(end model.Outcome) (int, bool) {
		return end.Steps, end.Maximal && o.key() == key
	}}, o
}

// walk returns a random execution of p, and its key.
func walk(p *prog.Program, r *rand.Rand) (choices []model.Choice, key string) {
	_, o := failing(p, "")
	o.Run(nil, func(s *model.State) (model.Choice, bool) {
		var all []model.Choice
		for _, q := range s.Pending {
			all = append(all, q.Alts...)
		}
		if len(all) == 0 {
			return model.Choice{}, false
		}
		choices = append(choices, all[r.IntN(len(all))])
		return choices[len(choices)-1], true
	})
	return choices, o.key()
}

// TestSimplest checks, for random programs, that the simplest execution shows the same failure when it is run again, and that no execution
// that shows it has fewer preemptive switches. Deciding pairs are pairs of its steps.
func TestSimplest(t *testing.T) {
	sorts := [][]prog.Sort{
		{prog.Mutex, prog.Mutex, prog.Atomic}, {prog.Chan, prog.Chan, prog.Mutex}, {prog.RWMutex, prog.WaitGroup, prog.Atomic},
		{prog.Cond, prog.Mutex, prog.Once}, {prog.Timer, prog.Chan, prog.Chan, prog.Atomic},
	}
	tested, simpler, deciding, passing := 0, 0, 0, 0
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 15))
		p := prog.Random(r, prog.Shape{Threads: 4, Length: 3, Objects: 3, Sorts: sorts[seed%uint64(len(sorts))]})
		found, key := walk(p, r)
		if key == "" {
			continue
		}
		tested++
		f, o := failing(p, key)
		before := f.Preemptions(found)
		choices := f.Simplest(found)
		end := o.Run(choices, func(*model.State) (model.Choice, bool) { return model.Choice{}, false })
		if !end.Maximal || o.key() != key {
			t.Fatalf("seed %d: got %q from the simplest execution, want %q\n%s", seed, o.key(), key, p)
		}
		after := f.Preemptions(choices)
		if least := fewest(o, key, f); after > before || least >= 0 && after > least {
			t.Errorf("seed %d: got %d preemptive switches, found with %d, the fewest are %d\n%s", seed, after, before, least, p)
		}
		if after < before {
			simpler++
		}
		f.Runs, f.Passes = 2000, func(end model.Outcome) bool { return end.Maximal && o.key() == "" }
		pairs, _, all := f.Deciding(choices)
		if f.Passing != nil {
			end := o.Run(f.Passing, func(*model.State) (model.Choice, bool) { return model.Choice{}, false })
			if passing++; !end.Maximal || o.key() != "" || slices.Equal(f.Passing, choices) {
				t.Errorf("seed %d: got %q from the passing execution\n%s", seed, o.key(), p)
			}
		}
		if !all {
			t.Errorf("seed %d: not all races were reversed", seed)
		}
		for _, pair := range pairs {
			if deciding++; pair.First < 1 || pair.First > len(choices) || pair.Second > len(choices) {
				t.Errorf("seed %d: got %v, want steps up to %d", seed, pair, len(choices))
			}
		}
	}
	if passing < 3 { // most of these programs cannot pass
		t.Errorf("%d have a passing execution: want more", passing)
	}
	t.Logf("%d tested, %d with fewer preemptive switches than found, %d deciding pairs", tested, simpler, deciding)
	if tested < 50 || simpler < tested/3 || deciding < tested/2 {
		t.Errorf("%d tested, %d with fewer preemptive switches than found, %d deciding pairs: want more", tested, simpler, deciding)
	}
}

// TestNear checks, for random programs, that what is found near an execution that passes fails when it is run again, and that something is found for
// nine in ten programs of which some execution fails: with locks and wait groups, and with channels.
func TestNear(t *testing.T) {
	for name, sorts := range map[string][]prog.Sort{"locks": {prog.Mutex, prog.Mutex, prog.WaitGroup}, "channels": {prog.Chan, prog.Chan, prog.Chan}} {
		t.Run(name, func(t *testing.T) { testNear(t, sorts) })
	}
}

func testNear(t *testing.T, sorts []prog.Sort) {
	tested, found := 0, 0
	for seed := range uint64(800) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := prog.Random(r, prog.Shape{Threads: 3, Length: 3, Objects: 2, Sorts: sorts})
		passing, key := walk(p, r)
		if key != "" {
			continue
		}
		f, o := failing(p, "")
		some := false
		if !prog.All(o.Machine, 2000, func(path []model.Choice, _ []model.State) {
			o.Run(path, func(*model.State) (model.Choice, bool) { return model.Choice{}, false })
			some = some || o.key() != ""
		}) || !some {
			continue
		}
		tested++
		f.Runs = 300
		f.Shows = func(end model.Outcome) (int, bool) { return end.Steps, end.Maximal && o.key() != "" }
		near := f.Near(passing)
		if near == nil {
			continue
		}
		found++
		if end := o.Run(near, func(*model.State) (model.Choice, bool) { return model.Choice{}, false }); !end.Maximal || o.key() == "" {
			t.Errorf("seed %d: got an execution that does not fail again\n%s", seed, p)
		}
	}
	t.Logf("found in %d of %d programs", found, tested)
	if tested < 10 || found < tested*9/10 {
		t.Errorf("found in %d of %d programs, want more", found, tested)
	}
}

// fewest returns the fewest preemptive switches of an execution with this key; -1 if there are too many executions.
func fewest(o *observed, key string, f *simplest.Failing) int {
	var all [][]model.Choice
	if !prog.All(o.Machine, 300, func(path []model.Choice, _ []model.State) { all = append(all, slices.Clone(path)) }) {
		return -1
	}
	least := -1
	for _, path := range all {
		if o.Run(path, func(*model.State) (model.Choice, bool) { return model.Choice{}, false }); o.key() != key {
			continue
		}
		if n := f.Preemptions(path); least < 0 || n < least {
			least = n
		}
	}
	return least
}
