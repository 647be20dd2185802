package pop

import (
	"slices"

	"heddle/model"
	"heddle/reversal"
	"heddle/trace/pages"
)

// A path is an execution, or the beginning of one, with what POP notes about its events.
type path struct {
	choices []model.Choice
	notes
}

// notes are about the events of one execution. Few events are the last of a schedule.
type notes struct {
	parts []reversal.Part
	ends  endings
}

// endings are the last events of the schedules of an execution, oldest first, with the races that the schedules reverse.
type endings []ending

type ending struct {
	last int
	race *reversedRace
}

// A reversedRace is the race that a schedule S reverses.
type reversedRace struct {
	e    reversal.KeptEvent // its first event
	from int                // the length of E1
	read bool               // S is a read schedule
	expr *schedExpr         // SchedChar[E1](S); nil if S is in the order of names
}

// after is the number of endings up to event n.
func (e endings) after(n int) int {
	k, found := slices.BinarySearchFunc(e, n, func(e ending, n int) int { return e.last - n })
	if found {
		k++
	}
	return k
}

// at is the race that the schedule that ends with event n reverses, nil if none does.
func (e endings) at(n int) *reversedRace {
	if k := e.after(n); k > 0 && e[k-1].last == n {
		return e[k-1].race
	}
	return nil
}

func (s *notes) add(part reversal.Part, r *reversedRace) {
	if s.parts = pages.Append(s.parts, part); r != nil {
		s.ends = append(s.ends, ending{len(s.parts) - 1, r})
	}
}

// setNotes makes s those about the first n events of q.
func (s *notes) setNotes(q *notes, n int) {
	s.parts = append(s.parts[:0], q.parts[:n]...)
	s.ends = append(s.ends[:0], q.ends[:q.ends.after(n-1)]...)
}

// follow makes p the path E1.S of d, a detour of f.
func (p *path) follow(f *frame, d *detour) {
	p.choices = append(append(p.choices[:0], f.choices[:d.race.from]...), d.steps...)
	p.setNotes(&f.notes, d.race.from)
	for i := range d.steps {
		var r *reversedRace
		if i == len(d.steps)-1 {
			r = d.race
		}
		p.add(reversal.Inside, r)
	}
}

// readBefore is the head of the read schedule that ends directly before event n, or -1.
func (s *notes) readBefore(n int) int {
	if r := s.ends.at(n - 1); r != nil && r.read {
		return n - 1
	}
	return -1
}
