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

// rounds is how often benchmark measures.
const rounds = 5

// benchmark explores the test, and then runs the same executions once more with no analysis: what is left of the time is the least that any
// explorer needs on this machine. It does both several times and counts the fastest, because the machine has other things to do as well.
func (t *test) benchmark() bool {
	t.warmUp()
	s := new(schedules)
	r, err := t.exploreWith(result.Doubts{}, s.add)
	if err != nil {
		fmt.Fprintln(os.Stderr, "heddle:", err)
		os.Exit(2)
	}
	b := &result.Benchmark{Executions: r.Executions, Blocked: r.Blocked, Steps: r.Steps}
	for range rounds {
		b.Explore = fastest(b.Explore, measure(func() {
			_, _ = t.exploreWith(result.Doubts{}, func(*explore.Execution) bool { return true })
		}))
		b.Replay = fastest(b.Replay, measure(func() {
			s.each(func(choices []model.Choice) { explore.Replay(t.program, choices) })
		}))
	}
	t.send(result.Message{Type: "done", Verdict: "pass", Benchmark: b})
	return true
}

// fastest is the smaller one of two costs, of which the first may be none yet.
func fastest(a, b result.Cost) result.Cost {
	if a.Seconds > 0 && a.Seconds < b.Seconds {
		return a
	}
	return b
}

// measure runs f, with the garbage collected before.
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

// processorTime is what the process has used so far: what other processes use does not count. 0 if the system does not say.
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
