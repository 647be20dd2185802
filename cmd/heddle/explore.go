package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"heddle/report"
	"heddle/result"
	"heddle/toolchain"
)

// errInterrupted is the error of a command that the user has interrupted.
var errInterrupted = errors.New("interrupted; the results above are those found so far")

// grace is how long a test binary may overrun -timeout before heddle stops it. The binary should stop by itself, which is quicker to
// say what it has explored.
const grace = 300 * time.Millisecond

// A binary is a built test binary.
type binary interface {
	// run runs the binary and passes its messages to handle. A binary that fails or dies is not an error: the exit
	// says so.
	run(ctx context.Context, config result.Config, handle func(result.Message)) (*toolchain.Exit, error)
	// work is like run, for a worker: it reads its assignments from the file work.
	work(ctx context.Context, config result.Config, work *os.File, handle func(result.Message)) (*toolchain.Exit, error)
	// code identifies the binary's content.
	code() (string, error)
}

// A testBinary is a binary that package toolchain built.
type testBinary struct {
	*toolchain.Binary
	flags []string
}

func (b testBinary) run(ctx context.Context, config result.Config, handle func(result.Message)) (*toolchain.Exit, error) {
	return toolchain.Run(ctx, b.Process(config, b.flags...), handle)
}

func (b testBinary) work(ctx context.Context, config result.Config, work *os.File, handle func(result.Message)) (*toolchain.Exit, error) {
	p := b.Process(config, b.flags...)
	p.Work = work
	return toolchain.Run(ctx, p, handle)
}

func (b testBinary) code() (string, error) {
	data, err := os.ReadFile(b.Path)
	if err != nil {
		return "", fmt.Errorf("reading the test binary: %w", err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(data)), nil
}

// An exploration runs the tests of one package: in one process of the test binary, and in a new process after each test
// in which the process died or was stopped.
type exploration struct {
	*session
	pkg      string
	pkgDir   string // the package's directory, absolute
	bin      binary
	config   result.Config
	deadline time.Time // for all processes; zero for none
	tests    []string  // that the flags select; nil until a process has said so

	current *report.Test // the test that is being explored, nil between tests
	began   time.Time    // when current began
	counts  tally
	keys    []string       // of current's failures
	state   *savedPackage  // nil if there is no checkpoint file
	shown   []report.Found // current's failures, if there is a checkpoint file
	left    *rest          // of current, once its process has divided it

	tracesFrom int64 // the offset of current's traces in the -traces file
}

// A tally counts the results of a package's tests.
type tally struct {
	verdicts   map[result.Verdict]int
	tests      int
	executions int
	failures   int // distinct ones, those of timing included
}

// count adds n tests with the verdict v.
func (t *tally) count(v result.Verdict, n int) {
	if t.verdicts == nil {
		t.verdicts = map[result.Verdict]int{}
	}
	t.verdicts[v] += n
}

func (t *tally) add(u tally) {
	t.tests += u.tests
	t.executions += u.executions
	t.failures += u.failures
	for v, n := range u.verdicts {
		t.count(v, n)
	}
}

// run explores the package.
func (x *exploration) run() error {
	if x.opts.timeout > 0 {
		x.deadline = time.Now().Add(x.opts.timeout)
		defer wakeAt(x.deadline.Add(grace))()
	}
	over, err := x.resume()
	for again := !over; again && err == nil && !x.late(); {
		again, err = x.process()
	}
	left := x.late() && x.notBegun()
	if err == nil && !left && x.state != nil {
		x.state.Over = true
	}
	return err
}

// late reports whether the time is over.
func (x *exploration) late() bool { return !x.deadline.IsZero() && time.Now().After(x.deadline) }

// notBegun prints the tests that there was no time for, and reports whether there are any.
func (x *exploration) notBegun() (any bool) {
	for _, name := range x.tests {
		if !slices.Contains(x.config.Skip, name) {
			t := report.NewTest(x.pkg, name, x.opts.algorithm)
			t.Done(result.Incomplete, fmt.Sprintf("-timeout %v: not begun", x.opts.timeout))
			x.over(t)
			any = true
		}
	}
	return any
}

// process runs the binary once. It returns true if the process ended before the last test, so that others may remain.
func (x *exploration) process() (again bool, err error) {
	x.config.Limit = limit(x.deadline)
	skipped := len(x.config.Skip)
	ctx, cancel := withStop(x.ctx, x.deadline)
	defer cancel()
	var failed error
	ex, err := x.bin.run(ctx, x.config, func(m result.Message) {
		if failed == nil {
			if failed = x.handle(&m); failed != nil {
				cancel()
			}
		}
	})
	x.progress.clear()
	if ex != nil && x.opts.verbose && ex.Stdout != "" {
		x.out.output(x.pkg, "", ex.Stdout)
	}
	switch {
	case failed != nil:
		x.finish(result.Incomplete, "heddle could not continue")
		return false, failed
	case x.ctx.Err() != nil:
		x.finish(result.Incomplete, "interrupted")
		return false, errInterrupted
	case overrun(ctx) && x.current == nil:
		return false, fmt.Errorf("%s: -timeout %v: the test binary hung outside of any test and was stopped", x.pkg, x.opts.timeout)
	case overrun(ctx):
		x.current.Elapsed = time.Since(x.began).Seconds()
		x.finish(result.Incomplete, fmt.Sprintf("-timeout %v: the running execution, or its analysis, did not end and was stopped", x.opts.timeout))
		return false, nil
	case err != nil:
		return false, err
	case x.current != nil && x.left != nil:
		return true, x.share()
	case x.current == nil && ex.Code == result.StoppedExit && (len(x.config.Skip) > skipped || x.late()):
		return true, nil
	case x.current == nil:
		return false, x.between(ex)
	}
	return true, x.died(ex)
}

// withStop returns ctx with a deadline a grace after this one, which is zero for none.
func withStop(ctx context.Context, deadline time.Time) (context.Context, context.CancelFunc) {
	if deadline.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(grace))
}

