package prog

import (
	"fmt"
	"maps"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"heddle/model"
	"heddle/trace"
)

// sortSets are sets of sorts for random programs.
var sortSets = [][]Sort{
	{Atomic}, {Atomic, Plain}, {Mutex}, {Mutex, Atomic}, {RWMutex}, {RWMutex, Atomic}, {WaitGroup}, {Once}, {Once, Mutex}, {Cond, Mutex},
	{Chan}, {Chan, Chan, Mutex}, {Timer, Chan}, {Test, Timer}, {File}, {File, Timer}, {Atomic, Mutex, RWMutex, WaitGroup, Once, Cond, Chan, Chan},
}

func randomPrograms(n uint64, visit func(*Program)) {
	for seed := range n {
		s := Shape{Threads: 4, Length: 3, Objects: 2, Sorts: sortSets[seed%uint64(len(sortSets))]}
		visit(Random(rand.New(rand.NewPCG(seed, 15)), s))
	}
}

// all are the relations, with the one that assumes that no counter falls below zero.
var all = append(model.Dependences(), model.Balanced)

// programsUnder is randomPrograms, without those of which d assumes too much. For Balanced there are as many with WaitGroups alone.
func programsUnder(d model.Dependence, n uint64, visit func(*Program)) {
	if d != model.Balanced {
		randomPrograms(n, visit)
		return
	}
	balanced := func(p *Program) {
		if fails, ok := overdraws(p); ok && !fails {
			visit(p)
		}
	}
	randomPrograms(n, balanced)
	for seed := range n {
		s := Shape{Threads: 4, Length: 3, Objects: 2, Sorts: []Sort{WaitGroup, WaitGroup, Atomic}}
		balanced(Random(rand.New(rand.NewPCG(seed, 16)), s))
	}
}

// overdraws says whether a Done fails in some interleaving of p. It returns false if there are too many.
func overdraws(p *Program) (fails, ok bool) {
	names := model.NewNames()
	ok = Interleavings(p, names, 300, func(path []model.Choice, states []model.State) {
		for _, e := range naive(model.Standard, names, path, states) {
			fails = fails || e.fails
		}
	})
	return fails, ok
}

// fingerprint is the state of the machine: everything that a continuation can depend on.
func (m *Machine) fingerprint() string {
	var out strings.Builder
	for _, c := range m.cells {
		fmt.Fprintln(&out, c.value, c.taken, c.closed, c.left, c.late, c.queue)
	}
	threads := slices.Clone(m.threads)
	slices.SortFunc(threads, func(a, b thread) int { return int(a.name - b.name) })
	for _, t := range threads {
		fmt.Fprintln(&out, t.name, t.pc, t.regs, t.kids, t.live, t.cond, t.woken)
	}
	fmt.Fprintln(&out, m.now, m.over, m.failed)
	return out.String()
}

// after runs p along path. It returns the state, the transitions that it offers, and whether p could follow path.
func after(p *Program, names *model.Names, path []model.Choice) (string, []model.Choice, bool) {
	m := NewMachine(p, names)
	var offered []model.Choice
	out := m.Run(path, func(s *model.State) (model.Choice, bool) {
		offered = alternatives(s)
		return model.Choice{}, false
	})
	return m.fingerprint(), offered, !out.Diverged
}

// TestIndependentCommute checks every two independent transitions in every state that random programs reach: neither
// disables the other, and both orders lead to the same state, returned values included.
func TestIndependentCommute(t *testing.T) {
	for _, d := range all {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			states, pairs := 0, map[string]int{}
			programsUnder(d, 800, func(p *Program) {
				names := model.NewNames()
				seen := map[string]bool{}
				Interleavings(p, names, 60, func(path []model.Choice, all []model.State) {
					x := trace.NewExecution(names, d)
					for n := range all {
						x.Observe(&all[n])
						if state, _, _ := after(p, names, path[:n]); !seen[state] {
							seen[state] = true
							states++
							commuteAt(t, x, p, names, path[:n], &all[n], pairs)
						}
						if n < len(path) {
							x.Append(path[n])
						}
					}
				})
			})
			t.Logf("%d states", states)
			for _, pair := range slices.Sorted(maps.Keys(pairs)) {
				t.Logf("%s: %d", pair, pairs[pair])
			}
			for _, pair := range rules[d] {
				if pairs[pair] == 0 {
					t.Errorf("got no state in which %s on one object are independent", pair)
				}
			}
		})
	}
}

