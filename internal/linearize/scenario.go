package linearize

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A Call is one call of a method, or of the function that makes a value.
type Call struct {
	Method int // of Subject.Methods
	Args   int // of Method.Fixed, and then of Method.Given
}

// A Scenario is calls. Parts are those before the goroutines, those of each goroutine, and those after them.
type Scenario struct {
	Subject *Subject
	New     int // of Subject.New
	Parts   [][]Call
}

// Sizes say how large scenarios become.
type Sizes struct {
	Goroutines int // at most
	Calls      int // at most, of each goroutine
}

// around is the most calls before the goroutines, and after them.
const around = 2

// Scenarios returns n scenarios, or fewer if there are no more, the smallest first.
func (s *Subject) Scenarios(n int, size Sizes, seed int64) []*Scenario {
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	var shapes []Sizes
	for g := 2; g <= size.Goroutines; g++ {
		for c := 1; c <= size.Calls; c++ {
			shapes = append(shapes, Sizes{g, c})
		}
	}
	slices.SortStableFunc(shapes, func(a, b Sizes) int { return cmp.Compare(a.Goroutines*a.Calls, b.Goroutines*b.Calls) })
	seen := map[string]bool{}
	var list []*Scenario
	for k := 0; k < 20*n && len(list) < n; k++ {
		c := s.random(random, shapes[k*len(shapes)/(20*n)])
		// The first shapes have few scenarios: what they leave is for the later ones.
		if key := c.key(); !seen[key] && len(list) < (k*n)/(20*n)+1 {
			seen[key] = true
			list = append(list, c)
		}
	}
	slices.SortStableFunc(list, func(a, b *Scenario) int { return cmp.Compare(a.size(), b.size()) })
	return list
}

// random is a random scenario of a shape: one goroutine has all its calls, the others have some.
func (s *Subject) random(random *rand.Rand, shape Sizes) *Scenario {
	c := &Scenario{Subject: s, New: random.IntN(len(s.New))}
	part := func(n int) {
		var calls []Call
		for range n {
			calls = append(calls, s.randomCall(random))
		}
		c.Parts = append(c.Parts, calls)
	}
	part(random.IntN(around + 1))
	part(shape.Calls)
	for range shape.Goroutines - 1 {
		part(1 + random.IntN(shape.Calls))
	}
	part(random.IntN(around + 1))
	return c
}

func (s *Subject) randomCall(random *rand.Rand) Call {
	for {
		i := random.IntN(len(s.Methods))
		if n := s.Methods[i].lists(); n > 0 {
			return Call{i, random.IntN(n)}
		}
	}
}

// lists is how many lists of arguments the method has.
func (m *Method) lists() int { return len(m.Fixed) + len(m.Given) }

// key is the same for scenarios that differ in the order of their goroutines.
func (c *Scenario) key() string {
	last := len(c.Parts) - 1
	middle := slices.Clone(c.Parts[1:last])
	slices.SortFunc(middle, func(a, b []Call) int { return strings.Compare(fmt.Sprint(a), fmt.Sprint(b)) })
	return fmt.Sprint(c.New, c.Parts[0], middle, c.Parts[last])
}

// size is the number of its calls.
func (c *Scenario) size() (n int) {
	for _, p := range c.Parts {
		n += len(p)
	}
	return n
}

// line is the scenario as the tests read it; subject is the number of its subject.
func (c *Scenario) line(subject int) string {
	text := fmt.Sprintf("%d|%d", subject, c.New)
	for _, part := range c.Parts {
		text += "|"
		for _, call := range part {
			if fixed := len(c.Subject.Methods[call.Method].Fixed); call.Args < fixed {
				text += fmt.Sprintf(" %d:%d", call.Method, call.Args)
			} else {
				text += fmt.Sprintf(" %d:a%d", call.Method, call.Args-fixed)
			}
		}
	}
	return text
}

// Lines are the scenarios as the tests read them.
func Lines(list []*Scenario, subjects []*Subject) string {
	var lines []string
	for _, c := range list {
		lines = append(lines, c.line(slices.Index(subjects, c.Subject)))
	}
	return strings.Join(lines, "\n")
}

// Smaller are the scenarios with one call less, and at least two goroutines, or with one goroutine less.
func (c *Scenario) Smaller() (list []*Scenario) {
	for p := range c.Parts {
		if p > 0 && p < len(c.Parts)-1 && len(c.Parts) > 4 {
			d := c.clone()
			d.Parts = slices.Delete(d.Parts, p, p+1)
			list = append(list, d)
		}
		for i := range c.Parts[p] {
			if p > 0 && p < len(c.Parts)-1 && len(c.Parts[p]) == 1 {
				continue
			}
			d := c.clone()
			d.Parts[p] = slices.Delete(d.Parts[p], i, i+1)
			list = append(list, d)
		}
	}
	return list
}

func (c *Scenario) clone() *Scenario {
	d := &Scenario{Subject: c.Subject, New: c.New}
	for _, p := range c.Parts {
		d.Parts = append(d.Parts, slices.Clone(p))
	}
	return d
}

// Text is a call as Go has it, without the receiver.
func (s *Subject) Text(c Call) string {
	m := &s.Methods[c.Method]
	if c.Args < len(m.Fixed) {
		return m.Name + "(" + m.Fixed[c.Args] + ")"
	}
	return m.Name + "(" + m.Given[c.Args-len(m.Fixed)] + ")"
}
