package unfold_test

import (
	"fmt"
	"testing"

	"heddle/explore"
	"heddle/prog"
	"heddle/trace"
	"heddle/unfold"
)

// TestAncestor compares the way up by skip pointers with that by parents.
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

// BenchmarkAncestor is one query of section 5.2 in a tree of depth 4096, by the distance of the two nodes; walk goes from parent to
// parent.
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

// unfolded is the whole unfolding of a program, all of whose events some execution has, with the configuration of one execution left
// in it.
func unfolded(b *testing.B, name string, size ...int) (*unfold.Structure, *unfold.Configuration) {
	p, err := prog.Paper(name, size...)
	if err != nil {
		b.Fatal(err)
	}
	s := unfold.New(trace.Standard)
	c := unfold.NewConfiguration(s)
	names := trace.NewNames()
	var l trace.Label
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
			x.Label(i, &l)
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

// BenchmarkRelations are causality and conflict between all pairs of events: Theorem 6.
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

// BenchmarkConfiguration takes the newest event of a configuration out and puts it back.
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

// table1 are the programs of figure 3: those of table 1 of the paper, as far as the benchmark can explore them in a moment.
var table1 = []program{
	{"dispatcher", []int{5, 2}}, {"dispatcher", []int{5, 3}}, {"dispatcher", []int{4, 4}}, {"mpat", []int{4}}, {"mpat", []int{5}},
	{"prodcons", []int{2, 5}}, {"prodcons", []int{3, 5}}, {"pi", []int{5}}, {"pi", []int{6}}, {"poke", []int{7, 3}}, {"poke", []int{8, 3}},
}

// A depths is what figure 3 (a) and (b) of the paper say of trees.
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

// BenchmarkDepths reports the depths of the trees, as figure 3 (a) and (b) of the paper does: of each program's, and of all.
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
