package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"heddle/internal/cached"
	"heddle/internal/corpus"
	"heddle/internal/coverage"
	"heddle/internal/death"
	"heddle/internal/saved"
	"heddle/internal/version"
	"heddle/report"
	"heddle/result"
	"heddle/toolchain"
)

// errInterrupted is the error of a command that the user has interrupted.
var errInterrupted = errors.New("interrupted; the results above are those found so far")

// A binary is a built test binary.
type binary interface {
	// run runs the binary and passes its messages to handle. A binary that fails or dies is not an error: the exit
	// says so. The binary reads Assignments, or Turns, from orders, if it is not nil.
	run(ctx context.Context, config result.Config, orders *os.File, handle func(result.Message)) (*toolchain.Exit, error)
	// code identifies the binary's content.
	Code() (string, error)
}

// A testBinary is a binary that package toolchain built.
type testBinary struct {
	*toolchain.Binary
	flags []string
}

func (b testBinary) run(ctx context.Context, config result.Config, orders *os.File, handle func(result.Message)) (*toolchain.Exit, error) {
	p := b.Process(config, b.flags...)
	p.Work = orders
	return toolchain.Run(ctx, p, handle)
}

func (b testBinary) Code() (string, error) { return cached.Code(b.Path) }

// An exploration explores the tests of one package. At any time at most one process of its test binary runs: see turns.go. It has more than
// 25 methods because there is one for each thing that a process says, and for each way in which it ends.
type exploration struct {
	*session
	pkg      string
	pkgDir   string // the package's directory, absolute
	number   int    // of the package among all
	bin      binary
	config   result.Config
	cache    *cached.Package // nil if results are not cached
	tests    []string        // that the flags select; nil until a process has said so
	counts   report.Tally
	state    *saved.Package // nil if there is no checkpoint file
	deadline time.Time      // while the package has a processor; zero for none
	corpus   *corpus.Package
	reached  *coverage.Binary // by the package's processes; nil without -cover
	turns

	begun // the running test
}

// A begun is a test whose exploration has begun.
type begun struct {
	current *report.Test    // nil for none
	began   time.Time       // without the time for which it was set aside
	keys    []string        // of its failures
	failing *result.Failure // whose simplest schedule is being looked for; nil for none
	shown   []report.Found  // its failures, if there is a checkpoint file
	left    *saved.Rest     // of it, once its process has divided it
	output  string          // for -v
	said    []func()        // what is to be printed of it

	tracesFrom int64 // the offset of its traces in the -traces file
}

// run explores the package, which has a processor.
func (x *exploration) run() error {
	over, err := x.resume()
	if !over && err == nil {
		over, err = x.openCache()
	}
	if !over && err == nil {
		err = x.rounds()
	}
	if saving := x.saveCache(); err == nil {
		err = saving
	}
	x.giveUp(err)
	x.release()
	if x.late() {
		x.notBegun(fmt.Sprintf("-timeout %v: not begun", x.opts.Timeout))
	} else if err == nil {
		x.notBegun("TestMain has ended the process with status 0 before the test began")
	}
	if err == nil && len(x.unbegun()) == 0 && x.state != nil {
		x.state.Over = true
	}
	return err
}

// late reports whether the time is over.
func (x *exploration) late() bool { return !x.deadline.IsZero() && !time.Now().Before(x.deadline) }

// notBegun prints the tests that were not begun, for this reason.
func (x *exploration) notBegun(reason string) {
	for _, name := range x.unbegun() {
		t := report.NewTest(x.pkg, name, x.opts.Algorithm)
		t.Done(result.Incomplete, reason)
		x.over(t)
	}
}

// unbegun returns the tests that no process has begun.
func (x *exploration) unbegun() (names []string) {
	for _, name := range x.tests {
		if !slices.Contains(x.config.Skip, name) {
			names = append(names, name)
		}
	}
	return names
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
	if ex.Code == 0 || ex.Code == 1 && x.counts.Failures > 0 {
		return nil
	}
	return fmt.Errorf("%s: the test binary ended outside of any test: %s%s", x.pkg, ex.String(), death.Below(ex.Stdout+ex.Stderr))
}

