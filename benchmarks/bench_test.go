package benchmarks

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"testing"
)

// maxRatio is how much longer an exploration may take than the same executions without analysis.
const maxRatio = 3

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

// BenchmarkFib4 explores fib 4 by source-DPOR. It reports
//
//	executions/s     complete executions per second
//	ratio            the time of the exploration by that of the same executions run again with no analysis
//	allocs/step      allocations that grow with the length of an execution
//	allocs/execution allocations that do not: the program's own, its goroutines' and variables', and a fresh testing.T
//
// The allocations of the two kinds are told apart by fib 3, whose executions are shorter.
func BenchmarkFib4(b *testing.B) {
	measure := b.TempDir() + "/measure"
	if out, err := exec.Command("go", "build", "-o", measure, "./internal/measure").CombinedOutput(); err != nil {
		b.Fatalf("building measure: %v\n%s", err, out)
	}
	var best, short measurement
	for b.Loop() {
		m := run(b, measure, "^TestFib_[34]$")
		if fib4 := m["TestFib_4"]; best.Test == "" || fib4.ratio() < best.ratio() {
			best, short = fib4, m["TestFib_3"]
		}
	}
	perStep := max(0, (best.allocs()-short.allocs())/(best.length()-short.length()))
	b.ReportMetric(float64(best.Benchmark.Executions)/best.Benchmark.Explore.Seconds, "executions/s")
	b.ReportMetric(best.ratio(), "ratio")
	b.ReportMetric(perStep, "allocs/step")
	b.ReportMetric(best.allocs()-perStep*best.length(), "allocs/execution")
	if best.ratio() > maxRatio {
		b.Errorf("got a ratio of %.2f, want at most %d", best.ratio(), maxRatio)
	}
	if perStep > 0.05 {
		b.Errorf("got %.2f allocations per step, want none", perStep)
	}
}

func (m measurement) ratio() float64 { return m.Benchmark.Explore.Seconds / m.Benchmark.Replay.Seconds }

// runs is the number of executions, blocked ones included.
func (m measurement) runs() float64 { return float64(m.Benchmark.Executions + m.Benchmark.Blocked) }

// length is the number of steps of an execution.
func (m measurement) length() float64 { return float64(m.Benchmark.Steps) / m.runs() }

// allocs is the number of allocations for one execution.
func (m measurement) allocs() float64 { return float64(m.Benchmark.Explore.Mallocs) / m.runs() }

// run measures the tests that the regular expression selects.
func run(b *testing.B, measure, tests string) map[string]measurement {
	out, err := exec.Command(measure, "source", tests).Output()
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
