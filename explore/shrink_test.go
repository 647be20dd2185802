package explore_test

import (
	"slices"

	"heddle/prog"
)

// shrink removes instructions and cases from p as long as the result is still bad.
func shrink(p *prog.Program, bad func(*prog.Program) bool) *prog.Program {
	for {
		smaller := shrunk(p, bad)
		if smaller == nil {
			return p
		}
		p = smaller
	}
}

// shrunk returns a bad program that is p without one instruction or case, or nil if there is none.
func shrunk(p *prog.Program, bad func(*prog.Program) bool) *prog.Program {
	for b := range p.Bodies {
		for i := range p.Bodies[b].Code {
			if q := withoutInstr(p, b, i); bad(q) {
				return q
			}
			for k := range p.Bodies[b].Code[i].Cases {
				if q := withoutCase(p, b, i, k); len(q.Bodies[b].Code[i].Cases) > 0 && bad(q) {
					return q
				}
			}
		}
	}
	return nil
}

func withoutInstr(p *prog.Program, b, i int) *prog.Program {
	q := copyBody(p, b)
	body := &q.Bodies[b]
	body.Code = slices.Delete(body.Code, i, i+1)
	for k := range body.Code {
		if in := &body.Code[k]; (in.Verb == prog.If || in.Verb == prog.Goto) && in.Target > i {
			in.Target--
		}
	}
	for k := range body.Lines {
		if body.Lines[k].At > i {
			body.Lines[k].At--
		}
	}
	return q
}

func withoutCase(p *prog.Program, b, i, k int) *prog.Program {
	q := copyBody(p, b)
	in := &q.Bodies[b].Code[i]
	in.Cases = slices.Delete(slices.Clone(in.Cases), k, k+1)
	return q
}

func copyBody(p *prog.Program, b int) *prog.Program {
	q := *p
	q.Bodies = slices.Clone(p.Bodies)
	q.Bodies[b].Code = slices.Clone(q.Bodies[b].Code)
	q.Bodies[b].Lines = slices.Clone(q.Bodies[b].Lines)
	return &q
}
