package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"

	"heddle/explore"
	"heddle/result"
)

// A worker explores parts of a test, one assignment after the other.
type worker struct{ *test }

// run calls work, and ends the process if that fails.
func (t worker) run() bool {
	if err := t.work(); err != nil {
		fmt.Fprintln(os.Stderr, "heddle:", err)
		os.Exit(2)
	}
	return true
}

// work explores the parts of the test that come in assignments, until there are no more.
func (t worker) work() error {
	syscall.CloseOnExec(result.WorkFD)
	assignments, failed := make(chan result.Assignment), error(nil)
	go func() {
		failed = t.receive(json.NewDecoder(os.NewFile(result.WorkFD, "work")), assignments)
		close(assignments)
	}()
	t.warmUp()
	t.prepare(result.Doubts{})
	for {
		t.agent.watch.end() // an idle worker does not hang
		a, ok := <-assignments
		if !ok {
			return failed
		}
		t.agent.watch.begin(t.test)
		if err := t.assigned(&a); err != nil {
			return err
		}
	}
}

// receive passes assignments on. An assignment without parts asks for the rest of the previous one; it has no effect if
// that is done.
func (t worker) receive(from *json.Decoder, to chan<- result.Assignment) error {
	for {
		var a result.Assignment
		if err := from.Decode(&a); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return fmt.Errorf("reading an assignment: %w", err)
		}
		t.slice.ask(len(a.Parts) == 0)
		if len(a.Parts) > 0 {
			to <- a
		}
	}
}

// assigned explores the parts of one assignment in order, and sends the rest.
func (t worker) assigned(a *result.Assignment) error {
	if t.doubts.Doubts != a.Doubts {
		t.prepare(a.Doubts)
		// What was found with other doubts does not count.
		t.failures, t.found, t.hindered, t.obstacle, t.stopped = map[string]bool{}, "", "", "", false
	}
	t.slice.begin(a.Slice)
	clear(t.shows)
	m := result.Message{Type: "part", Progress: &result.Progress{}, Rest: a.Parts}
	for more := true; more && len(m.Rest) > 0; {
		part, err := t.wire().Part(&m.Rest[0])
		if err != nil {
			return fmt.Errorf("reading a part: %w", err)
		}
		left := 0
		if a.MaxExecutions > 0 {
			left = a.MaxExecutions - m.Progress.Executions - m.Progress.Blocked
		}
		r, err := t.explorePart(&part, left)
		if err != nil {
			return err
		}
		m.Rest = append(t.wire().Parts(r.Rest), m.Rest[1:]...)
		addTo(m.Progress, r)
		if r.Refused {
			m.Reason = t.whyIncomplete(r)
		}
		more = !t.slice.over() && r.Diverged == 0 && !t.stopped && (left == 0 || r.Executions+r.Blocked < left)
	}
	m.Reason = after(m.Reason, addChance(&m, t.program))
	m.Doubts, _ = t.doubt()
	m.HoldsUp, m.Inputs = t.program.HoldsUp(), t.reads()
	m.Progress.PeakRSS, m.Progress.Shows = peakRSS(), t.shows
	t.send(m)
	return nil
}

// explorePart explores one part; maxExecutions is 0 for no bound.
func (t worker) explorePart(part *explore.Part, maxExecutions int) (explore.Result, error) {
	o, err := t.options(maxExecutions)
	if err != nil {
		return explore.Result{}, err
	}
	r, err := explore.RunPart(t.program, part, o, t.visit)
	if r.Diverged > 0 {
		t.nondeterminism(r)
	}
	return r, err
}

// divided sends the rest of the test after the first slice, and ends the process.
func (t *test) divided(r explore.Result) {
	m := result.Message{Type: "divided", Verdict: t.hindered, Progress: t.progress(r), First: t.first, Note: t.known(r), Inputs: t.reads()}
	t.rest(&m, r)
	m.Reason = after(t.obstacle, addChance(&m, t.program))
	t.agent.watch.end()
	t.send(m)
	os.Exit(result.StoppedExit)
}

// rest adds to m what is left of the exploration.
func (t *test) rest(m *result.Message, r explore.Result) {
	if len(r.Rest) > 0 {
		m.Rest, m.Doubts, m.HoldsUp, m.Alone = t.wire().Parts(r.Rest), t.doubts.Doubts, t.program.HoldsUp(), t.agent.around.shared
	}
}

// mostRest bounds the number of transitions in what is left of an exploration, if other ways are open.
const mostRest = 2_000_000

// dividable reports whether the exploration can be divided, if what is left of it has that size: see explore.Options.Rest.
func (t *test) dividable(size int) bool {
	return 0 < size && size <= mostRest && t.doubts.Turn == 0 && t.doubts.Rests == 0
}

// wantsRest reports whether what is left of the exploration is wanted, which has that size: that of explore.Options.Rest.
func (t *test) wantsRest(size int) bool {
	c := t.agent.config
	return c.Slice > 0 || t.slice.over() || c.Keep && t.dividable(size)
}

func addTo(p *result.Progress, r explore.Result) {
	p.Executions += r.Executions
	p.Blocked += r.Blocked
	p.Steps += r.Steps
	p.MaxSteps = max(p.MaxSteps, r.MaxSteps)
	p.Threads = max(p.Threads, r.Threads)
}
