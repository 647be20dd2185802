package reversal_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"heddle/model"
	"heddle/prog"
	"heddle/reversal"
	"heddle/reversal/growing"
	"heddle/trace"
)

// A naive is an execution E that answers by the definitions (doc.go): it runs the program. In a set of events, bit e is event e.
type naive struct {
	*trace.Execution
	offered     []model.Choice               // by the last state
	past, after []uint                       // by event e: the events that happen before it; e and those that it happens before
	run         func(...model.Choice) *naive // executes choices from the initial state, up to the first that is not offered
}

func run(m *prog.Machine, names *model.Names, d model.Dependence, choices []model.Choice) *naive {
	n := &naive{Execution: trace.NewExecution(names, d)}
	n.run = func(choices ...model.Choice) *naive { return run(m, names, d, choices) }
	m.Run(nil, func(s *model.State) (c model.Choice, ok bool) {
		n.Observe(s)
		n.offered = nil
		for _, p := range s.Pending {
			n.offered = append(n.offered, p.Alts...)
		}
		if i := n.Len(); i < len(choices) && slices.Contains(n.offered, choices[i]) {
			c, ok = choices[i], true
			n.Append(c)
		}
		return c, ok
	})
	for f := range n.Len() {
		n.past, n.after = append(n.past, 0), append(n.after, 1<<f)
		for e := range f {
			if n.HappensBefore(e, f) {
				n.past[f], n.after[e] = n.past[f]|1<<e, n.after[e]|1<<f
			}
		}
	}
	return n
}

// choices are the transitions of the events of u.
func (n *naive) choices(u uint) (list []model.Choice) {
	for f, c := range n.Choices() {
		if u>>f&1 == 1 {
			list = append(list, c)
		}
	}
	return list
}

// A sequence is u.p after pre(E, e). The set u holds pre(E, e), too.
type sequence struct {
	e int
	u uint
	p model.Choice
}

// reversals are the sequences v of Algorithm 6: of lines 3 to 5 (e and f are in a race), and of lines 8 to 13 for every u.
func (n *naive) reversals() (all []sequence) {
	for e, c := range n.Choices() {
		pre, most := uint(1<<e-1), (1<<n.Len()-1)&^n.after[e] // pre(E, e), and pre(E, e).notdep(e, E)
		for u := pre; u <= most; u++ {
			part := u&^most == 0 && pre&^u == 0
			for f := range n.Len() {
				part = part && (u>>f&1 == 0 || n.past[f]&^u == 0)
			}
			if !part {
				continue
			}
			before, after := n.run(n.choices(u)...).offered, n.run(append(n.choices(u), c)...).offered
			for f, p := range n.Choices() {
				if u == most && n.past[f]&n.after[e] == 1<<e && p.Thread != c.Thread && slices.Contains(before, p) {
					all = append(all, sequence{e, u, p})
				}
			}
			for _, p := range before {
				if p != c && (p.Thread == c.Thread || !slices.Contains(after, p)) {
					all = append(all, sequence{e, u, p})
				}
			}
		}
	}
	return all
}

// weakInitial says whether pre.v, or pre.v.c, is equivalent to an execution that begins with pre.c.
func (n *naive) weakInitial(pre, v []model.Choice, c model.Choice) bool {
	at := slices.IndexFunc(v, func(d model.Choice) bool { return d.Thread == c.Thread })
	if at < 0 {
		at, v = len(v), append(slices.Clone(v), c)
	}
	return n.run(slices.Concat(pre, v)...).Hash() == n.run(slices.Concat(pre, []model.Choice{c}, v[:at], v[at+1:])...).Hash()
}

// TestDefinitions compares the answers about random executions with the definitions. Reversals shows the sequences with the largest u.
func TestDefinitions(t *testing.T) {
	for seed := range uint64(2000) {
		r := rand.New(rand.NewPCG(seed, 10))
		p := prog.Random(r, prog.Shape{Threads: 4, Length: 3, Objects: 3, Sorts: []prog.Sort{prog.Atomic, prog.Mutex, prog.Chan, prog.RWMutex}})
		for i := range p.Objects {
			p.Objects[i].Init = max(1, p.Objects[i].Init) // so no channel is unbuffered: no transition is joint
		}
		names := model.NewNames()
		n := run(prog.NewMachine(p, names), names, model.Dependences()[seed%3], nil)
		check := func(what string, ok bool, of ...any) {
			if !ok {
				t.Fatalf("seed %d, %s: wrong %s: %v, in %v of\n%s", seed, n.Dependence(), what, of, n.Choices(), p)
			}
		}
		for len(n.offered) > 0 && n.Len() < 12 {
			n = n.run(append(slices.Clone(n.Choices()), n.offered[r.IntN(len(n.offered))])...)
			races, last := growing.NewRaces(n.Execution), n.Len()-1
			for e := range last {
				most := (1<<last - 1) &^ n.after[e]
				for f := range last {
					is, got := f > e && most>>f&1 == 1 && n.past[f]&most>>e == 0, races.Initials(e, last)
					check("initials", is == slices.Contains(got, int32(f)), e, f, got)
				}
				newest := func(c model.Choice) bool { return c.Thread == n.Choices()[last].Thread }
				is := n.past[last]&n.after[e] == 1<<e && !newest(n.Choices()[e]) && slices.ContainsFunc(n.run(n.choices(most)...).offered, newest)
				check("reversible race", is == (inRace(n.Execution, int32(e), int32(last)) && races.Reversible(e)), e, is)
			}
		}
		all := n.reversals()
		reversal.NewReversals(n.Execution).Each(func(v *reversal.Sequence) {
			s, steps := sequence{e: v.N, p: v.Last().Choice}, []model.Choice(nil)
			for f, c := range n.Choices() {
				if v.Contains(int32(f)) {
					s.u, steps = s.u|1<<f, append(steps, c)
				}
			}
			check("sequence", slices.Contains(all, s), s, all)
			all = slices.DeleteFunc(all, func(d sequence) bool { return d.e == s.e && d.p == s.p && d.u&^s.u == 0 })
			for _, c := range n.run(steps[:v.N]...).offered {
				var d reversal.KeptEvent
				d.KeepOffered(n.Execution, v.N, c)
				got := v.WeakInitial(c, &d.Op, nil)
				check("weak initial", got == n.weakInitial(steps[:v.N], append(steps[v.N:], s.p), c), s, c, got)
			}
		})
		check("sequences: some are missing", len(all) == 0, all)
	}
}

// inRace says whether events e and f, the later one, are in a race.
func inRace(x *trace.Execution, e, f int32) bool {
	for k, to := x.RacesOf(f); k < to; k++ {
		if x.Race(k) == e {
			return true
		}
	}
	return false
}
