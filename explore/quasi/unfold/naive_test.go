package unfold_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/explore/quasi"
	"heddle/explore/quasi/unfold"
	"heddle/model"
	"heddle/prog"
	"heddle/reversal"
	"heddle/trace"
)

// A set is a set of events.
type set map[unfold.Event]bool

// A bits is a set of maximal configurations.
type bits [(interleavings + 63) / 64]uint64

const interleavings = 200

// A whole is the whole unfolding of a program, made from all its interleavings, together with what the definitions say
// about it.
type whole struct {
	s         *unfold.Structure
	c         *unfold.Configuration
	histories map[unfold.Event]set
	maximal   []set            // the maximal configurations
	in        []bits           // by event: the maximal configurations that contain it
	orders    [][]unfold.Event // one interleaving of each maximal configuration
	known     map[string]bool
	names     map[string]unfold.Event
}

var sorts = map[string][]prog.Sort{
	"memory":  {prog.Atomic, prog.Plain},
	"mutex":   {prog.Mutex, prog.Mutex, prog.Atomic},
	"readers": {prog.RWMutex, prog.WaitGroup, prog.Atomic},
	"wait":    {prog.WaitGroup},
	"once":    {prog.Once, prog.Cond, prog.Mutex},
	"chan":    {prog.Chan, prog.Chan, prog.Atomic},
	"timer":   {prog.Timer, prog.Chan},
	"test":    {prog.Test, prog.Timer},
}

// forPrograms checks the whole unfoldings of random programs.
func forPrograms(t *testing.T, check func(*whole, *rand.Rand) string) {
	for _, name := range slices.Sorted(maps.Keys(sorts)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			programs, events := 0, 0
			for seed := range uint64(75) {
				r := rand.New(rand.NewPCG(seed, 5))
				p := prog.Random(r, prog.Shape{Threads: 4, Length: 3, Objects: 2, Sorts: sorts[name]})
				d := model.Dependences()[seed%3]
				w, problem := unfolding(p, d)
				if w == nil {
					continue
				}
				programs++
				events += w.s.Len()
				if problem == "" {
					problem = check(w, r)
				}
				if problem != "" {
					t.Fatalf("seed %d, %s: %s\n%s", seed, d, problem, p)
				}
			}
			t.Logf("%d programs, %d events", programs, events)
		})
	}
}

// unfolding returns the whole unfolding of p, or nil if it is too large, and what is wrong with the names of its
// events: an event must have one name, and a name must belong to one event.
func unfolding(p *prog.Program, d model.Dependence) (w *whole, problem string) {
	s := unfold.New(d)
	w = &whole{
		s: s, c: unfold.NewConfiguration(s), histories: map[unfold.Event]set{}, known: map[string]bool{}, names: map[string]unfold.Event{},
	}
	names := model.NewNames()
	all := prog.Interleavings(p, names, interleavings, func(path []model.Choice, states []model.State) {
		x := trace.NewExecution(names, d)
		for i := range states {
			x.Observe(&states[i])
			if i < len(path) {
				x.Append(path[i])
			}
		}
		if why := w.add(x); problem == "" {
			problem = why
		}
	})
	if !all {
		return nil, ""
	}
	return w, problem
}

// add adds the events of x and its conflicting extensions.
func (w *whole) add(x *trace.Execution) (problem string) {
	var l unfold.Label
	events := set{}
	for i := range x.Len() {
		quasi.LabelEvent(&l, x, i)
		e := w.c.Add(&l)
		h := set{}
		for k := range i {
			if x.HappensBefore(k, i) {
				h[w.c.At(k)] = true
			}
		}
		name := fmt.Sprint(l.Choice, slices.Sorted(maps.Keys(h)))
		if old, ok := w.names[name]; ok && old != e {
			problem = fmt.Sprintf("events %d and %d have the same name", old, e)
		}
		if old, ok := w.histories[e]; ok && !maps.Equal(old, h) {
			problem = fmt.Sprintf("event %d has two histories", e)
		}
		w.names[name], w.histories[e] = e, h
		w.c.Push(e)
		events[e] = true
	}
	reversal.NewExtensions(x).Each(func(v *reversal.Sequence) {
		quasi.LabelLast(&l, x, v)
		w.s.Oppose(w.c.At(v.N), w.c.Add(&l))
	})
	var order []unfold.Event
	for i := range x.Len() {
		order = append(order, w.c.At(i))
	}
	for w.c.Len() > 0 {
		w.c.Pop()
	}
	if key := fmt.Sprint(slices.Sorted(maps.Keys(events))); !w.known[key] {
		w.known[key] = true
		for e := range events {
			for len(w.in) <= int(e) {
				w.in = append(w.in, bits{})
			}
			w.in[e][len(w.maximal)/64] |= 1 << (len(w.maximal) % 64)
		}
		w.maximal, w.orders = append(w.maximal, events), append(w.orders, order)
	}
	return problem
}

