package prog

import (
	"fmt"
	"strings"

	"heddle/model"
)

// String writes p in its text form.
func (p *Program) String() string {
	var b strings.Builder
	if p.Delay != 100 {
		fmt.Fprintf(&b, "delay %d\n", p.Delay)
	}
	if p.MaxSteps > 0 {
		fmt.Fprintf(&b, "maxsteps %d\n", p.MaxSteps)
	}
	if p.Alike {
		b.WriteString("alike\n")
	}
	for _, o := range p.Objects {
		if o.Len == 0 {
			continue
		}
		fmt.Fprintf(&b, "%s %s", sortNames[o.Sort], o.Name)
		if o.Len > 1 {
			fmt.Fprintf(&b, "[%d]", o.Len)
		}
		if o.Sort == File && o.Chan > 0 {
			fmt.Fprintf(&b, ">%s:%d", p.Objects[o.Chan-1].Name, o.Init)
			o.Chan = 0
		} else if o.Sort == Chan || o.Sort == File {
			fmt.Fprintf(&b, ":%d", o.Init)
		} else if o.Init != 0 {
			fmt.Fprintf(&b, "=%d", o.Init)
		}
		if o.Chan > 0 {
			fmt.Fprintf(&b, ">%s", p.Objects[o.Chan-1].Name)
			if o.Period > 0 {
				fmt.Fprintf(&b, "/%d", o.Period)
			}
		}
		b.WriteByte('\n')
	}
	for i := range p.Bodies {
		p.body(&b, &p.Bodies[i])
	}
	return b.String()
}

func (p *Program) body(w *strings.Builder, b *Body) {
	fmt.Fprintf(w, "thread %s\n", b.Name)
	if b.Bubble > 0 {
		fmt.Fprintf(w, "\tbubble %d\n", b.Bubble)
	}
	for i := 0; i <= len(b.Code); i++ {
		for _, l := range b.Lines {
			if l.At == i {
				fmt.Fprintf(w, "%s:\n", l.Name)
			}
		}
		if i < len(b.Code) {
			fmt.Fprintf(w, "\t%s\n", p.instr(b, &b.Code[i]))
		}
	}
}

func (p *Program) instr(b *Body, in *Instr) string {
	words := []string{verbNames[in.Verb]}
	if in.Dst >= 0 {
		words = []string{b.Regs[in.Dst], "=", verbNames[in.Verb]}
	}
	switch in.Verb {
	case Goto:
		return "goto " + b.label(in.Target)
	case If:
		return fmt.Sprintf("if %s %s %s goto %s", b.operand(in.A), cmpNames[in.Cmp], b.operand(in.B), b.label(in.Target))
	case Assert:
		return fmt.Sprintf("assert %s %s %s", b.operand(in.A), cmpNames[in.Cmp], b.operand(in.B))
	case Spawn:
		return "spawn " + p.Bodies[in.Target].Name
	case Verb(model.Select):
		return strings.Join(words, " ") + " " + p.cases(b, in)
	}
	s := shapes[in.Verb]
	if s.obj {
		name := p.Objects[in.Obj].Name
		if in.Index.Reg >= 0 || p.Objects[in.Obj].Len > 1 {
			name += "[" + b.operand(in.Index) + "]"
		}
		words = append(words, name)
	}
	if s.a {
		words = append(words, b.operand(in.A))
	}
	if s.b {
		words = append(words, b.operand(in.B))
	}
	return strings.Join(words, " ")
}

func (p *Program) cases(b *Body, in *Instr) string {
	var parts []string
	for _, c := range in.Cases {
		name := "nil"
		if c.Obj >= 0 {
			name = p.Objects[c.Obj].Name
		}
		if c.Send {
			parts = append(parts, "send "+name+" "+b.operand(c.Value))
		} else {
			parts = append(parts, "recv "+name)
		}
	}
	if in.Default {
		parts = append(parts, "default")
	}
	return strings.Join(parts, " | ")
}

func (b *Body) operand(o Operand) string {
	if o.Reg < 0 {
		return fmt.Sprint(o.Const)
	}
	return b.Regs[o.Reg]
}

func (b *Body) label(at int) string {
	for _, l := range b.Lines {
		if l.At == at {
			return l.Name
		}
	}
	return fmt.Sprintf("L%d", at)
}
