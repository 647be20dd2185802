package agent

import (
	"encoding/json"
	"os"
	"slices"
	"syscall"
	"time"

	"heddle/explore"
	"heddle/result"
)

// leastTurn is the shortest first turn of a test, if -timeout leaves enough time.
const leastTurn = 20 * time.Millisecond

// turns are the times for which a process explores. A test that is not over at the end of its turn is set aside where it is: the process
// says so, and waits for its next turn. It explores no other test after it: meanwhile other processes do that.
type turns struct {
	from  *json.Decoder // brings the turns; nil if no test is set aside
	first time.Duration // the longest first turn of a test
	tests int           // that have not begun
	end   time.Time     // of the running turn; zero for none
	aside bool          // a test has been set aside
	ended string        // why the exploration must end now; empty if it goes on
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
func (s *turns) begin(deadline time.Time) {
	if s.from == nil {
		return
	}
	now, turn := time.Now(), s.first
	if !deadline.IsZero() {
		turn = min(turn, max(deadline.Sub(now)/time.Duration(2*max(s.tests, 1)), leastTurn))
	}
	s.tests--
	s.end = now.Add(turn)
}

// over reports whether the running turn is over.
func (s *turns) over() bool { return !s.end.IsZero() && !time.Now().Before(s.end) }

// goesOn reports whether the exploration goes on after the execution e. If the turn is over, it sets the test aside and waits for the next
// one.
func (t *test) goesOn(e *explore.Execution) bool {
	s := &t.agent.turns
	if !s.over() || t.agent.late() {
		return true
	}
	s.aside = true
	t.agent.watch.end()
	t.agent.around.restore()
	t.send(result.Message{Type: "aside", Progress: t.standing(e)})
	began := time.Now()
	var next result.Turn
	if s.from.Decode(&next) != nil {
		os.Exit(result.StoppedExit) // the heddle process is gone
	}
	now := time.Now()
	t.began = t.began.Add(now.Sub(began))
	t.agent.watch.begin(t)
	s.end, t.agent.deadline = time.Time{}, time.Time{}
	if next.Time > 0 {
		s.end = now.Add(time.Duration(next.Time))
	}
	if next.Limit > 0 {
		t.agent.deadline = now.Add(time.Duration(next.Limit))
	}
	if s.ended = next.End; s.ended != "" {
		t.agent.deadline = now // late from now on
		return false
	}
	return true
}
