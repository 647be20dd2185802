package prog

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a program in its text form. It skips empty lines, and everything after a #.
func Parse(text string) (*Program, error) {
	p := &parser{program: &Program{Delay: 100}, objects: map[string]int{}, bodies: map[string]int{}}
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i], _, _ = strings.Cut(lines[i], "#")
		if f := strings.Fields(lines[i]); len(f) == 2 && f[0] == "thread" { // a spawn may come before the thread
			if _, known := p.bodies[f[1]]; known || !isName(f[1]) {
				return nil, fmt.Errorf("prog: line %d: thread %q is declared twice, or is not a name", i+1, f[1])
			}
			p.bodies[f[1]] = len(p.bodies)
		}
	}
	for i, line := range lines {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		err := p.line(f)
		if err == nil {
			err, p.wrong = p.wrong, nil
		}
		if err != nil {
			return nil, fmt.Errorf("prog: line %d: %q: %w", i+1, strings.TrimSpace(line), err)
		}
	}
	if err := p.finish(); err != nil {
		return nil, fmt.Errorf("prog: %w", err)
	}
	return p.program, nil
}

type parser struct {
	program *Program
	objects map[string]int
	bodies  map[string]int
	jumps   []jump // of the current body
	wrong   error  // the first wrong register of the current line
}

// A jump is an instruction whose label is not known yet.
type jump struct {
	at    int
	label string
}

func (p *parser) body() *Body { return &p.program.Bodies[len(p.program.Bodies)-1] }

func (p *parser) line(f []string) error {
	if f[0] == "thread" && len(f) == 2 {
		if err := p.finish(); err != nil && len(p.program.Bodies) > 0 {
			return err
		}
		p.program.Bodies = append(p.program.Bodies, Body{Name: f[1]})
		return nil
	}
	if f[0] == "bubble" && len(f) == 2 && len(p.program.Bodies) > 0 {
		n, err := strconv.Atoi(f[1])
		p.body().Bubble = n
		return err
	}
	if f[0] == "delay" || f[0] == "maxsteps" {
		return p.setting(f)
	}
	if f[0] == "alike" && len(f) == 1 {
		p.program.Alike = true
		return nil
	}
	if len(p.program.Bodies) == 0 {
		return p.declare(f)
	}
	b := p.body()
	if len(f) == 1 && strings.HasSuffix(f[0], ":") {
		if !isName(strings.TrimSuffix(f[0], ":")) {
			return fmt.Errorf("not a label")
		}
		b.Lines = append(b.Lines, Label{strings.TrimSuffix(f[0], ":"), len(b.Code)})
		return nil
	}
	in, err := p.instr(f)
	b.Code = append(b.Code, in)
	return err
}

func (p *parser) setting(f []string) error {
	if len(f) != 2 {
		return fmt.Errorf("want one number")
	}
	n, err := strconv.Atoi(f[1])
	if f[0] == "delay" {
		p.program.Delay = int64(n)
	} else {
		p.program.MaxSteps = n
	}
	return err
}

// declare reads one line of objects: name[length]=value, name:capacity for a channel, or name>channel for a timer;
// name>channel/period for a ticker. name:capacity for a file, and name>file:capacity for one that is closed with another one.
func (p *parser) declare(f []string) error {
	sort := Sort(0)
	for sort < numSorts && sortNames[sort] != f[0] {
		sort++
	}
	if sort == numSorts {
		return fmt.Errorf("neither a sort of object nor a thread")
	}
	for _, d := range f[1:] {
		o := Object{Sort: sort, Len: 1}
		name, value, ok := strings.Cut(d, "=")
		if !ok {
			name, value, ok = strings.Cut(d, ":")
		}
		if ok {
			n, err := strconv.ParseInt(value, 0, 64)
			if err != nil {
				return err
			}
			o.Init = n
		}
		name, channel, ok := strings.Cut(name, ">")
		channel, period, ticks := strings.Cut(channel, "/")
		if ticks {
			n, err := strconv.ParseInt(period, 0, 64)
			if err != nil || n < 1 {
				return fmt.Errorf("period of %s: %q", name, period)
			}
			o.Period = n
		}
		if c, known := p.objects[channel]; ok && sort == File && (!known || p.program.Objects[c].Sort != File) {
			return fmt.Errorf("%s is closed with no file", name)
		} else if ok && sort != File && (!known || p.program.Objects[c].Init != 1 && p.program.Objects[c].Sort != File) {
			return fmt.Errorf("%s sends to no channel of capacity 1", name)
		} else if ok {
			o.Chan = c + 1
		}
		name, length, ok := strings.Cut(strings.TrimSuffix(name, "]"), "[")
		if ok {
			n, err := strconv.Atoi(length)
			if err != nil || n < 1 {
				return fmt.Errorf("length of %s: %q", name, length)
			}
			o.Len = n
		}
		if _, known := p.objects[name]; known || !isName(name) {
			return fmt.Errorf("%q is declared twice, or is not a name", name)
		}
		o.Name = name
		p.objects[name] = len(p.program.Objects)
		for n := o.Len; n > 0; n-- {
			p.program.Objects = append(p.program.Objects, o)
			o.Len = 0
		}
	}
	return nil
}

// finish resolves the jumps of the last body.
func (p *parser) finish() error {
	if len(p.program.Bodies) == 0 {
		return fmt.Errorf("no thread")
	}
	b := p.body()
	for _, j := range p.jumps {
		found := false
		for _, l := range b.Lines {
			if l.Name == j.label {
				b.Code[j.at].Target, found = l.At, true
			}
		}
		if !found {
			return fmt.Errorf("thread %s: no label %q", b.Name, j.label)
		}
	}
	p.jumps = nil
	return nil
}

// isName says whether s consists of letters, digits and underscores, and does not start with a digit.
func isName(s string) bool {
	for i, c := range s {
		if c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (i == 0 || c < '0' || c > '9') {
			return false
		}
	}
	return s != ""
}
