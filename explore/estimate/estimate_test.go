package estimate_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/benchmarks/table"
	"heddle/explore"
	"heddle/explore/estimate"
	"heddle/explore/search"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
	"heddle/trace"
)

var programs = flag.Int("programs", 200, "the number of random programs")

// estimated returns the estimate after so many probes of p.
func estimated(t *testing.T, p *prog.Program, probes int, seed int64) search.Estimate {
	t.Helper()
	names := model.NewNames()
	m := prog.NewMachine(p, names)
	e := estimate.New(trace.NewExecution(names, model.Standard), search.Options{Names: names, Seed: seed, Preemptions: -1})
	var prefix []model.Choice
	for range probes {
		o := m.Run(prefix, e.Next)
		e.(search.Listener).Ended(&o)
		prefix, _ = e.Backtrack()
	}
	return e.(search.Estimator).Estimate()
}

// A judgement counts how often estimates are right.
type judgement struct {
	in, n   int
	factors []float64 // by which they are off
}

func (j *judgement) add(t *testing.T, name string, got search.Estimate, want float64) {
	j.n++
	if got.Low <= want && want <= got.High {
		j.in++
	} else {
		t.Logf("%s has %.0f traces: got %.4g (%.4g to %.4g)", name, want, got.Traces, got.Low, got.High)
	}
	j.factors = append(j.factors, math.Exp(math.Abs(math.Log(got.Traces/want))))
}

// judge fails the test unless nine of ten intervals have the truth, and the median is off by less than a factor of 2.
func (j *judgement) judge(t *testing.T) {
	slices.Sort(j.factors)
	median := j.factors[len(j.factors)/2]
	t.Logf("%d of %d intervals have the truth; estimates are off by a factor of %.2f in the median, %.2f in one of ten, %.2f at most", j.in, j.n, median,
		j.factors[len(j.factors)*9/10], j.factors[len(j.factors)-1])
	if 10*j.in < 9*j.n || median >= 2 {
		t.Errorf("want nine of ten, and a factor below 2")
	}
}

// TestPrograms estimates the numbers of traces of the papers' programs.
func TestPrograms(t *testing.T) {
	var j judgement
	for _, row := range table.Traces() {
		var size []int
		for _, s := range strings.Split(row.Parameters, ",") {
			n, err := strconv.Atoi(s)
			if err != nil {
				t.Fatal(err)
			}
			size = append(size, n)
		}
		p, err := papers.Program(row.Name, size...)
		if err != nil {
			t.Fatal(err)
		}
		j.add(t, row.String(), estimated(t, p, 1000, 1), float64(row.Traces))
	}
	j.judge(t)
}

// TestRandomPrograms estimates those of random programs that have at least 100.
func TestRandomPrograms(t *testing.T) {
	var j judgement
	sorts := [][]prog.Sort{
		{prog.Atomic, prog.Plain}, {prog.Mutex, prog.Atomic}, {prog.RWMutex, prog.Atomic}, {prog.Chan}, {prog.Once, prog.Cond, prog.Mutex},
		{prog.WaitGroup, prog.Atomic}, {prog.Timer, prog.Chan, prog.Atomic}, {prog.Chan, prog.Mutex, prog.Atomic, prog.WaitGroup},
	}
	for seed := uint64(0); j.n < *programs; seed++ {
		p := prog.Random(rand.New(rand.NewPCG(seed, 8)), prog.Shape{Threads: 4 + int(seed%2), Length: 4 + int(seed%3), Objects: 3, Sorts: sorts[seed%8]})
		names := model.NewNames()
		r, err := explore.Run(prog.NewMachine(p, names), "optimal", explore.Options{Names: names, Preemptions: -1, MaxExecutions: 20000},
			func(*explore.Execution) bool { return true })
		if err != nil {
			t.Fatal(err)
		}
		if r.Complete && r.Executions >= 100 {
			j.add(t, "seed "+strconv.FormatUint(seed, 10), estimated(t, p, 1000, 1), float64(r.Executions))
		}
	}
	j.judge(t)
}
