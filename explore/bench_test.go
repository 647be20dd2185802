package explore_test

import (
	"fmt"
	"slices"
	"testing"

	"heddle/explore"
	"heddle/prog"
	"heddle/trace"
)

// fixed is a program of the papers, ready to run.
func fixed(t testing.TB, name string, n int) (trace.Program, *trace.Names) {
	p, err := prog.Paper(name, n)
	if err != nil {
		t.Fatal(err)
	}
	names := trace.NewNames()
	return prog.NewMachine(p, names), names
}

// schedules are those of all executions that source explores.
func schedules(t testing.TB, name string, n int) (all [][]trace.Choice) {
	m, names := fixed(t, name, n)
	_, err := explore.Run(m, "source", explore.Options{Names: names, Preemptions: -1}, func(e *explore.Execution) bool {
		all = append(all, slices.Clone(e.Choices()))
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// sizes are the programs that the benchmarks run.
var sizes = []struct {
	name string
	n    int
}{{"fib", 4}, {"circular", 7}, {"lastzero", 10}, {"mpat", 5}, {"length", 4096}}

func BenchmarkSource(b *testing.B) { benchmark(b, "source") }

func BenchmarkOptimal(b *testing.B) { benchmark(b, "optimal") }

func BenchmarkPOP(b *testing.B) { benchmark(b, "pop") }

func benchmark(b *testing.B, algorithm string) {
	for _, s := range sizes {
		b.Run(fmt.Sprint(s.name, s.n), func(b *testing.B) {
			b.ReportAllocs()
			executions, steps := 0, 0
			for b.Loop() {
				m, names := fixed(b, s.name, s.n)
				r, err := explore.Run(m, algorithm, explore.Options{Names: names, Preemptions: -1}, all)
				if err != nil {
					b.Fatal(err)
				}
				executions, steps = r.Executions+r.Blocked, r.Steps
			}
			report(b, executions, steps)
		})
	}
}

// BenchmarkReplay runs the executions of BenchmarkSource with no analysis: what no algorithm can be faster than.
func BenchmarkReplay(b *testing.B) {
	for _, s := range sizes {
		all := schedules(b, s.name, s.n)
		b.Run(fmt.Sprint(s.name, s.n), func(b *testing.B) {
			b.ReportAllocs()
			steps := 0
			m, _ := fixed(b, s.name, s.n)
			for b.Loop() {
				steps = 0
				for _, choices := range all {
					steps += explore.Replay(m, choices).Steps
				}
			}
			report(b, len(all), steps)
		})
	}
}

func report(b *testing.B, executions, steps int) {
	perRun := float64(b.Elapsed().Nanoseconds()) / float64(b.N)
	b.ReportMetric(perRun/float64(steps), "ns/step")
	b.ReportMetric(float64(executions)/perRun*1e9, "executions/s")
}