// overrun reports whether the deadline of withStop has passed. If heddle itself was stopped, ctx may not know it yet.
func overrun(ctx context.Context) bool {
	stop, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && time.Now().After(stop)
}

// limit returns the time up to the deadline for result.Config.
func limit(deadline time.Time) int64 {
	if deadline.IsZero() {
		return 0
	}
	return int64(max(time.Until(deadline), 1))
}

// between checks the exit of a binary that ended outside of any test.
func (x *exploration) between(ex *toolchain.Exit) error {
	if ex.Code == 0 || ex.Code == 1 && x.counts.failures > 0 {
		return nil
	}
	return fmt.Errorf("%s: the test binary ended outside of any test: %s%s", x.pkg, ended(ex), below(ex.Stdout+ex.Stderr))
}

// handle handles one message of the test binary.
func (x *exploration) handle(m *result.Message) (err error) {
	switch m.Type {
	case "tests":
		x.tests = m.Tests
		return nil
	case "start":
		x.current = report.NewTest(x.pkg, m.Test, x.opts.algorithm)
		x.began = time.Now()
		x.config.Skip = append(x.config.Skip, m.Test)
		x.tracesFrom, err = x.traces.Size()
		return err
	}
	if x.current == nil || x.current.Test != m.Test {
		return fmt.Errorf("%s: the test binary reported %s of %s, which it did not start", x.pkg, m.Type, m.Test)
	}
	switch m.Type {
	case "progress":
		x.current.Progress(m.Progress)
		x.progress.show(m.Test, m.Progress)
	case "again":
		return x.traces.Forget(m.Test, x.tracesFrom)
	case "trace":
		return x.traces.Add(m.Test, m.Hash)
	case "output":
		if x.opts.verbose {
			x.out.output(x.pkg, m.Test, m.Text)
		}
	case "failure":
		x.keys = append(x.keys, m.Failure.Key)
		return x.failure(m.Failure)
	case "divided":
		x.left = newRest(m, x.config.Timeout, x.tracesFrom)
	case "done":
		x.current.Progress(m.Progress)
		x.current.Complete = m.Progress != nil && m.Progress.Share == 1
		x.current.Choices, x.current.Note = x.sources.Chances(m.Chance), m.Note
		x.current.SetUndelayed(m.First, x.opts.delay)
		x.finish(m.Verdict, m.Reason)
	}
	return nil
}

// failure records and prints a failure of, or an obstacle to, the current test. It prints the failure even if the schedule cannot be
// recorded.
func (x *exploration) failure(f *result.Failure) error {
	if len(f.Steps) == 0 && len(f.Choices) > 0 {
		x.follow(f)
	}
	absolute(x.pkgDir, f.Where)
	f.Message = x.sources.Message(f)
	name, err := x.schedules.Write(x.schedule(f))
	f.Execution = max(f.Execution, 1)
	verdict := f.Verdict(x.opts.timing)
	if !f.IsObstacle() {
		x.counts.failures++
		x.current.Add(x.sources.NewFailure(f, name), verdict)
	}
	x.progress.clear()
	found := report.Found{Package: x.pkg, Test: x.current.Test, Schedule: name, Verdict: verdict, Failure: f}
	if x.saved != nil {
		x.shown = append(x.shown, found)
	}
	x.out.failure(found)
	return err
}

// absolute joins dir with each file name that has no directory. Package testing prints such names.
func absolute(dir string, frames []result.Frame) {
	for i, f := range frames {
		if f.File != "" && filepath.Base(f.File) == f.File {
			frames[i].File = filepath.Join(dir, f.File)
		}
	}
}

// schedule returns f's interleaving as it is recorded.
func (x *exploration) schedule(f *result.Failure) *result.Schedule {
	return &result.Schedule{
		Version: result.ScheduleVersion, Heddle: version(), Go: x.goVersion, Dir: x.dir,
		Package: x.pkg, Test: x.current.Test, Flags: x.opts.recorded(),
		Plain: x.config.Plain, Delay: x.config.Delay, Leaks: x.config.Leaks, MaxSteps: x.config.MaxSteps,
		Timing: x.config.Timing, Chance: x.config.Chance, Seed: x.config.Seed,
		Cold: f.Execution == 0, Doubts: f.Doubts,
		Kind: f.Kind, Message: f.Message, Which: f.Which, Choices: f.Choices,
	}
}

// finish ends the current test, if there is one, and prints its result.
func (x *exploration) finish(verdict result.Verdict, reason string) {
	t := x.current
	if t == nil {
		return
	}
	if x.saved != nil {
		x.note(x.left).Over = true
	}
	x.current, x.left, x.keys, x.shown = nil, nil, nil, nil
	if t.Elapsed == 0 {
		t.Elapsed = time.Since(x.began).Seconds()
	}
	t.Done(verdict, reason)
	x.over(t)
}

// over counts and prints a finished test.
func (x *exploration) over(t *report.Test) {
	x.counts.tests++
	x.counts.executions += t.Executions
	x.counts.count(t.Verdict, 1)
	x.progress.clear()
	x.out.test(t)
}
