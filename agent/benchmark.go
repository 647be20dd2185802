package agent

import (
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"

	"heddle/explore"
	"heddle/model"
	"heddle/result"
)

// rounds is how many times benchmark measures.
const rounds = 5

// benchmark measures an exploration of the test, and then the same executions again without any analysis. The second
// time is the least that any explorer needs on this machine. benchmark measures both several times and keeps the
// fastest, because the machine has other work to do as well.
func (t *test) benchmark() bool {
	t.warmUp()
	s := new(schedules)
	r, err := t.exploreWith(result.Doubts{Late: true}, s.add)
	if err != nil {
		fmt.Fprintln(os.Stderr, "heddle:", err)
		os.Exit(2)
	}
	b := &result.Benchmark{Executions: r.Executions, Blocked: r.Blocked, Steps: r.Steps}
	for range rounds {
		b.Explore = fastest(b.Explore, measure(func() {
			_, _ = t.exploreWith(result.Doubts{Late: true}, func(*explore.Execution) bool { return true })
		}))
		b.Replay = fastest(b.Replay, measure(func() {
			s.each(func(choices []model.Choice) { explore.Replay(t.program, choices) })
		}))
	}
	t.send(result.Message{Type: "done", Verdict: result.Pass, Benchmark: b})
	return true
}

// fastest returns the smaller of two costs. The first is zero if nothing has been measured yet.
func fastest(a, b result.Cost) result.Cost {
	if a.Seconds > 0 && a.Seconds < b.Seconds {
		return a
	}
	return b
}

// measure collects the garbage, runs f, and returns the cost of f.
func measure(f func()) result.Cost {
	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	began := processorTime()
	f()
	took := processorTime() - began
	runtime.ReadMemStats(&after)
	return result.Cost{Seconds: took.Seconds(), Mallocs: after.Mallocs - before.Mallocs}
}

// processorTime returns the CPU time of this process so far, 0 if the system does not say. The time of other processes
// does not count.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// schedules are the choices of many executions, one after the other.
type schedules struct {
	choices []model.Choice
	ends    []int
}

func (s *schedules) add(e *explore.Execution) bool {
	s.choices = append(s.choices, e.Choices()...)
	s.ends = append(s.ends, len(s.choices))
	return true
}

func (s *schedules) each(f func([]model.Choice)) {
	from := 0
	for _, to := range s.ends {
		f(s.choices[from:to:to])
		from = to
	}
}
