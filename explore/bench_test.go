package explore_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
)

// fixed returns a program of the papers, ready to run.
func fixed(t testing.TB, name string, n int) (model.Program, *model.Names) {
	p, err := papers.Program(name, n)
	if err != nil {
		t.Fatal(err)
	}
	names := model.NewNames()
	return prog.NewMachine(p, names), names
}

// sizes are the programs that the benchmarks run.
var sizes = []struct {
	name string
	n    int
}{{"fib", 4}, {"circular", 8}, {"lastzero", 10}, {"mpat", 5}, {"length", 4096}}

func BenchmarkSource(b *testing.B) { benchmark(b, "source") }

func BenchmarkOptimal(b *testing.B) { benchmark(b, "optimal") }

func BenchmarkPOP(b *testing.B) { benchmark(b, "pop") }

func BenchmarkQuasi(b *testing.B) { benchmark(b, "quasi") }

// benchmark explores the programs with one algorithm. It reports
//
//	executions/s executions per second, blocked ones included
//	ns/step      the time of the exploration divided by the number of events
//	ratio        the time of the exploration divided by that of replaying the same executions without analysis, which no
//	             algorithm can beat; the fastest run of each counts
func benchmark(b *testing.B, algorithm string) {
	for _, s := range sizes {
		b.Run(fmt.Sprint(s.name, s.n), func(b *testing.B) {
			b.ReportAllocs()
			m, names := fixed(b, s.name, s.n)
			schedules := schedules(b, s.name, s.n, algorithm)
			var r explore.Result
			explored, replayed := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64)
			for b.Loop() {
				explored = min(explored, took(func() {
					r, _ = explore.Run(m, algorithm, explore.Options{Names: names, Preemptions: -1}, all)
				}))
				b.StopTimer()
				replayed = min(replayed, took(func() {
					for _, choices := range schedules {
						explore.Replay(m, choices)
					}
				}))
				b.StartTimer()
			}
			b.ReportMetric(float64(explored)/float64(r.Steps), "ns/step")
			b.ReportMetric(float64(r.Executions+r.Blocked)/explored.Seconds(), "executions/s")
			b.ReportMetric(float64(explored)/float64(replayed), "ratio")
		})
	}
}

// took returns how long f takes.
func took(f func()) time.Duration {
	began := time.Now()
	f()
	return time.Since(began)
}

// schedules returns the schedules of all executions that the algorithm explores.
func schedules(t testing.TB, name string, n int, algorithm string) (all [][]model.Choice) {
	m, names := fixed(t, name, n)
	_, err := explore.Run(m, algorithm, explore.Options{Names: names, Preemptions: -1}, func(e *explore.Execution) bool {
		all = append(all, slices.Clone(e.Choices()))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
