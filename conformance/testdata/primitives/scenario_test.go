package primitives

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// The environment says how scenarios run: without it, as short native tests.
const (
	runsEnv  = "CONFORMANCE_RUNS" // native runs of each scenario; 0 for one run under control
	notesEnv = "CONFORMANCE_OUT"  // the file to which outcomes are appended, a line each: test, "got" or "want", outcome
	dieEnv   = "CONFORMANCE_DIE"  // the process is the child in which a scenario of die runs
	spinEnv  = "CONFORMANCE_SPIN" // every scenario begins with a loop that polls, so that others are looked for from the beginning
)

// Outcomes that a scenario does not return. Under control, they are Heddle's failures.
const (
	blocked = "blocked" // the scenario never ends
	leaks   = "leaks"   // a goroutine is blocked at the end: not seen natively
	races   = "races"   // there is a data race: not seen natively
	polls   = "polls"   // the scenario never ends, because a goroutine polls

	unsupported = "unsupported" // Heddle says that it cannot control what happens
	incomplete  = "incomplete"  // Heddle says that it has not explored everything
)

// natively is the prefix of an outcome that only native runs show, because Heddle reports its cause in another way.
const natively = "natively: "

// failed is the prefix of an outcome that is a failure of the test.
const failed = "fatal: "

const (
	defaultRuns = 100
	fewRuns     = 200
)

var (
	controlled bool
	runs       = defaultRuns
	notes      *os.File
)

func init() {
	if n, err := strconv.Atoi(os.Getenv(runsEnv)); err == nil {
		runs, controlled = n, n == 0
	}
	if name := os.Getenv(notesEnv); name != "" {
		var err error
		if notes, err = os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666); err != nil {
			panic(err)
		}
	}
}

func note(t *testing.T, what, outcome string) {
	if notes == nil {
		return
	}
	if _, err := fmt.Fprintf(notes, "%s\t%s\t%s\n", t.Name(), what, outcome); err != nil {
		panic(err)
	}
}

// check runs the scenario f, whose possible outcomes are want. Native runs are on one goroutine, one after the other,
// so f must always end.
func check(t *testing.T, f func() string, want ...string) {
	if controlled {
		spin()
		note(t, "got", outcome(f))
		return
	}
	got := newOutcomes(t, want)
	for range runs {
		got.add(outcome(f))
	}
}

// rounds is where spin counts. To the rest of the program each of its rounds is the same.
var rounds atomic.Int32

// spin is a loop that seems to poll, if spinEnv asks for one.
func spin() {
	if os.Getenv(spinEnv) == "" {
		return
	}
	for rounds.Load() < 100 {
		rounds.Add(1)
	}
}

// checkFew is check for scenarios that use the file system: natively they run less often.
func checkFew(t *testing.T, f func() string, want ...string) {
	all := runs
	runs = min(runs, fewRuns)
	defer func() { runs = all }()
	check(t, f, want...)
}

// checkSlow is check for scenarios that sleep or can block: natively many run at once.
func checkSlow(t *testing.T, f func() string, want ...string) {
	checkAtOnce(t, runs, f, want)
}

// checkLong is checkSlow for scenarios that always sleep for long: natively all runs are at once.
func checkLong(t *testing.T, f func() string, want ...string) {
	checkAtOnce(t, min(runs, batch), f, want)
}

func checkAtOnce(t *testing.T, runs int, f func() string, want []string) {
	if controlled {
		spin()
		note(t, "got", outcome(f))
		return
	}
	t.Parallel()
	got := newOutcomes(t, want)
	for left := runs; left > 0; left -= batch {
		if got.runBatch(f, min(left, batch)) > 0 {
			return // a scenario that blocks once costs seconds each time
		}
	}
}

const (
	batch = 1000
	// Runs count as blocked when none has ended for this long; it is short where the outcome is expected.
	patience     = 200 * time.Millisecond
	longPatience = 20 * time.Second
)

// outcome returns what f returns, or its panic as text.
func outcome(f func() string) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = "panic: " + fmt.Sprint(v)
		}
	}()
	return f()
}

// outcomes are the outcomes of the native runs of one scenario.
type outcomes struct {
	t    *testing.T
	want []string
	mu   sync.Mutex
	seen []string
}

func newOutcomes(t *testing.T, want []string) *outcomes {
	for _, o := range want {
		note(t, "want", o)
	}
	return &outcomes{t: t, want: want}
}

func (o *outcomes) add(text string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if slices.Contains(o.seen, text) {
		return
	}
	o.seen = append(o.seen, text)
	note(o.t, "got", text)
	if !slices.Contains(o.want, text) && !slices.Contains(o.want, natively+text) {
		o.t.Errorf("got %q, want one of %q", text, o.want)
	}
}

