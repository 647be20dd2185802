package explore

import (
	"errors"
	"fmt"
	"slices"

	"heddle/model"
	"heddle/reversal"
)

// A Part is a part of an exploration by pop that needs to know nothing of the others: Explore(E1.S), with what E1.S is marked with. The
// zero value is the whole exploration. Parts that come from one exploration hold no execution in common.
//
// A Part can be explored in another process, once its threads have been given their numbers there.
type Part struct {
	Choices []model.Choice  // E1.S
	Start   int             // the length of E1
	Parts   []reversal.Part // what the events of E1 are to the schedules in it
	Ends    []End           // of the schedules in it, S included, oldest first
	After   *Ended          // not nil if there is more to do after that
}

// An Ended is an execution that was explored, but for some of its schedules.
type Ended struct {
	Choices []model.Choice
	Parts   []reversal.Part
	Ends    []End
	Shown   int // the schedules that were looked at
}

// Rename gives the threads of p the numbers that they have, or get, in the names to.
func (p *Part) Rename(from, to *model.Names) error {
	var failed error
	number := func(t model.Thread) model.Thread {
		n, err := to.Parse(from.Path(t))
		failed = errors.Join(failed, err)
		return n
	}
	p.each(func(c *model.Choice) { c.Thread, c.Partner = number(c.Thread), number(c.Partner) })
	return failed
}

// each calls visit with every transition in p.
func (p *Part) each(visit func(*model.Choice)) {
	eachOf(p.Choices, p.Ends, visit)
	if p.After != nil {
		eachOf(p.After.Choices, p.After.Ends, visit)
	}
}

func eachOf(choices []model.Choice, ends []End, visit func(*model.Choice)) {
	for i := range choices {
		visit(&choices[i])
	}
	for i := range ends {
		visit(&ends[i].First)
		if f := ends[i].Found; f != nil {
			eachOf(f.Choices, f.Ends, visit)
		}
	}
}

// Check says what is wrong with a part that has been read.
func (p *Part) Check() error {
	if p.Start < 0 || p.Start > len(p.Choices) || len(p.Parts) != p.Start {
		return fmt.Errorf("explore: a part of %d choices, the last schedule from %d on, has %d marks", len(p.Choices), p.Start, len(p.Parts))
	}
	if a := p.After; a != nil {
		if len(a.Parts) != len(a.Choices) || a.Shown < 0 {
			return fmt.Errorf("explore: an execution of %d choices has %d marks", len(a.Choices), len(a.Parts))
		}
		if err := checkEnds(a.Ends, 0, len(a.Choices)); err != nil {
			return err
		}
	}
	return checkEnds(p.Ends, 0, len(p.Choices))
}

// checkEnds says what is wrong with schedules that are to lie between two events.
func checkEnds(ends []End, from, to int) error {
	for _, e := range ends {
		if e.Start < from || e.Start > e.Last || e.Last >= to {
			return fmt.Errorf("explore: a part has a schedule from %d to %d, where %d to %d are possible", e.Start, e.Last, from, to)
		}
		if f := e.Found; f != nil {
			if err := checkEnds(f.Ends, e.Start+1, e.Start+1+len(f.Choices)); err != nil {
				return err
			}
		}
	}
	return nil
}

// A divisible explorer can explore one Part, and hand over what it has not explored yet.
type divisible interface {
	explorer
	// begin makes p, a part of an exploration of the program, what is explored. It must be called before the first execution.
	begin(p *Part, program model.Program)
	// rest is what is left: running says that the execution that has been begun last, or is about to be, is part of it.
	rest(running bool) []Part
}

func (s *pop) begin(p *Part, program model.Program) {
	s.start, s.program = p.Start, program
	ends := reversals(p.Ends, p.Choices)
	for i, c := range p.Choices {
		part := reversal.Inside
		if i < p.Start {
			part = p.Parts[i]
		}
		s.path.add(c, part, ends[i])
	}
	if a := p.After; a != nil {
		f := s.frame()
		f.branch = branch{slices.Clone(a.Choices), slices.Clone(a.Parts), reversals(a.Ends, a.Choices)}
		f.shown, f.more = a.Shown, true
	}
}

func (s *pop) rest(running bool) []Part {
	var rest []Part
	if running {
		rest = append(rest, s.path.asPart(s.start))
	}
	for len(s.tree) > 0 {
		f := &s.tree[len(s.tree)-1]
		s.refill(f)
		for ; f.next < len(f.detours); f.next++ {
			var b branch
			b.follow(f, &f.detours[f.next])
			rest = append(rest, b.asPart(f.detours[f.next].race.from))
		}
		if f.more {
			rest[len(rest)-1].After = &Ended{slices.Clone(f.choices), slices.Clone(f.parts), endsFrom(0, f.ends), f.shown}
		}
		s.tree = s.tree[:len(s.tree)-1]
	}
	return rest
}

// asPart is b, whose last schedule begins at start.
func (b *branch) asPart(start int) Part {
	return Part{Choices: slices.Clone(b.choices), Start: start, Parts: slices.Clone(b.parts[:start]), Ends: endsFrom(0, b.ends)}
}
