package agent

import (
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"heddle/result"
	"heddle/sched"
	"heddle/sched/failure"
)

// A watchdog ends the process when a managed goroutine hangs where the engine does not see it: in the network poller,
// in a system call, or in a loop without a visible operation.
type watchdog struct {
	agent *agent
	mu    sync.Mutex
	test  *test // nil between tests
}

const (
	// waitPatience is how long a managed goroutine may wait in the runtime or in a system call.
	waitPatience = 2 * time.Second
	// patience is how long it may run without a visible operation.
	patience = 30 * time.Second
	// simplePatience is how long it may while a simpler schedule is looked for: there is a failure already.
	simplePatience = 5 * time.Second
)

func (w *watchdog) begin(t *test) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.test = t
}

func (w *watchdog) end() { w.begin(nil) }

// start starts the watchdog. It makes the ticker before any test begins: on first use, package time works under a lock,
// and a test that found this lock held would be explored without exemptions.
func (w *watchdog) start() { go w.run(time.Tick(200 * time.Millisecond)) }

func (w *watchdog) run(ticks <-chan time.Time) {
	last, since := sched.Steps(), time.Now()
	for range ticks {
		w.mu.Lock()
		t := w.test
		if n := sched.Steps(); n != last || t == nil {
			last, since = n, time.Now()
		} else if sched.Deciding() {
			since = time.Now()
		} else if reason := sched.Waits(); reason != "" && time.Since(since) > waitPatience {
			w.stop(t, failure.KindUnsupported, "a goroutine of the test is blocked where Heddle has no control ("+reason+
				"): on the network, a file, another process, or a goroutine that the test did not start")
		} else if t.simplifies.Load() != nil && time.Since(since) > simplePatience {
			w.stop(t, "", "")
		} else if time.Since(since) > patience {
			w.stop(t, failure.KindSteps, "a goroutine of the test has run for "+patience.String()+
				" without an operation that Heddle sees")
		}
		if t != nil {
			since = since.Add(t.stoppedFor())
		}
		w.mu.Unlock()
	}
}

// stop reports the obstacle and ends the process: a goroutine that hangs cannot be stopped.
func (w *watchdog) stop(t *test, kind, message string) {
	f := result.Failure{Kind: kind, Message: message, Execution: t.executions, Doubts: t.doubts.Doubts,
		Where: hanging()}
	if data, err := os.ReadFile(w.agent.config.Choices); err == nil {
		_, f.Choices, _ = result.ParseChoices(data)
	}
	if found := t.simplifies.Load(); found != nil { // it is a schedule that nobody needs
		f = *found
	}
	t.report(&f)
	t.send(result.Message{Type: "done", Verdict: t.found.Or(t.hindered), Reason: t.obstacle, Progress: &result.Progress{Executions: max(0, t.executions-1),
		Elapsed: time.Since(t.began).Seconds(), PeakRSS: peakRSS()}})
	os.Exit(result.StoppedExit)
}

// hanging returns the stack of the managed goroutine that runs: all others have been switched away from.
func hanging() []result.Frame {
	buf := make([]byte, 1<<20)
	buf = buf[:runtime.Stack(buf, true)]
	for _, g := range strings.Split(string(buf), "\n\n") {
		head, rest, _ := strings.Cut(g, "\n")
		if strings.Contains(g, "heddle/sched.(*worker).loop") && !strings.Contains(head, "[coroutine") {
			return parseStack(rest)
		}
	}
	return nil
}

// parseStack parses a stack as runtime.Stack prints it: a line for the function, then an indented line for the
// position.
func parseStack(text string) []result.Frame {
	var frames []result.Frame
	lines := strings.Split(text, "\n")
	for i := 0; i+1 < len(lines); i += 2 {
		function := lines[i]
		if paren := strings.LastIndexByte(function, '('); paren > 0 {
			function = function[:paren]
		}
		place, _, _ := strings.Cut(strings.TrimSpace(lines[i+1]), " ")
		colon := strings.LastIndexByte(place, ':')
		if strings.HasPrefix(function, "created by ") {
			break
		}
		if colon < 0 || strings.HasPrefix(function, "heddle/") || strings.HasPrefix(function, "runtime.") {
			continue
		}
		n, _ := strconv.Atoi(place[colon+1:])
		frames = append(frames, result.Frame{Func: function, File: place[:colon], Line: n})
	}
	return frames
}
