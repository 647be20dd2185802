package prog

import (
	"fmt"
	"strconv"
	"strings"

	"heddle/model"
)

// instr reads one instruction: an optional "register =", the verb, and the parts of its shape.
func (p *parser) instr(f []string) (in Instr, err error) {
	in = Instr{Dst: -1, Index: Operand{Reg: -1}, A: Operand{Reg: -1}, B: Operand{Reg: -1}}
	if len(f) > 2 && f[1] == "=" {
		in.Dst = p.register(f[0])
		f = f[2:]
	}
	for in.Verb = 1; in.Verb < numVerbs && (verbNames[in.Verb] != f[0] || f[0] == ""); in.Verb++ {
	}
	f = f[1:]
	switch in.Verb {
	case numVerbs:
		return in, fmt.Errorf("unknown instruction")
	case Goto, If, Spawn, Assert:
		return in, p.control(&in, f)
	case Verb(model.Select):
		return in, p.cases(&in, f)
	}
	s := shapes[in.Verb]
	if s.obj {
		if len(f) == 0 {
			return in, fmt.Errorf("the object is missing")
		}
		if in.Obj, in.Index, err = p.object(f[0]); err != nil {
			return in, err
		}
		if o := p.program.Objects[in.Obj]; o.Sort != sorts[in.Verb] {
			return in, fmt.Errorf("%s is of sort %s", o.Name, sortNames[o.Sort])
		}
		f = f[1:]
	}
	if s.a && len(f) > 0 {
		in.A, f = p.operand(f[0]), f[1:]
	}
	if s.b && len(f) > 0 {
		in.B, f = p.operand(f[0]), f[1:]
	}
	if len(f) > 0 {
		return in, fmt.Errorf("too much: %q", f)
	}
	return in, nil
}

// control reads: goto L, if A == B goto L, spawn T, assert A == B.
func (p *parser) control(in *Instr, f []string) error {
	if in.Verb == If || in.Verb == Assert {
		if len(f) < 3 {
			return fmt.Errorf("want a comparison")
		}
		in.A, in.B = p.operand(f[0]), p.operand(f[2])
		for in.Cmp = 0; in.Cmp < numCmps && cmpNames[in.Cmp] != f[1]; in.Cmp++ {
		}
		if in.Cmp == numCmps {
			return fmt.Errorf("%q is not a comparison", f[1])
		}
		f = f[3:]
	}
	if in.Verb == If && len(f) > 0 {
		f = f[1:]
	}
	if in.Verb == Assert {
		return nil
	}
	if len(f) != 1 {
		return fmt.Errorf("want one name at the end")
	}
	if in.Verb != Spawn {
		p.jumps = append(p.jumps, jump{len(p.body().Code), f[0]})
		return nil
	}
	var ok bool
	if in.Target, ok = p.bodies[f[0]]; !ok {
		return fmt.Errorf("no thread %q", f[0])
	}
	return nil
}

// cases reads: send c 1 | recv d | default.
func (p *parser) cases(in *Instr, f []string) error {
	for _, part := range strings.Split(strings.Join(f, " "), "|") {
		w := strings.Fields(part)
		switch {
		case len(w) == 1 && w[0] == "default":
			in.Default = true
			continue
		case len(w) < 2 || w[0] != "send" && w[0] != "recv":
			return fmt.Errorf("%q is not a case", part)
		}
		c := Case{Send: w[0] == "send", Value: Operand{Reg: -1}, Obj: -1}
		if w[1] != "nil" {
			obj, _, err := p.object(w[1])
			if err == nil && p.program.Objects[obj].Sort != Chan {
				err = fmt.Errorf("%s is not a channel", w[1])
			}
			if err != nil {
				return err
			}
			c.Obj = obj
		}
		if len(w) > 2 {
			c.Value = p.operand(w[2])
		}
		in.Cases = append(in.Cases, c)
	}
	return nil
}

func (p *parser) object(word string) (int, Operand, error) {
	name, index, ok := strings.Cut(strings.TrimSuffix(word, "]"), "[")
	o, known := p.objects[name]
	if !known {
		return 0, Operand{}, fmt.Errorf("no object %q", name)
	}
	if !ok {
		return o, Operand{Reg: -1}, nil
	}
	return o, p.operand(index), nil
}

func (p *parser) operand(word string) Operand {
	if n, err := strconv.ParseInt(word, 0, 64); err == nil {
		return Operand{Reg: -1, Const: n}
	}
	return Operand{Reg: p.register(word)}
}

func (p *parser) register(name string) int {
	if !isName(name) && p.wrong == nil {
		p.wrong = fmt.Errorf("%q is neither a number nor a register", name)
	}
	b := p.body()
	for i, r := range b.Regs {
		if r == name {
			return i
		}
	}
	b.Regs = append(b.Regs, name)
	return len(b.Regs) - 1
}
