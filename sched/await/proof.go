package await

import (
	"slices"

	"heddle/model"
)

// A Proof lets the threads that seem to poll for ever go round once more, at the end of an execution. What code in assembly reads is not
// seen (bytes.IndexByte), so a thread may look at more than is known.
type Proof struct {
	set     *Set
	threads []*Thread
	effects []int // of each, before
	left    int   // transitions
}

// Prove begins a proof.
func (s *Set) Prove() *Proof {
	p := &Proof{set: s, left: 100 * most}
	for _, t := range s.threads {
		if s.Futile(t) {
			p.threads, p.effects = append(p.threads, t), append(p.effects, t.effects)
			t.begin()
		}
	}
	s.Drains, s.proves = true, true // no time passes at once
	return p
}

// begin makes t stand where its round begins.
func (t *Thread) begin() {
	home := t.visited[t.last.visit]
	home.wrote = 0
	t.visited, t.wrote, t.settled = append(t.visited[:0], home), t.wrote[:0], 0
	t.Waits, t.Sleeps = false, false
}

// Next returns the next transition; false when the proof is over.
func (p *Proof) Next(s *model.State) (model.Choice, bool) {
	timer := -1
	for i := range s.Pending {
		a := &s.Pending[i]
		switch {
		case len(a.Alts) == 0 || p.left == 0 || p.Refuted():
		case slices.ContainsFunc(p.threads, func(t *Thread) bool { return t.ID == a.Thread && !p.over(t) }):
			p.left--
			return a.Alts[0], true
		case a.Op.Kind.Timer():
			timer = i
		}
	}
	if timer < 0 || !slices.ContainsFunc(p.threads, func(t *Thread) bool { return !p.over(t) }) {
		return model.Choice{}, false
	}
	p.left--
	return s.Pending[timer].Alts[0], true
}

// over reports whether t has gone round.
func (p *Proof) over(t *Thread) bool { return t.Done || p.set.Futile(t) }

// Refuted reports whether one of the threads has done something else than before.
func (p *Proof) Refuted() bool {
	for i, t := range p.threads {
		if t.Done || t.effects > p.effects[i] {
			return true
		}
	}
	return false
}
