package explore

import (
	"errors"
	"fmt"
	"slices"

	"heddle/trace"
)

// A Part is a part of an exploration by pop that needs to know nothing of the others: Explore(E1.S), with what E1.S is marked with. The
// zero value is the whole exploration. Parts that come from one exploration hold no execution in common.
//
// A Part can be explored in another process, once its threads have been given their numbers there.
type Part struct {
	Choices []trace.Choice // E1.S
	Start   int            // the length of E1
	Parts   []trace.Part   // what the events of E1 are to the schedules in it
	Reads   []Read         // the read schedules in it, S included, oldest first
}

// A Read is a read schedule.
type Read struct {
	Head  int          // the event that is its head
	Start int          // its first event
	First trace.Choice // the transition that it was in a race with
}

// Rename gives the threads of p the numbers that they have, or get, in the names to.
func (p *Part) Rename(from, to *trace.Names) error {
	var failed error
	number := func(t trace.Thread) trace.Thread {
		n, err := to.Parse(from.Path(t))
		failed = errors.Join(failed, err)
		return n
	}
	rename := func(c *trace.Choice) { c.Thread, c.Partner = number(c.Thread), number(c.Partner) }
	for i := range p.Choices {
		rename(&p.Choices[i])
	}
	for i := range p.Reads {
		rename(&p.Reads[i].First)
	}
	return failed
}

// Check says what is wrong with a part that has been read.
func (p *Part) Check() error {
	if p.Start < 0 || p.Start > len(p.Choices) || len(p.Parts) != p.Start {
		return fmt.Errorf("explore: a part of %d choices, the last schedule from %d on, has %d marks", len(p.Choices), p.Start, len(p.Parts))
	}
	for _, r := range p.Reads {
		if r.Start < 0 || r.Start > r.Head || r.Head >= len(p.Choices) {
			return fmt.Errorf("explore: a part of %d choices has a read schedule from %d to %d", len(p.Choices), r.Start, r.Head)
		}
	}
	return nil
}

// A divisible explorer can explore one Part, and hand over what it has not explored yet.
type divisible interface {
	explorer
	// begin makes p what is explored. It must be called before the first execution.
	begin(p *Part)
	// rest is what is left: running says that the execution that has been begun last, or is about to be, is part of it.
	rest(running bool) []Part
}

func (s *pop) begin(p *Part) {
	s.start = p.Start
	for i, c := range p.Choices {
		part := trace.Inside
		if i < p.Start {
			part = p.Parts[i]
		}
		s.path.add(c, part, nil)
	}
	for _, r := range p.Reads {
		s.path.reads[r.Head] = &reading{r.First, r.Start}
	}
}

func (s *pop) rest(running bool) []Part {
	var rest []Part
	if running {
		rest = append(rest, s.path.asPart(s.start))
	}
	for i := len(s.tree) - 1; i >= 0; i-- {
		f := &s.tree[i]
		for ; f.next < len(f.detours); f.next++ {
			var b branch
			b.follow(f, &f.detours[f.next])
			rest = append(rest, b.asPart(f.detours[f.next].n))
		}
	}
	return rest
}

// asPart is b, whose last schedule begins at start.
func (b *branch) asPart(start int) Part {
	p := Part{Choices: slices.Clone(b.choices), Start: start, Parts: slices.Clone(b.parts[:start])}
	for i, r := range b.reads {
		if r != nil {
			p.Reads = append(p.Reads, Read{i, r.from, r.first})
		}
	}
	return p
}
