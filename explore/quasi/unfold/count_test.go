//go:build unfold_count

package unfold_test

import (
	"fmt"
	"testing"

	"heddle/explore"
	"heddle/explore/quasi/unfold"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
)

// steps are candidates for the base of the skip pointers. The last is greater than every depth: no skip pointers.
var steps = []int32{2, 3, 4, 8, 16, 1 << 20}

// hops returns the number of nodes that forest.ancestor visits on its way up from one depth to another, and of pointers
// that it reads.
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

// A counts has numbers of queries by the depths of the two nodes.
type counts map[[2]int32]int

// explored returns the queries of an exploration of p with k = 0.
func explored(b *testing.B, p program) [2]counts {
	unfold.Queries = [...]map[[2]int32]int{{}, {}}
	program, err := papers.Program(p.name, p.size...)
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

// report reports the distances of the nodes: the percentages of queries at distances 1 to 2 and 1 to 4, the mean and
// the maximum.
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

// BenchmarkQueries reports figure 3 (c) and (d) of the paper: the difference in depth of the nodes that are compared
// for causality and for conflict when quasi explores a program with k = 0, for each program and for all. For each step
// of the skip pointers it also reports the nodes visited and the pointers read per query. It needs the build tag
// unfold_count, and measures no time.
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
