package pop

import (
	"errors"
	"fmt"

	"heddle/model"
	"heddle/reversal"
)

// A Part is a part of an exploration that can be explored without the others: Explore(E1.S), with what pop notes about the events of E1.S.
// The zero value is the whole exploration. Parts that come from one exploration have no execution in common.
//
// A Part can be explored in another process, once Rename has given its threads their numbers there.
type Part struct {
	Choices []model.Choice  // E1.S
	Start   int             // the length of E1
	Parts   []reversal.Part // of the events of E1
	Ends    []End           // of the schedules in it, S included, oldest first
	After   *Ended          // not nil if there is more to do after that
}

// An Ended is an execution that was explored, except for some of its schedules.
type Ended struct {
	Choices []model.Choice
	Parts   []reversal.Part
	Ends    []End
	Shown   int // its schedules that are not left: explored, or in other parts
}

// An End is the last event of a schedule, and the race that it reverses.
type End struct {
	Last  int          // the event
	Start int          // the length of E1, where the schedule begins
	First model.Choice // e
	Read  bool         // it is a read schedule
	Found *Found       // where it was found, for one that has a schedule expression
}

// A Found is the execution E1.e.w.hd(S) in which a read schedule S was found.
type Found struct {
	Choices []model.Choice // w.hd(S)
	Ends    []End          // of the schedules in w.hd(S), numbered as in the execution
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

// Check returns what is wrong with a part that has been read.
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

// checkEnds returns what is wrong with schedules that must lie between two events.
func checkEnds(ends []End, from, to int) error {
	for k, e := range ends {
		if e.Start < from || e.Start > e.Last || e.Last >= to || k > 0 && e.Last <= ends[k-1].Last {
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

// endsFrom are the ends of an execution's schedules that begin with event n or later.
func endsFrom(n int, ends endings) []End {
	var list []End
	for _, end := range ends {
		r := end.race
		if r.from < n {
			continue
		}
		e := End{Last: end.last, Start: r.from, First: r.e.Choice, Read: r.read}
		if phi := r.expr; phi != nil {
			e.Found = &Found{append([]model.Choice(nil), phi.choices[phi.first+1:]...), endsFrom(phi.first+1, phi.ends)}
		}
		list = append(list, e)
	}
	return list
}

// racesOf is the inverse of endsFrom, for an execution with these choices.
func racesOf(list []End, choices []model.Choice) (ends endings) {
	for _, e := range list {
		r := &reversedRace{from: e.Start, read: e.Read}
		r.e.Choice = e.First
		if e.Found != nil {
			all := append(append(append([]model.Choice(nil), choices[:e.Start]...), e.First), e.Found.Choices...)
			r.expr = &schedExpr{choices: all, ends: racesOf(e.Found.Ends, all), first: e.Start}
		}
		ends = append(ends, ending{e.Last, r})
	}
	return ends
}