// handle handles one message of the test binary.
func (x *exploration) handle(m *result.Message) (err error) {
	switch m.Type {
	case "tests":
		if x.tests == nil || !x.opts.CorpusOnly {
			x.tests = x.selected(m.Tests)
		}
		return nil
	case "start":
		x.current = report.NewTest(x.pkg, m.Test, x.opts.Algorithm)
		x.current.CorpusOnly = x.opts.CorpusOnly
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
		x.progress.Show(m.Test, m.Progress)
	case "again":
		return x.traces.Forget(m.Test, x.tracesFrom)
	case "trace":
		return x.traces.Add(m.Test, m.Hash)
	case "output":
		x.output += m.Text
		if x.opts.Verbose {
			x.say(func(p report.Printer) { p.Output(x.pkg, m.Test, m.Text) })
		}
	case "fit":
		x.current.Corpus = append(x.current.Corpus, x.corpus.Fit(m.Fit)...)
	case "found":
		x.failing = m.Failure
	case "failure":
		x.failing = nil
		x.keys = append(x.keys, m.Failure.Key)
		return x.failure(m.Failure)
	case "divided":
		x.left = saved.NewRest(m, x.config.Timeout, x.tracesFrom)
	case "done":
		x.current.Progress(m.Progress)
		x.current.Complete = m.Progress != nil && m.Progress.Complete
		x.current.Choices, x.current.Note = x.sources.Chances(m.Chance), m.Note
		x.current.SetUndelayed(m.First, x.opts.Delay)
		t, output := x.current, x.output
		if len(m.Rest) > 0 {
			x.left = saved.NewRest(m, x.config.Timeout, x.tracesFrom)
			x.left.Reason, x.left.Note = "", ""
		}
		x.finish(m.Verdict, m.Reason)
		x.cache.Add(t, output, m.Inputs)
	}
	return nil
}

// failure records and prints a failure of, or an obstacle to, the current test. It prints the failure even if the schedule cannot be
// recorded.
func (x *exploration) failure(f *result.Failure) error {
	if len(f.Steps) == 0 && len(f.Choices) > 0 {
		x.follow(f)
	}
	report.Absolute(x.pkgDir, f.Where)
	f.Message = x.sources.Message(f)
	name, err := x.schedules.Write(x.schedule(f))
	f.Execution = max(f.Execution, 1)
	verdict := f.Verdict(x.opts.Timing)
	keptAs, keeping := x.corpus.Keep(f, x.current.Test, &x.config, x.opts.Corpus)
	found := report.Found{Package: x.pkg, Test: x.current.Test, Schedule: name, Verdict: verdict, KeptAs: keptAs,
		Origin: corpus.Origin(f, x.current.Corpus), Failure: f}
	err = errors.Join(err, keeping, x.opts.Reports.Page(x.sources, &found, report.PageOf(name)))
	if !f.IsObstacle() {
		x.counts.Failures++
		x.current.Add(x.sources.NewFailure(&found), verdict)
	}
	if x.saved != nil {
		x.shown = append(x.shown, found)
	}
	x.say(func(p report.Printer) { p.Failure(found) })
	return err
}

// schedule returns f's interleaving as it is recorded.
func (x *exploration) schedule(f *result.Failure) *result.Schedule {
	s := &result.Schedule{
		Version: result.ScheduleVersion, Heddle: version.Module(), Go: x.goVersion, Dir: x.dir,
		Package: x.pkg, Test: x.current.Test, Flags: x.opts.Recorded(),
		Cold: f.Execution == 0, Doubts: f.Doubts,
		Kind: f.Kind, Message: f.Message, Which: f.Which, Deciding: f.Deciding, Choices: f.Choices,
	}
	s.Of(&x.config)
	return s
}

// finish ends the current test, if there is one, and prints its result.
func (x *exploration) finish(verdict result.Verdict, reason string) {
	t := x.current
	if t == nil {
		return
	}
	if x.failing != nil { // its process has ended too early
		_ = x.failure(x.failing)
	}
	if x.saved != nil {
		x.note(x.left).Over = true
	}
	if t.Elapsed == 0 {
		t.Elapsed = time.Since(x.began).Seconds()
	}
	if verdict == result.Incomplete {
		reason += x.keep(t)
	}
	t.Done(verdict, reason)
	x.over(t)
	x.begun = begun{}
}

// over counts and prints a finished test.
func (x *exploration) over(t *report.Test) {
	x.corpus.Begin(t.Test)
	x.counts.CorpusOnly = x.opts.CorpusOnly
	x.counts.Tests++
	x.counts.Executions += t.Executions
	x.counts.Count(t.Verdict, 1)
	x.current = nil
	if x.opts.Verbose && t.Complete && t.Seen != nil {
		x.say(func(p report.Printer) { p.Output(t.Package, t.Test, "     "+t.Seen.String()+"\n") })
	}
	x.say(func(p report.Printer) { p.Test(t) })
}

// say prints something of the running test, when the test is over or nothing else can come between, and at once if no test runs.
func (x *exploration) say(print func(report.Printer)) {
	x.said = append(x.said, func() {
		x.progress.Clear()
		print(x.out)
	})
	if x.current != nil && x.config.Turn > 0 && len(x.aside)+len(x.unbegun()) > 0 {
		return
	}
	for _, f := range x.said {
		x.order.Write(x.number, f)
	}
	x.said = nil
}
