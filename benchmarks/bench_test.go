package benchmarks

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"
)

// maxRatio is the maximum ratio of the time of an exploration to that of the same executions without analysis.
const maxRatio = 2.5

// A measurement is what internal/measure prints about one test.
type measurement struct {
	Test      string
	Benchmark struct {
		Executions, Blocked, Steps int
		Explore, Replay            struct {
			Seconds float64
			Mallocs uint64
		}
	}
}

// programs are the programs that the benchmarks explore. The executions of short, if there is one, are shorter than
// those of test, and otherwise do the same.
var programs = []struct{ name, test, short string }{
	{"fib4", "TestFib_4", "TestFib_3"},
	{"circular8", "TestCircular_8", "TestCircular_7"},
	{"lastzero10", "TestLastzero_10", ""},
}

func BenchmarkOptimal(b *testing.B) { benchmark(b, "optimal") }

func BenchmarkSource(b *testing.B) { benchmark(b, "source") }

// benchmark explores the programs by one algorithm. It reports
//
//	executions/s     complete executions per second of processor time, which other processes do not affect
//	ratio            exploration time / time of the same executions without analysis, the fastest of each
//	allocs/execution allocations, most of them the program's own (its goroutines and variables), and a fresh testing.T
//	allocs/step      the allocations that grow with the length of an execution
func benchmark(b *testing.B, algorithm string) {
	measure := b.TempDir() + "/measure"
	if out, err := exec.Command("go", "build", "-o", measure, "./internal/measure").CombinedOutput(); err != nil {
		b.Fatalf("building measure: %v\n%s", err, out)
	}
	for _, p := range programs {
		b.Run(p.name, func(b *testing.B) {
			var best, short measurement
			for b.Loop() {
				m := run(b, measure, algorithm, "^("+p.test+"|"+p.short+")$")
				best, short = m[p.test].fastest(best), m[p.short]
			}
			b.ReportMetric(float64(best.Benchmark.Executions)/best.Benchmark.Explore.Seconds, "executions/s")
			b.ReportMetric(best.allocs(), "allocs/execution")
			b.ReportMetric(best.ratio(), "ratio")
			if best.ratio() > maxRatio {
				b.Errorf("got a ratio of %.2f, want at most %.1f", best.ratio(), maxRatio)
			}
			if p.short == "" {
				return
			}
			perStep := max(0, (best.allocs()-short.allocs())/(best.length()-short.length()))
			b.ReportMetric(perStep, "allocs/step")
			if perStep > 0.05 {
				b.Errorf("got %.2f allocations per step, want none", perStep)
			}
		})
	}
}

// fastest returns m with the smaller times of two measurements of one test; n may be the zero value.
func (m measurement) fastest(n measurement) measurement {
	if n.Test != "" {
		m.Benchmark.Explore.Seconds = min(m.Benchmark.Explore.Seconds, n.Benchmark.Explore.Seconds)
		m.Benchmark.Replay.Seconds = min(m.Benchmark.Replay.Seconds, n.Benchmark.Replay.Seconds)
	}
	return m
}

func (m measurement) ratio() float64 { return m.Benchmark.Explore.Seconds / m.Benchmark.Replay.Seconds }

// runs returns the number of executions, including blocked ones.
func (m measurement) runs() float64 { return float64(m.Benchmark.Executions + m.Benchmark.Blocked) }

// length returns the average number of steps of an execution.
func (m measurement) length() float64 { return float64(m.Benchmark.Steps) / m.runs() }

// allocs returns the average number of allocations of an execution.
func (m measurement) allocs() float64 { return float64(m.Benchmark.Explore.Mallocs) / m.runs() }

// run measures the tests that the regular expression selects.
func run(b *testing.B, measure, algorithm, tests string) map[string]measurement {
	out, err := exec.Command(measure, algorithm, tests).Output()
	if err != nil {
		exit, _ := err.(*exec.ExitError)
		b.Fatalf("measure: %v\n%s", err, exit.Stderr)
	}
	all := map[string]measurement{}
	for lines := json.NewDecoder(bytes.NewReader(out)); lines.More(); {
		var m measurement
		if err := lines.Decode(&m); err != nil {
			b.Fatal(err)
		}
		all[m.Test] = m
	}
	return all
}