// together says whether some maximal configuration contains all events of the sets.
func (w *whole) together(sets ...set) bool {
	var all bits
	for i := range all {
		all[i] = ^uint64(0)
	}
	for _, s := range sets {
		for e := range s {
			for i := range all {
				all[i] &= w.in[e][i]
			}
		}
	}
	return all != bits{}
}

// TestCausalityAndConflict compares Theorem 6 with the definitions: e < f if e is in the history of f, e # f if no
// execution has both. Every conflicting extension that a reversed race gives must be an event of some execution.
func TestCausalityAndConflict(t *testing.T) {
	forPrograms(t, func(w *whole, _ *rand.Rand) string {
		if got := w.s.Len() - 1; got != len(w.histories) {
			return fmt.Sprintf("got %d events, want %d", got, len(w.histories))
		}
		for e := unfold.Event(1); int(e) < w.s.Len(); e++ {
			for f := unfold.Event(1); int(f) < w.s.Len(); f++ {
				if got, want := w.s.Causes(e, f), w.histories[f][e]; got != want {
					return fmt.Sprintf("%d < %d: got %v, want %v", e, f, got, want)
				}
				if got, want := w.s.Conflict(e, f), !w.together(set{e: true, f: true}); got != want {
					return fmt.Sprintf("%d # %d: got %v, want %v", e, f, got, want)
				}
			}
		}
		return ""
	})
}

// TestAlternatives compares combs with the definition: there is an alternative to D after C if and only if a maximal
// configuration contains C and no event of D. The alternative must be a part of such a configuration.
func TestAlternatives(t *testing.T) {
	forPrograms(t, func(w *whole, r *rand.Rand) string {
		for range 100 {
			if problem := w.alternative(r); problem != "" {
				return problem
			}
		}
		return ""
	})
}

// alternative tries a random C, a prefix of an execution, and a random D that C enables.
func (w *whole) alternative(r *rand.Rand) string {
	order := w.orders[r.IntN(len(w.orders))]
	c := set{}
	w.c.Inherit(nil)
	for _, e := range order[:r.IntN(len(order)+1)] {
		c[e] = true
		w.c.Push(e)
		w.c.Inherit(func(unfold.Event) bool { return false })
	}
	defer func() {
		for range c {
			w.c.Pop()
		}
	}()
	var disabled []unfold.Event
	for e := unfold.Event(1); int(e) < w.s.Len(); e++ {
		enabled := !c[e] && w.together(c, set{e: true})
		for f := range w.histories[e] {
			enabled = enabled && c[f]
		}
		if enabled && r.IntN(3) > 0 {
			disabled = append(disabled, e)
		}
	}
	if len(disabled) == 0 {
		return ""
	}
	r.Shuffle(len(disabled), func(i, j int) { disabled[i], disabled[j] = disabled[j], disabled[i] })
	want := slices.ContainsFunc(w.maximal, func(m set) bool {
		return subset(c, m) && !slices.ContainsFunc(disabled, func(d unfold.Event) bool { return m[d] })
	})
	k := r.IntN(4)
	for _, d := range disabled {
		w.c.Disable(d)
	}
	got := w.c.Alternative(k)
	if len(got) == 0 {
		if want {
			return fmt.Sprintf("no %d-partial alternative to %v after %v", k, disabled, c)
		}
		return ""
	}
	if k == 0 && !want {
		return fmt.Sprintf("got the alternative %v to %v after %v, want none", got, disabled, c)
	}
	return w.holds(got, disabled, c, k)
}

// holds says what is wrong with a k-partial alternative, or nothing.
func (w *whole) holds(got, disabled []unfold.Event, c set, k int) string {
	j := set{}
	for i, e := range got {
		for f := range w.histories[e] {
			if !c[f] && !slices.Contains(got[:i], f) {
				return fmt.Sprintf("the alternative %v after %v: %d comes before its cause %d", got, c, e, f)
			}
		}
		if slices.Contains(disabled, e) || c[e] {
			return fmt.Sprintf("the alternative %v to %v after %v contains %d", got, disabled, c, e)
		}
		j[e] = true
	}
	if !w.together(c, j) {
		return fmt.Sprintf("the alternative %v and %v together are no configuration", got, c)
	}
	if k == 0 {
		k = len(disabled)
	}
	for _, d := range disabled[max(0, len(disabled)-k):] {
		if w.together(c, j, set{d: true}) {
			return fmt.Sprintf("the alternative %v to %v after %v does not conflict with %d", got, disabled, c, d)
		}
	}
	return ""
}

func subset(a, b set) bool {
	for e := range a {
		if !b[e] {
			return false
		}
	}
	return true
}
