package agent

import (
	"encoding/json"
	"os"
	"slices"
	"sync/atomic"
	"syscall"
	"time"

	"heddle/explore"
	"heddle/result"
	"heddle/sched"
)

const (
	// leastTurn is the shortest first turn of a test, if -timeout leaves enough time.
	leastTurn = 20 * time.Millisecond
	// overrun is how much longer than the turn an execution, or its analysis, may take before it is stopped where it is.
	overrun = 500 * time.Millisecond
)

// turns are the times for which a process explores. A test that is not over at the end of its turn is set aside where it is: the process
// says so, and waits for its next turn. It explores no other test after it: meanwhile other processes do that.
type turns struct {
	from  *json.Decoder // brings the turns; nil if no test is set aside
	first time.Duration // the longest first turn of a test
	tests int           // that have not begun
	end   moment        // of the running turn
	aside bool          // a test has been set aside
	ended string        // why the exploration must end now; empty if it goes on
	parts bool          // it must be divided now, if it can be
}

// open opens the pipe that brings turns, if tests are to be set aside.
func (s *turns) open(c *result.Config, tests []string) {
	if c.Turn == 0 {
		return
	}
	syscall.CloseOnExec(result.WorkFD)
	s.from, s.first = json.NewDecoder(os.NewFile(result.WorkFD, "turns")), time.Duration(c.Turn)
	for _, name := range tests {
		if !slices.Contains(c.Skip, name) {
			s.tests++
		}
	}
}

// begin begins the first turn of a test. The tests that have not begun get half of the time that is left until the deadline, if there is
// one.
func (s *turns) begin(deadline *moment) {
	if s.from == nil {
		return
	}
	turn := s.first
	if left, ok := deadline.left(); ok {
		turn = min(turn, max(left/time.Duration(2*max(s.tests, 1)), leastTurn))
	}
	s.tests--
	s.end.set(turn)
}

// goesOn reports whether the exploration goes on after the execution e. If the turn is over, it sets the test aside and waits for the next
// one.
func (t *test) goesOn(e *explore.Execution) bool {
	s := &t.agent.turns
	if !s.end.passed() || t.agent.late() {
		return t.agent.turns.ended == ""
	}
	t.agent.watch.end()
	if s.end.passed() { // else the watchdog has brought the next turn
		t.agent.around.restore()
		t.setAside(result.Message{Type: "aside", Progress: t.standing(e)})
	}
	t.agent.watch.begin(t)
	if s.parts && s.ended == "" && !t.agent.around.shared && t.dividable(e.Size()) {
		t.slice.ask(true)
	}
	return s.ended == "" && !t.slice.over()
}

// stoppedFor sets the test aside in the middle of an execution, or of its analysis, that takes longer than its turn. The heddle process stops
// this process then. It reports for how long. An execution that has changed files goes on: other tests would find them. So does one that
// waits in the runtime or in a system call: that is soon known to be no use.
func (t *test) stoppedFor() time.Duration {
	s := &t.agent.turns
	if left, ok := s.end.left(); !ok || left > -overrun || changed || t.agent.late() || sched.Waits() != "" {
		return 0
	}
	return t.setAside(result.Message{Type: "aside", Process: os.Getpid(), Progress: &result.Progress{PeakRSS: peakRSS()}})
}

// setAside sends m and waits for the next turn. It returns how long that took.
func (t *test) setAside(m result.Message) time.Duration {
	s := &t.agent.turns
	s.aside = true
	m.Test = t.name
	began := time.Now()
	var next result.Turn
	t.agent.out.ask(m, func() {
		if s.from.Decode(&next) != nil {
			os.Exit(result.StoppedExit) // the heddle process is gone
		}
	})
	waited := time.Since(began)
	t.began = t.began.Add(waited)
	s.end.set(time.Duration(next.Time))
	t.agent.deadline.set(time.Duration(next.Limit))
	s.parts = next.Divide
	if s.ended = next.End; s.ended != "" {
		t.agent.deadline.set(1) // late from now on
	}
	return waited
}

// A moment is a point in time that comes, or, if it is zero, does not. Its methods may be called concurrently.
type moment struct {
	at atomic.Int64 // nanoseconds after the process began
}

var processBegan = time.Now()

// set makes d from now the moment; 0 for never.
func (m *moment) set(d time.Duration) {
	if d != 0 {
		d += time.Since(processBegan)
	}
	m.at.Store(int64(d))
}

// left returns the time until then, and whether it comes.
func (m *moment) left() (time.Duration, bool) {
	at := m.at.Load()
	if at == 0 {
		return 0, false // the clock is not read after every execution
	}
	return time.Duration(at) - time.Since(processBegan), true
}

// passed reports whether it has come.
func (m *moment) passed() bool {
	left, ok := m.left()
	return ok && left <= 0
}
