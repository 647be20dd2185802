//go:build unfold_count

package unfold_test

import (
	"fmt"
	"testing"

	"heddle/explore"
	"heddle/explore/quasi/unfold"
	"heddle/model"
	"heddle/prog"
)

// steps are the candidates for the base of the skip pointers; one that no tree is as deep as stands for none.
var steps = []int32{2, 3, 4, 8, 16, 1 << 20}

// hops are the nodes that forest.ancestor visits on its way from one depth up to another, and the pointers that it reads.
func hops(step, from, to int32) (nodes, pointers int) {
	for from > to {
		next := from - 1
		pointers++
		for d, size := from, step; d%step == 0 && size <= from-to; d, size = d/step, size*step {
			next = from - size
			pointers++
		}
		from = next
		nodes++
	}
	return nodes, pointers
}

// counts are numbers of queries by the depths of the two nodes.
type counts map[[2]int32]int

// explored are the queries of an exploration of p with k = 0.
func explored(b *testing.B, p program) [2]counts {
	unfold.Queries = [...]map[[2]int32]int{{}, {}}
	program, err := prog.Paper(p.name, p.size...)
	if err != nil {
		b.Fatal(err)
	}
	names := model.NewNames()
	o := explore.Options{Names: names, Preemptions: -1}
	if _, err := explore.Run(prog.NewMachine(program, names), "quasi", o, func(*explore.Execution) bool { return true }); err != nil {
		b.Fatal(err)
	}
	return [...]counts{unfold.Queries[0], unfold.Queries[1]}
}

func (c counts) add(d counts) {
	for depths, n := range d {
		c[depths] += n
	}
}

// report says how many in a hundred of the queries are about nodes that are so far apart.
func (c counts) report(b *testing.B, name string) {
	all, sum, most := 0, 0, 0
	var within [5]int
	for d, n := range c {
		distance := int(d[0] - d[1])
		all += n
		sum += n * distance
		most = max(most, distance)
		for k := distance; k < len(within); k++ {
			within[k] += n
		}
	}
	b.ReportMetric(100*float64(within[2]-within[0])/float64(all), name+"-%1-2")
	b.ReportMetric(100*float64(within[4]-within[0])/float64(all), name+"-%1-4")
	b.ReportMetric(float64(sum)/float64(all), name+"-mean")
	b.ReportMetric(float64(most), name+"-max")
}

// BenchmarkQueries is figure 3 (c) and (d) of the paper of 2018: how far apart in depth the nodes are that are compared for causality and for
// conflict when quasi explores a program with k = 0, for each program and for all; and for each step of the skip pointers, how
// many nodes are visited and pointers read for a query. It needs the build tag unfold_count, and measures no time.
func BenchmarkQueries(b *testing.B) {
	all := [2]counts{{}, {}}
	report := func(b *testing.B, c [2]counts) {
		b.ReportMetric(0, "ns/op")
		c[0].report(b, "causality")
		c[1].report(b, "conflict")
	}
	for _, p := range table1 {
		b.Run(fmt.Sprint(p.name, p.size), func(b *testing.B) {
			var c [2]counts
			for b.Loop() {
				c = explored(b, p)
			}
			report(b, c)
			all[0].add(c[0])
			all[1].add(c[1])
		})
	}
	b.Run("all", func(b *testing.B) {
		for b.Loop() {
		}
		report(b, all)
	})
	for _, step := range steps {
		b.Run(fmt.Sprint("all/step-", step), func(b *testing.B) {
			for b.Loop() {
			}
			b.ReportMetric(0, "ns/op")
			n, visited, read := 0, 0, 0
			for _, c := range all {
				for d, queries := range c {
					nodes, pointers := hops(step, d[0], d[1])
					n += queries
					visited += queries * nodes
					read += queries * pointers
				}
			}
			b.ReportMetric(float64(visited)/float64(n), "nodes/query")
			b.ReportMetric(float64(read)/float64(n), "pointers/query")
		})
	}
}