// rules are pairs of operations on one object that are independent in some state.
var rules = map[model.Dependence][]string{
	model.Standard: {"load and load", "read and read", "wgdone and wgdone", "rlock and rlock", "fileclose and fileclose", "fileclose and fileleave"},
	model.Refined: {"load and load", "cas and load", "cas and cas", "recv and send", "recv and recv", "close and recv", "close and send", "recv and select",
		"len and len", "oncebegin and oncebegin", "trylock and trylock", "rwtrylock and rwtrylock", "rwtrylock and tryrlock"},
	model.Balanced: {"wgadd and wgdone", "wgdone and wgdone", "load and load", "recv and send"},
}

// commuteAt swaps all pairs of independent transitions after path, and counts in pairs those on one object.
func commuteAt(t *testing.T, x *trace.Execution, p *Program, names *model.Names, path []model.Choice, s *model.State, pairs map[string]int) {
	alts := alternatives(s)
	for i, a := range alts {
		for _, b := range alts[i+1:] {
			dependent := dependentAt(x, a, b)
			if dependentAt(x, b, a) != dependent {
				t.Fatalf("%v and %v after %v: dependent in one order only\n%s", a, b, path, p)
			}
			if dependent {
				continue
			}
			count(x, a, b, pairs)
			ab, _, ok1 := after(p, names, append(slices.Clone(path), a, b))
			ba, _, ok2 := after(p, names, append(slices.Clone(path), b, a))
			if !ok1 || !ok2 || ab != ba {
				t.Fatalf("%v and %v after %v: independent, got different states (%v)\n%s\nand (%v)\n%s\nof\n%s", a, b, path, ok1, ab, ok2, ba, p)
			}
		}
	}
}

// count adds the operations of a and b to pairs if they work on one object.
func count(x *trace.Execution, a, b model.Choice, pairs map[string]int) {
	first, second := x.Transition(a), x.Transition(b)
	op, with := x.OpAt(first.Op), x.OpAt(second.Op)
	if !first.Joint() && !second.Joint() && model.WholeObject.Dependent(op, with) {
		words := []string{verbNames[op.Kind], verbNames[with.Kind]}
		slices.Sort(words)
		pairs[strings.Join(words, " and ")]++
	}
}

// dependentAt says whether b is dependent with a, the next event.
func dependentAt(x *trace.Execution, a, b model.Choice) bool {
	t := x.Transition(b)
	n := x.Len()
	x.Append(a)
	defer x.Truncate(n)
	return x.Wakes(&t)
}

// TestHappensBeforeIsValid checks two properties of Definition 3.2 of the source sets paper (2017) on small random
// programs: every linearization of a trace is an execution with the same trace (property 4), and all of them end in the
// same state (property 5).
func TestHappensBeforeIsValid(t *testing.T) {
	for _, d := range all {
		t.Run(d.String(), func(t *testing.T) {
			t.Parallel()
			programs, traces := 0, 0
			programsUnder(d, 300, func(p *Program) {
				if n := validTraces(t, d, p); n > 0 {
					programs++
					traces += n
				}
			})
			t.Logf("%d programs, %d traces", programs, traces)
		})
	}
}

// validTraces checks the traces of p. It returns how many there are, or 0 if p is too large.
func validTraces(t *testing.T, d model.Dependence, p *Program) int {
	type class struct {
		executions, linearizations int
		state                      string
	}
	classes := map[string]*class{}
	names := model.NewNames()
	if !Interleavings(p, names, 300, func(path []model.Choice, states []model.State) {
		text := Canonical(d, names, path, states)
		state, _, _ := after(p, names, path)
		c := classes[text]
		if c == nil {
			c = &class{linearizations: linearizations(naive(d, names, path, states)), state: state}
			classes[text] = c
		}
		if c.executions++; c.state != state {
			t.Fatalf("%s: one trace ends in two states\n%s\nand\n%s\nof\n%s", d, c.state, state, p)
		}
	}) {
		return 0
	}
	for _, c := range classes {
		if c.executions != c.linearizations {
			t.Fatalf("%s: a trace with %d linearizations has %d executions:\n%s", d, c.linearizations, c.executions, p)
		}
	}
	return len(classes)
}

// linearizations counts the linearizations of events. It does so for each set of events that can come first.
func linearizations(events []naiveEvent) int {
	past := make([]uint64, len(events))
	for i := range events {
		for j := range maps.Keys(events[i].past) {
			past[i] |= 1 << j
		}
	}
	ways := map[uint64]int{0: 1}
	for range events {
		next := map[uint64]int{}
		for set, n := range ways {
			for i := range events {
				if set&(1<<i) == 0 && past[i]&^set == 0 {
					next[set|1<<i] += n
				}
			}
		}
		ways = next
	}
	total := 0
	for set, n := range ways {
		if bits.OnesCount64(set) == len(events) {
			total += n
		}
	}
	return total
}
