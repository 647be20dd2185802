package pop

import (
	"heddle/model"
	"heddle/reversal"
)

// A path is an execution, or the beginning of one, with what POP notes about its events.
type path struct {
	choices []model.Choice
	parts   []reversal.Part
	ends    []*reversedRace // by event: not nil for the last event of a schedule
}

// A reversedRace is the race that a schedule S reverses.
type reversedRace struct {
	e    reversal.KeptEvent // its first event
	from int                // the length of E1
	read bool               // S is a read schedule
	expr *schedExpr         // SchedChar[E1](S); nil if S is in the order of names
}

func (p *path) add(c model.Choice, part reversal.Part, r *reversedRace) {
	p.choices, p.parts, p.ends = append(p.choices, c), append(p.parts, part), append(p.ends, r)
}

// set makes p the first n events of q.
func (p *path) set(q *path, n int) {
	p.choices = append(p.choices[:0], q.choices[:n]...)
	p.parts = append(p.parts[:0], q.parts[:n]...)
	p.ends = append(p.ends[:0], q.ends[:n]...)
}

// follow makes p the path E1.S of d, a detour of f.
func (p *path) follow(f *frame, d *detour) {
	p.set(&f.path, d.race.from)
	for _, c := range d.steps {
		p.add(c, reversal.Inside, nil)
	}
	p.ends[len(p.ends)-1] = d.race
}

// readBefore is the head of the read schedule that ends directly before event n, or -1.
func (p *path) readBefore(n int) int {
	if n > 0 && p.ends[n-1] != nil && p.ends[n-1].read {
		return n - 1
	}
	return -1
}
