package unfold_test

import (
	"fmt"
	"testing"

	"heddle/explore"
	"heddle/explore/quasi"
	"heddle/explore/quasi/unfold"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
)

// TestAncestor compares walking up by skip pointers with walking up by parents.
func TestAncestor(t *testing.T) {
	f := unfold.NewForest(1000)
	for n := int32(0); n <= 1000; n += 7 {
		for d := int32(0); d <= n; d++ {
			if got, want := f.Ancestor(n, d), f.Walk(n, d); got != want {
				t.Fatalf("the ancestor of node %d at depth %d: got %d, want %d", n, d, got, want)
			}
		}
	}
}

// BenchmarkAncestor measures one query of section 5.2 in a tree of depth 4096, by the distance of the two nodes. The
// rows called walk go from parent to parent.
func BenchmarkAncestor(b *testing.B) {
	const depth = 4096
	f := unfold.NewForest(depth)
	for _, distance := range []int32{1, 2, 4, 16, 64, 1024} {
		b.Run(fmt.Sprint("skip/", distance), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				n := depth - int32(i%16)
				f.Below(n, n-distance)
			}
		})
		b.Run(fmt.Sprint("walk/", distance), func(b *testing.B) {
			for i := 0; b.Loop(); i++ {
				n := depth - int32(i%16)
				f.Walk(n, n-distance)
			}
		})
	}
}

// unfolded returns the whole unfolding of a program, every event of which is in some execution, and the configuration
// of one execution.
func unfolded(b *testing.B, name string, size ...int) (*unfold.Structure, *unfold.Configuration) {
	p, err := papers.Program(name, size...)
	if err != nil {
		b.Fatal(err)
	}
	s := unfold.New(model.Standard)
	c := unfold.NewConfiguration(s)
	names := model.NewNames()
	var l unfold.Label
	o := explore.Options{Names: names, Preemptions: -1}
	_, err = explore.Run(prog.NewMachine(p, names), "optimal", o, func(e *explore.Execution) bool {
		if !e.Maximal {
			return true
		}
		for c.Len() > 0 {
			c.Pop()
		}
		x := e.Trace()
		for i := range x.Len() {
			quasi.LabelEvent(&l, x, i)
			c.Push(c.Add(&l))
		}
		return true
	})
	if err != nil {
		b.Fatal(err)
	}
	return s, c
}

type program struct {
	name string
	size []int
}

var programs = []program{{"dispatcher", []int{4, 4}}, {"poke", []int{3, 4}}, {"mpat", []int{5}}, {"prodcons", []int{2, 5}}, {"fib", []int{4}}}

// BenchmarkRelations measures causality and conflict between pairs of events: Theorem 6.
func BenchmarkRelations(b *testing.B) {
	for _, p := range programs {
		s, _ := unfolded(b, p.name, p.size...)
		n := s.Len()
		for relation, holds := range map[string]func(e, f unfold.Event) bool{"causality": s.Causes, "conflict": s.Conflict} {
			b.Run(fmt.Sprint(relation, "/", p.name), func(b *testing.B) {
				for i := 0; b.Loop(); i++ {
					holds(unfold.Event(1+i*7919%(n-1)), unfold.Event(1+i*104729%(n-1)))
				}
			})
		}
	}
}

// BenchmarkConfiguration removes the newest event of a configuration and pushes it again.
func BenchmarkConfiguration(b *testing.B) {
	for _, p := range programs {
		_, c := unfolded(b, p.name, p.size...)
		b.Run(p.name, func(b *testing.B) {
			for b.Loop() {
				e := c.At(c.Len() - 1)
				c.Pop()
				c.Push(e)
			}
		})
	}
}

// BenchmarkAdd looks up an event of a configuration by its label, and so computes tmax and lmax of its history:
// Definition 7.
func BenchmarkAdd(b *testing.B) {
	for _, p := range programs {
		_, c := unfolded(b, p.name, p.size...)
		b.Run(p.name, func(b *testing.B) {
			last := c.Len() - 1
			l := unfold.Label{Choice: model.Choice{Thread: 0, Partner: model.NoThread}, Past: []int32{int32(last), int32(last / 2), 0}}
			for b.Loop() {
				c.Add(&l)
			}
		})
	}
}

