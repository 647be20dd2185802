package pop

import (
	"slices"

	"heddle/model"
	"heddle/reversal"
)

// Begin makes p, a part of an exploration of the program, what is explored. It must be called before the first execution.
func (s *pop) Begin(p *Part, program model.Program) {
	s.start, s.tree.finder.reruns.program = p.Start, program
	s.prefix.choices = append(s.prefix.choices, p.Choices...)
	ends := racesOf(p.Ends, p.Choices)
	for i := range p.Choices {
		part := reversal.Inside
		if i < p.Start {
			part = p.Parts[i]
		}
		s.prefix.add(part, ends.at(i))
	}
	if a := p.After; a != nil {
		f := s.tree.push()
		f.path = path{slices.Clone(a.Choices), notes{slices.Clone(a.Parts), racesOf(a.Ends, a.Choices)}}
		f.shown, f.more = a.Shown, true
	}
}

// Rest returns the parts that are left. running says that the execution begun last, or about to begin, is one of them.
func (s *pop) Rest(running bool) []Part {
	var rest []Part
	if running {
		rest = append(rest, s.prefix.asPart(s.start))
	}
	for f := s.tree.top(); f != nil; f = s.tree.top() {
		s.tree.refill(f)
		for ; f.next < len(f.detours); f.next++ {
			var p path
			p.follow(f, &f.detours[f.next])
			rest = append(rest, p.asPart(f.detours[f.next].race.from))
		}
		if f.more {
			rest[len(rest)-1].After = &Ended{slices.Clone(f.choices), slices.Clone(f.parts), endsFrom(0, f.ends), f.shown}
		}
		s.tree.pop()
	}
	return rest
}

// Size is an upper bound of the number of transitions that Rest would return. The running execution is not yet in a frame.
func (s *pop) Size() int {
	n := len(s.running.parts)
	size := n * (1 + min(n, Batch))
	for i := range s.tree.frames {
		f := &s.tree.frames[i]
		for _, d := range f.detours[f.next:] {
			size += d.race.from + len(d.steps)
		}
		size += len(f.choices)
	}
	return size
}

// asPart is p as a Part. Its last schedule begins at start.
func (p *path) asPart(start int) Part {
	return Part{Choices: slices.Clone(p.choices), Start: start, Parts: slices.Clone(p.parts[:start]), Ends: endsFrom(0, p.ends)}
}