// runBatch runs f n times at once and returns how many runs are blocked.
func (o *outcomes) runBatch(f func() string, n int) int {
	var ended atomic.Int64
	for range n {
		go func() {
			o.add(outcome(f))
			ended.Add(1)
		}()
	}
	limit := longPatience
	if slices.Contains(o.want, blocked) {
		limit = patience
	}
	last, since := int64(0), time.Now()
	for {
		e := ended.Load()
		switch {
		case e == int64(n):
			return 0
		case e != last:
			last, since = e, time.Now()
		case time.Since(since) > limit:
			o.add(blocked)
			return n - int(e)
		}
		time.Sleep(time.Millisecond)
	}
}

// die runs f, which ends the process; want is Go's message.
func die(t *testing.T, f func(), want string) {
	if !inChild(t, lastWords, want) {
		return
	}
	f()
	if !controlled {
		time.Sleep(10 * time.Second) // f may return before the goroutine that panics
	}
}

// fail runs f, which makes the test fail; want is what it logs.
func fail(t *testing.T, f func(), want string) {
	if inChild(t, logged, want) {
		f()
	}
}

// inChild reports whether this process is to run a scenario that fails. If not, it runs a child and notes the child's
// outcome.
func inChild(t *testing.T, said func(err error, stdout, stderr string) string, want string) bool {
	if controlled || os.Getenv(dieEnv) != "" {
		return true
	}
	got := newOutcomes(t, []string{want})
	cmd := childOf(t.Context(), t)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	got.add(said(err, stdout.String(), stderr.String()))
	return false
}

// childOf returns a command that runs the scenario t in a process of its own.
func childOf(ctx context.Context, t *testing.T) *exec.Cmd {
	cmd := exec.CommandContext(ctx, os.Args[0], "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), dieEnv+"=1", notesEnv+"=")
	return cmd
}

// wrong is check for scenarios with a bug in a loop that polls. Natively they run for a moment in a process of their own, because what
// polls for ever takes a processor.
func wrong(t *testing.T, f func() string, want ...string) {
	switch {
	case controlled:
		spin()
		text := outcome(f)
		if why, ok := strings.CutPrefix(text, failed); ok {
			t.Error(why)
		}
		note(t, "got", text)
	case os.Getenv(dieEnv) != "":
		for range fewRuns {
			fmt.Println(outcome(f))
		}
	default:
		got := newOutcomes(t, want)
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		cmd := childOf(ctx, t)
		cmd.Stderr = nil
		said, _ := cmd.Output()
		for line := range strings.Lines(string(said)) {
			if line = strings.TrimSpace(line); line != "PASS" {
				got.add(line)
			}
		}
		if ctx.Err() != nil {
			got.add(blocked)
		}
	}
}

// logPlace is the position at the beginning of what a test logs.
var logPlace = regexp.MustCompile(`^\s+\w+_test\.go:\d+: `)

// logged returns what a failing test logged.
func logged(err error, stdout, _ string) string {
	var lines []string
	for line := range strings.Lines(stdout) {
		if place := logPlace.FindString(line); place != "" {
			lines = append(lines, strings.TrimSpace(line[len(place):]))
		}
	}
	return "fatal: " + strings.Join(lines, "; ")
}

// lastWords returns why a process died. Package testing recovers the panic of a test and repeats it: that note is
// left out.
func lastWords(err error, _, stderr string) string {
	var lines []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(line)
		line, _ = strings.CutSuffix(line, " [recovered, repanicked]")
		if strings.HasPrefix(line, "panic: ") || strings.HasPrefix(line, "fatal error: ") {
			lines = append(lines, line)
		} else if len(lines) > 0 {
			return strings.Join(lines, "; ")
		}
	}
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return fmt.Sprintf("os.Exit(%d) was called", exit.ExitCode())
	}
	return fmt.Sprint(err)
}

// parallel runs each function on its own goroutine and returns when all have ended.
func parallel(fs ...func()) {
	var wg sync.WaitGroup
	wg.Add(len(fs))
	for _, f := range fs {
		go func() {
			defer wg.Done()
			f()
		}()
	}
	wg.Wait()
}

// tried returns the panic of f as text, "ok" if there is none.
func tried(f func()) (text string) {
	defer func() {
		if v := recover(); v != nil {
			text = fmt.Sprint(v)
		}
	}()
	f()
	return "ok"
}

// A tape records text from several goroutines in order.
type tape struct {
	mu   sync.Mutex
	text []byte
}

func (l *tape) add(s string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.text = append(l.text, s...)
}

func (l *tape) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return string(l.text)
}

// yield lets other goroutines run natively.
func yield() { runtime.Gosched() }

// permutations returns the permutations of the letters of s.
func permutations(s string) []string {
	if len(s) < 2 {
		return []string{s}
	}
	var all []string
	for i := range s {
		for _, p := range permutations(s[:i] + s[i+1:]) {
			all = append(all, s[i:i+1]+p)
		}
	}
	return all
}