// comb returns a configuration with n disabled events, each with one rival of each colour. Rivals of one colour are in
// conflict, so there is an alternative if and only if there are at least n colours.
func comb(n, colours int) *unfold.Configuration {
	s := unfold.New(model.WholeObject)
	c := unfold.NewConfiguration(s)
	threads := 0
	event := func(objects ...int) unfold.Event {
		l := unfold.Label{Choice: model.Choice{Thread: model.Thread(threads), Partner: model.NoThread}}
		threads++
		for _, o := range objects {
			l.Effects = append(l.Effects, unfold.Effect{Object: model.Object(o), Role: model.Role(model.Lock)})
		}
		return c.Add(&l)
	}
	for i := range n {
		e := event(i)
		c.Disable(e)
		for k := range colours {
			s.Oppose(e, event(i, n+k))
		}
	}
	return c
}

// BenchmarkComb searches a comb of eight spikes for an alternative to k disabled events (0 is all of them): lines 4 and
// 5. The first events of the spikes are in conflict with one another. The row called none is the worst case for k = 0:
// 7 colours for 8 spikes.
func BenchmarkComb(b *testing.B) {
	for _, k := range []int{1, 2, 3, 4, 0} {
		for name, colours := range map[string]int{"found": 8, "none": 7} {
			if name == "none" && k > 0 {
				continue
			}
			c := comb(8, colours)
			b.Run(fmt.Sprint(k, "/", name), func(b *testing.B) {
				for b.Loop() {
					c.Alternative(k)
				}
			})
		}
	}
}

// BenchmarkSpikes builds the spikes of eight disabled events, each with 100 rivals, after one more event: lines 1 to 3.
func BenchmarkSpikes(b *testing.B) {
	c := comb(8, 100)
	e := c.Add(&unfold.Label{Choice: model.Choice{Thread: 2000, Partner: model.NoThread}})
	keep := func(unfold.Event) bool { return true }
	for b.Loop() {
		c.Push(e)
		c.Inherit(keep)
		c.Pop()
	}
}

// table1 are the programs of figure 3: those of table 1 of the paper that the benchmark explores in a moment.
var table1 = []program{
	{"dispatcher", []int{5, 2}}, {"dispatcher", []int{5, 3}}, {"dispatcher", []int{4, 4}}, {"mpat", []int{4}}, {"mpat", []int{5}},
	{"prodcons", []int{2, 5}}, {"prodcons", []int{3, 5}}, {"pi", []int{5}}, {"pi", []int{6}}, {"poke", []int{7, 3}}, {"poke", []int{8, 3}},
}

// A depths has the numbers of figure 3 (a) and (b) of the paper: the depths of trees and of nodes.
type depths struct {
	trees, nodes, sum     int
	below8, below16, most int
}

func (d *depths) add(s *unfold.Structure) {
	deepest := map[int32]int{}
	s.Depths(func(tree, depth int32) {
		deepest[tree] = max(deepest[tree], int(depth))
		d.nodes++
		d.sum += int(depth)
	})
	d.trees += len(deepest)
	for _, depth := range deepest {
		if depth < 8 {
			d.below8++
		}
		if depth < 16 {
			d.below16++
		}
		d.most = max(d.most, depth)
	}
}

func (d *depths) report(b *testing.B) {
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(d.trees), "trees")
	b.ReportMetric(float64(d.nodes), "nodes")
	b.ReportMetric(float64(d.sum)/float64(d.nodes), "mean-depth")
	b.ReportMetric(float64(d.most), "max-depth")
	b.ReportMetric(100*float64(d.below8)/float64(d.trees), "%-trees-below-8")
	b.ReportMetric(100*float64(d.below16)/float64(d.trees), "%-trees-below-16")
}

// BenchmarkDepths reports the depths of the trees, as figure 3 (a) and (b) of the paper does: for each program, and for
// all.
func BenchmarkDepths(b *testing.B) {
	var all depths
	for _, p := range table1 {
		b.Run(fmt.Sprint(p.name, p.size), func(b *testing.B) {
			var d depths
			for b.Loop() {
				s, _ := unfolded(b, p.name, p.size...)
				d = depths{}
				d.add(s)
			}
			d.report(b)
			all.trees, all.nodes, all.sum = all.trees+d.trees, all.nodes+d.nodes, all.sum+d.sum
			all.below8, all.below16, all.most = all.below8+d.below8, all.below16+d.below16, max(all.most, d.most)
		})
	}
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
		}
		all.report(b)
	})
}
