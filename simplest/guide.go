package simplest

import (
	"slices"

	"heddle/model"
)

// A block is what one thread does between two switches.
type block []model.Choice

// blocks divides an execution into blocks.
func blocks(choices []model.Choice) (plan []block) {
	from := 0
	for i := 1; i <= len(choices); i++ {
		if i == len(choices) || choices[i].Thread != choices[from].Thread {
			plan = append(plan, choices[from:i:i])
			from = i
		}
	}
	return plan
}

// A guide chooses the transitions of one execution.
type guide struct {
	left    []block // of the plan, without what was taken
	at      int     // the block of left that is being taken; -1 for none
	most    int     // transitions
	taken   []model.Choice
	forced  []bool // by step: it is a preemptive switch
	observe func(*guide, *model.State)
}

// next takes what the plan wants: the next transition of the block that was begun; else the first block that can be begun, if it is its
// thread's first; else the first of which the thread can do something else. When nothing is left that can go on, a thread goes on until it
// is blocked.
func (g *guide) next(s *model.State) (model.Choice, bool) {
	if g.observe != nil {
		g.observe(g, s)
	}
	c, ok := g.choose(s)
	if !ok || len(g.taken) >= g.most {
		return model.Choice{}, false
	}
	n := len(g.taken)
	g.forced = append(g.forced, n > 0 && g.taken[n-1].Thread != c.Thread && len(offered(s, g.taken[n-1].Thread)) > 0)
	g.taken = append(g.taken, c)
	return c, true
}

func (g *guide) choose(s *model.State) (model.Choice, bool) {
	if g.at >= 0 && slices.Contains(offered(s, g.left[g.at][0].Thread), g.left[g.at][0]) {
		return g.take(g.at), true
	}
	var before []model.Thread
	other, instead := -1, model.Choice{}
	for i, b := range g.left {
		t := b[0].Thread
		if slices.Contains(before, t) {
			continue
		}
		alts := offered(s, t)
		if slices.Contains(alts, b[0]) {
			return g.take(i), true
		}
		if other < 0 && len(alts) > 0 {
			other, instead = i, alts[0]
		}
		before = append(before, t)
	}
	if other >= 0 {
		g.take(other)
		return instead, true
	}
	return g.rest(s)
}

// take removes the first transition of block i from the plan, and returns it.
func (g *guide) take(i int) model.Choice {
	c := g.left[i][0]
	g.at = i
	if g.left[i] = g.left[i][1:]; len(g.left[i]) == 0 {
		g.left, g.at = slices.Delete(g.left, i, i+1), -1
	}
	return c
}

// rest goes on with the last thread, or its partner, or the first one; with a timer only if there is nothing else.
func (g *guide) rest(s *model.State) (c model.Choice, ok bool) {
	if n := len(g.taken); n > 0 {
		last := g.taken[n-1]
		for _, t := range []model.Thread{last.Thread, last.Partner} {
			if alts := offered(s, t); len(alts) > 0 {
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

// offered returns the transitions that the state offers of t.
func offered(s *model.State, t model.Thread) []model.Choice {
	for i := range s.Pending {
		if s.Pending[i].Thread == t {
			return s.Pending[i].Alts
		}
	}
	return nil
}
