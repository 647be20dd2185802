// Package guide runs one execution of a program along a plan, as far as the program allows.
//
//   - A plan says which transition comes next. It may have none to offer: because all of it was taken, or because what it wants cannot be.
//   - Where the plan has none, each thread goes on until it is blocked. So every plan is some execution, and what it is worth can be
//     measured.
//   - A block is what one thread does between two switches. A switch is preemptive if the thread could have gone on.
//
// There are two plans. Blocks is of transitions: package simplest changes an execution with it, to look for one that is simpler or close
// by. Package guide/named has one of steps with names, which a schedule has that was recorded with other code.
package guide

import (
	"slices"

	"heddle/model"
)

// A Plan says which transition comes next; none if it has none to offer.
type Plan interface {
	Choose(*model.State) (model.Choice, bool)
}

// A Guide chooses the transitions of one execution.
type Guide struct {
	Plan    Plan
	Most    int                // transitions
	Observe func(*model.State) // nil, or it sees the states
	// Held are the timers that must not fire, and the threads whose sleeps must not end, while a thread can go on; nil for none.
	Held   func(model.Thread) bool
	Taken  []model.Choice
	Forced []bool // by step: it is a preemptive switch
}

// Next is the argument of that name of model.Program.Run.
func (g *Guide) Next(s *model.State) (model.Choice, bool) {
	if g.Observe != nil {
		g.Observe(s)
	}
	n := len(g.Taken)
	if n >= g.Most {
		return model.Choice{}, false
	}
	if g.Held != nil {
		s = g.calm(s)
	}
	c, ok := g.Plan.Choose(s)
	if !ok {
		c, ok = g.rest(s)
	}
	if !ok {
		return model.Choice{}, false
	}
	g.Forced = append(g.Forced, n > 0 && g.Taken[n-1].Thread != c.Thread && len(Offered(s, g.Taken[n-1].Thread)) > 0)
	g.Taken = append(g.Taken, c)
	return c, true
}

// calm is the state without what is held, if a thread can go on.
func (g *Guide) calm(s *model.State) *model.State {
	held := func(p model.Pending) bool { return p.Op.Kind.Timer() && g.Held(p.Thread) }
	if !slices.ContainsFunc(s.Pending, func(p model.Pending) bool { return len(p.Alts) > 0 && !p.Op.Kind.Timer() }) {
		return s
	}
	without := *s
	without.Pending = slices.DeleteFunc(slices.Clone(s.Pending), held)
	return &without
}

// rest goes on with the last thread, or its partner, or the first one; with a timer only if there is nothing else.
func (g *Guide) rest(s *model.State) (c model.Choice, ok bool) {
	if n := len(g.Taken); n > 0 {
		last := g.Taken[n-1]
		for _, t := range []model.Thread{last.Thread, last.Partner} {
			if alts := Offered(s, t); len(alts) > 0 {
				return alts[0], true
			}
		}
	}
	timer := false
	for i := range s.Pending {
		p := &s.Pending[i]
		if len(p.Alts) > 0 && (!ok || timer && !p.Op.Kind.Timer()) {
			c, ok, timer = p.Alts[0], true, p.Op.Kind.Timer()
		}
	}
	return c, ok
}

// Offered returns the transitions that the state offers of t.
func Offered(s *model.State, t model.Thread) []model.Choice {
	if p := s.Of(t); p != nil {
		return p.Alts
	}
	return nil
}

// A Block is what one thread does between two switches.
type Block []model.Choice

// Split divides an execution into blocks.
func Split(choices []model.Choice) (plan []Block) {
	from := 0
	for i := 1; i <= len(choices); i++ {
		if i == len(choices) || choices[i].Thread != choices[from].Thread {
			plan = append(plan, choices[from:i:i])
			from = i
		}
	}
	return plan
}

// Blocks is a plan of transitions.
type Blocks struct {
	left []Block // without what was taken
	at   int     // the block of left that is being taken; -1 for none
}

// Of returns the plan of these blocks.
func Of(plan []Block) *Blocks { return &Blocks{left: slices.Clone(plan), at: -1} }

// Choose takes what the plan wants: the next transition of the block that was begun; else the first block that can be begun, if it is its
// thread's first; else the first of which the thread can do something else.
func (b *Blocks) Choose(s *model.State) (model.Choice, bool) {
	if b.at >= 0 && slices.Contains(Offered(s, b.left[b.at][0].Thread), b.left[b.at][0]) {
		return b.take(b.at), true
	}
	var before []model.Thread
	other, instead := -1, model.Choice{}
	for i, block := range b.left {
		t := block[0].Thread
		if slices.Contains(before, t) {
			continue
		}
		alts := Offered(s, t)
		if slices.Contains(alts, block[0]) {
			return b.take(i), true
		}
		if other < 0 && len(alts) > 0 {
			other, instead = i, alts[0]
		}
		before = append(before, t)
	}
	if other < 0 {
		return model.Choice{}, false
	}
	b.take(other)
	return instead, true
}

// take removes the first transition of block i from the plan, and returns it.
func (b *Blocks) take(i int) model.Choice {
	c := b.left[i][0]
	b.at = i
	if b.left[i] = b.left[i][1:]; len(b.left[i]) == 0 {
		b.left, b.at = slices.Delete(b.left, i, i+1), -1
	}
	return c
}
