package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"heddle/internal/death"
	"heddle/internal/flags"
	"heddle/internal/options"
	"heddle/internal/share"
	"heddle/report"
	"heddle/report/files"
	"heddle/result"
	"heddle/toolchain"
)

// replayOptions are the values of the flags of heddle replay.
type replayOptions struct {
	json    options.JSON
	verbose bool
	timeout time.Duration
	count   int
	dir     string
	reports files.Set
}

// replayFlags is the flag set of heddle replay, which sets o.
func replayFlags(o *replayOptions) *flag.FlagSet {
	f := flag.NewFlagSet("replay", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	o.json.Define(f)
	f.BoolVar(&o.verbose, "v", false, "show the output of the test")
	f.DurationVar(&o.timeout, "timeout", 10*time.Minute, "give up after `d`; 0 for no limit")
	o.reports.Define(f)
	f.IntVar(&o.count, "count", 1, "replay `n` times")
	f.StringVar(&o.dir, "o", "", "write the page of -html to `dir` (default: beside FILE)")
	return f
}

// runReplay implements heddle replay: it runs the one interleaving that a file holds.
func runReplay(e *env, args []string) (int, error) {
	ro := new(replayOptions)
	files, err := flags.Parse(replayFlags(ro), args)
	if err != nil {
		return exitError, err
	}
	if len(files) != 1 {
		return exitError, fmt.Errorf("replay: want one schedule file, got %d arguments: heddle replay .heddle/p.TestX.1.json", len(files))
	}
	if ro.count < 1 {
		return exitError, fmt.Errorf("replay: invalid value %d for flag -count: want 1 or more", ro.count)
	}
	s, schedule, err := openSchedule(e, files[0], ro)
	if err != nil {
		return exitError, err
	}
	return s.replay(files[0], schedule, ro.count)
}

// openSchedule reads a schedule, and returns the session in which it can be run.
func openSchedule(e *env, file string, ro *replayOptions) (*session, *result.Schedule, error) {
	schedule, warning, err := report.ReadSchedule(file)
	if err != nil {
		return nil, nil, err
	}
	if warning != "" {
		fmt.Fprintf(e.stderr, "heddle: warning: %s\n", warning)
	}
	o := new(options.Options)
	if o.Files, err = flags.Parse(options.Flags(o), schedule.Flags); err != nil {
		return nil, nil, fmt.Errorf("reading a schedule: %s: its build flags: %w", file, err)
	}
	o.Reports, o.Dir = ro.reports, ro.dir
	o.JSON, o.Verbose, o.Timeout, o.Algorithm = ro.json, ro.verbose, ro.timeout, "replay"
	o.Run = "^" + regexp.QuoteMeta(schedule.Test) + "$"
	s, err := newSession(e, o)
	return s, schedule, err
}

// replayBinary builds the test binary of schedule, which came from file. The caller must call Close.
func (s *session) replayBinary(file string, schedule *result.Schedule) (b *toolchain.Builder, pkg toolchain.Package, bin binary, err error) {
	dir := schedule.Dir
	if info, err := os.Stat(dir); err != nil || !info.IsDir() {
		dir = s.dir
	}
	added := map[string]string{}
	for name, text := range schedule.Added {
		added[filepath.Join(dir, name)] = text
	}
	built, err := s.builder(dir, added)
	if err != nil {
		return nil, pkg, nil, s.outcome(err)
	}
	defer func() {
		if err != nil {
			built.Close()
		}
	}()
	patterns := s.opts.Files
	if len(patterns) == 0 {
		patterns = []string{schedule.Package}
	}
	packages, err := built.List(s.ctx, patterns)
	if err != nil {
		return nil, pkg, nil, s.outcome(fmt.Errorf("replay: finding the package that %s names: %w", file, err))
	}
	if len(packages) != 1 || !packages[0].HasTests {
		return nil, pkg, nil, fmt.Errorf("replay: %s is a schedule of %s, which no longer has tests in %s", file, schedule.Package, dir)
	}
	bin, err = s.build(built, packages[0])
	return built, packages[0], bin, s.outcome(err)
}

// replay runs schedule, which came from file, count times.
func (s *session) replay(file string, schedule *result.Schedule, count int) (int, error) {
	b, pkg, bin, err := s.replayBinary(file, schedule)
	if err != nil {
		return exitError, err
	}
	defer b.Close()
	first, counts, began := exitError, report.Tally{}, time.Now()
	for n := 1; n <= count; n++ {
		r := &replay{session: s, file: file, schedule: schedule, pkgDir: pkg.Dir, bin: bin, counts: &counts, quiet: n > 1}
		status, err := r.run()
		switch {
		case err != nil:
			return exitError, err
		case n == 1:
			first = status
		case status != first:
			return exitError, fmt.Errorf("replay: run %d of %s had a different result: the test depends on something that Heddle does not control", n, file)
		}
	}
	s.out.PackageDone(schedule.Package, counts, time.Since(began))
	return first, s.opts.Reports.Write(s.found)
}

// A replay is one run of one recorded schedule.
type replay struct {
	*session
	file     string
	schedule *result.Schedule
	pkgDir   string // the package's directory, absolute
	bin      binary
	counts   *report.Tally
	quiet    bool // the failure was printed by an earlier run

	steps    []result.Step
	failures []*result.Failure
	found    *result.Failure // of which one that passes is being looked for; nil for none
	started  bool
	done     *result.Message
}

// run runs the schedule and prints the result.
func (r *replay) run() (int, error) {
	config := r.replays(r.schedule)
	config.Passing = config.Passing && !r.quiet
	began := time.Now()
	ex, err := r.runBinary(config)
	switch {
	case r.ctx.Err() != nil:
		return exitError, errInterrupted
	case err != nil:
		return exitError, err
	case !r.started:
		return exitError, fmt.Errorf("replay: %s is a schedule of %s, which is no longer in %s%s", r.file, r.schedule.Test, r.schedule.Package, death.Below(ex.Stderr))
	case r.done == nil && death.OwnBug(ex) != "":
		return exitError, fmt.Errorf("replay: internal error: %s\nschedule: %s%s\n%s", death.OwnBug(ex), r.file, death.Below(ex.Stderr), pleaseReport)
	case r.diverged() != "":
		return exitError, fmt.Errorf("replay: the code has changed and %s no longer fits: %s: record it again with heddle test -run %s",
			r.file, r.diverged(), r.schedule.Test)
	case r.done == nil && r.found != nil: // an execution that only the page needs has ended the process
		r.failures = append(r.failures, r.found)
	case r.done == nil:
		r.failures = append(r.failures, r.death(ex))
	}
	return r.report(time.Since(began))
}

// replays returns the configuration of a test binary that runs schedule.
func (s *session) replays(schedule *result.Schedule) result.Config {
	config := s.config()
	config.Package, config.Replay = schedule.Package, schedule
	config.Plain, config.Leaks, config.Delay, config.MaxSteps = schedule.Plain, schedule.Leaks, schedule.Delay, schedule.MaxSteps
	config.Timing, config.Chance, config.Seed = schedule.Timing, schedule.Chance, schedule.Seed
	config.KeepGoing, config.Turn, config.Inputs = true, 0, false
	return config
}

// runBinary runs the test binary and keeps its messages.
func (r *replay) runBinary(config result.Config) (*toolchain.Exit, error) {
	var deadline time.Time
	if r.opts.Timeout > 0 {
		deadline = time.Now().Add(r.opts.Timeout)
		defer share.WakeAt(deadline.Add(share.Grace))()
	}
	config.Limit = limit(deadline)
	ctx, cancel := share.WithStop(r.ctx, deadline)
	defer cancel()
	ex, err := r.bin.run(ctx, config, nil, func(m result.Message) {
		if m.Test != r.schedule.Test {
			return
		}
		switch m.Type {
		case "start":
			r.started = true
		case "step":
			r.steps = append(r.steps, *m.Step)
		case "output":
			if r.opts.Verbose {
				r.out.Output(r.schedule.Package, m.Test, m.Text)
			}
		case "found":
			r.found = m.Failure
		case "failure":
			r.found = nil
			r.failures = append(r.failures, m.Failure)
		case "done":
			r.done = &m
		}
	})
	if share.Overrun(ctx) && r.ctx.Err() == nil {
		return ex, errors.New("replay: the execution did not end within -timeout " + r.opts.Timeout.String())
	}
	return ex, err
}

// diverged returns why the schedule did not fit, an empty string if it did. A process that died could not report this,
// so its steps are compared here.
func (r *replay) diverged() string {
	n := len(r.steps)
	switch {
	case r.done == nil:
	case strings.HasPrefix(r.done.Diverged, fmt.Sprintf("step %d: ", n+1)) && n < len(r.schedule.Choices) && r.schedule.Choices[n].Op != "":
		return fmt.Sprintf("%s; when it was recorded, the step was %q", r.done.Diverged, r.schedule.Choices[n].Op)
	default:
		return r.done.Diverged
	}
	for i, c := range r.schedule.Choices {
		if i < len(r.steps) && c.Op != "" && c.Op != r.steps[i].Text() {
			return fmt.Sprintf("step %d was %q when it was recorded and is %q now", i+1, c.Op, r.steps[i].Text())
		}
	}
	return ""
}

// death returns the failure for a test binary that died.
func (r *replay) death(ex *toolchain.Exit) *result.Failure {
	f := &result.Failure{
		Kind: "fatal", Message: death.Words(ex), Execution: 1, Choices: r.schedule.Choices, Steps: r.steps,
		Where: r.sources.User(death.Stack(ex)), Output: death.Beginning(ex.Stderr),
	}
	if len(f.Where) == 0 && len(r.steps) > 0 {
		f.Where = r.steps[len(r.steps)-1].Where
	}
	return f
}

// report prints the failures, or that there was none, and returns the exit status.
func (r *replay) report(elapsed time.Duration) (status int, failed error) {
	t := report.NewTest(r.schedule.Package, r.schedule.Test, "replay")
	if r.done != nil {
		t.Progress(r.done.Progress)
	}
	t.Executions, t.Elapsed = 1, elapsed.Seconds()
	for i, f := range r.failures {
		if f.Deciding == nil || r.schedule.Deciding != nil {
			f.Deciding = r.schedule.Deciding
		}
		report.Absolute(r.pkgDir, f.Where)
		if f.Message = r.sources.Message(f); len(r.schedule.Added) > 0 && strings.HasSuffix(f.Message, r.schedule.Message) {
			f.Message = r.schedule.Message // and not what the added files have logged
		}
		if len(f.Steps) == 0 {
			f.Steps = r.steps
		}
		verdict := f.Verdict(r.schedule.Timing)
		found := report.Found{Package: t.Package, Test: t.Test, Schedule: r.file, Verdict: verdict, Failure: f}
		if !r.quiet {
			failed = errors.Join(failed, r.opts.Reports.Page(r.sources, &found, r.page(i)))
		}
		if !f.IsObstacle() {
			t.Add(r.sources.NewFailure(&found), verdict)
		}
		if !r.quiet {
			r.out.Failure(found)
		}
	}
	if r.done != nil {
		t.Done(r.done.Verdict, r.done.Reason)
	}
	if len(r.failures) == 0 {
		t.Note = fmt.Sprintf("the schedule of %s was replayed to its end; when it was recorded, it showed: %s", r.file, r.schedule.Kind)
	}
	t.Complete = false
	r.out.Test(t)
	r.counts.Count(t.Verdict, 1)
	if t.Verdict == result.Fail {
		return exitFailure, failed
	}
	return exitOK, failed
}

// page is the file of the page of failure i: beside the schedule, or in the directory of -o.
func (r *replay) page(i int) string {
	dir, name := filepath.Split(r.file)
	if r.opts.Dir != "" {
		dir = r.opts.Dir
	}
	if name = strings.TrimSuffix(name, ".json"); i > 0 {
		name += fmt.Sprintf("-%d", i+1)
	}
	return filepath.Join(dir, name+".html")
}
