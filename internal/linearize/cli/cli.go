// Package cli is the command heddle linearize: its flags, what it does in which order, and what it prints.
package cli

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"heddle/explore"
	"heddle/internal/flags"
	"heddle/internal/linearize"
	test "heddle/internal/options"
	"heddle/model"
	"heddle/report"
	"heddle/result"
	"heddle/toolchain"
)

// The exit statuses.
const (
	exitOK = iota
	exitFailure
	exitError
)

// options are the values of the flags.
type options struct {
	types, maker, tags string
	scenarios          int
	size               linearize.Sizes
	executions         int
	seed               int64
	timeout            time.Duration
	out                string
	json, keepGoing    bool
}

// Flags are the flags of the command.
func Flags() *flag.FlagSet { return new(options).flags() }

func (o *options) flags() *flag.FlagSet {
	f := flag.NewFlagSet("linearize", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.types, "type", "", "check this `type` of the package, such as Queue or 'Queue[int]'; several, separated by commas, are built together")
	f.StringVar(&o.maker, "new", "", "make values with this `function`, or \"zero\" for the zero value (default NewT or New, if there is one)")
	flags.Natural(f, &o.scenarios, "scenarios", 300, "try at most `n` scenarios of each type")
	flags.Natural(f, &o.size.Goroutines, "goroutines", 3, "at most `n` goroutines")
	flags.Natural(f, &o.size.Calls, "calls", 3, "at most `n` calls in each goroutine")
	flags.Natural(f, &o.executions, "max-executions", 500, "stop exploring a scenario after `n` executions; 0 for no limit")
	f.Int64Var(&o.seed, "seed", 1, "decides which scenarios are tried")
	f.DurationVar(&o.timeout, "timeout", 10*time.Minute, "stop after `d`; 0 for no limit")
	f.StringVar(&o.out, "o", ".heddle", "write the test and the picture of a history that is not linearizable to `dir`")
	f.StringVar(&o.tags, "tags", "", "build with these comma-separated build `tags`")
	f.BoolVar(&o.keepGoing, "keep-going", false, "try all scenarios, and count those that fail")
	f.BoolVar(&o.json, "json", false, "print a line of JSON for each type instead of text")
	return f
}

func (o *options) check() error {
	switch {
	case o.types == "":
		return linearize.ErrNone
	case o.scenarios < 1:
		return errors.New("invalid value 0 for flag -scenarios: want 1 or more")
	case o.size.Goroutines < 2 || o.size.Goroutines > 8:
		return fmt.Errorf("invalid value %d for flag -goroutines: want 2 to 8", o.size.Goroutines)
	case o.size.Calls < 1 || o.size.Calls > 4:
		return fmt.Errorf("invalid value %d for flag -calls: want 1 to 4", o.size.Calls)
	case o.timeout < 0:
		return fmt.Errorf("invalid value %v for flag -timeout: want a duration such as 10m, or 0 for no limit", o.timeout)
	case o.out == "":
		return errors.New(`invalid value "" for flag -o: want a directory`)
	}
	return nil
}

// Run runs heddle linearize and returns the exit status.
func Run(ctx context.Context, stdout io.Writer, args []string) (int, error) {
	o := new(options)
	patterns, err := flags.Parse(o.flags(), args)
	if err != nil {
		return exitError, err
	}
	if err := o.check(); err != nil {
		return exitError, fmt.Errorf("linearize: %w", err)
	}
	if len(patterns) > 1 {
		return exitError, fmt.Errorf("linearize: want one package, got %q", patterns)
	}
	l := &linearizing{options: o, ctx: ctx, stdout: stdout}
	status, err := l.run(cmp.Or(strings.Join(patterns, ""), "."))
	switch {
	case err != nil && ctx.Err() != nil:
		return exitError, errors.New("interrupted; the results above are those found so far")
	case err != nil && !errors.As(err, new(*toolchain.GoError)):
		err = fmt.Errorf("linearize: %w", err)
	}
	return status, err
}

// A linearizing is one run of heddle linearize.
type linearizing struct {
	*options
	ctx     context.Context
	stdout  io.Writer
	dir     string // the current one
	found   *toolchain.Go
	sources *report.Sources
	written report.Schedules
	pkg     *linearize.Package
	added   map[string]string // to the package: see toolchain.Options
	runner  *linearize.Runner
	until   time.Time // zero for no limit
}

// run checks the types of the package that pattern names.
func (l *linearizing) run(pattern string) (status int, err error) {
	began := time.Now()
	if l.timeout > 0 {
		l.until = began.Add(l.timeout)
	}
	if l.dir, err = os.Getwd(); err != nil {
		return exitError, err
	}
	if err := report.CheckDir(l.out); err != nil {
		return exitError, err
	}
	l.sources, l.written.Dir = &report.Sources{Dir: l.dir}, l.out
	temp, err := os.MkdirTemp("", "heddle-linearize-")
	if err != nil {
		return exitError, err
	}
	defer os.RemoveAll(temp)
	subjects, err := l.subjects(pattern)
	if err != nil {
		return exitError, err
	}
	b, bin, err := l.build(subjects)
	if err != nil {
		return exitError, err
	}
	defer b.Close()
	l.runner = &linearize.Runner{Binary: bin, Config: l.config(), Temp: temp, Subjects: subjects}
	if err := l.runner.Arguments(l.ctx); err != nil {
		return exitError, err
	}
	built := time.Since(began)
	for i, s := range subjects {
		r, err := l.subject(s)
		if err != nil {
			return exitError, err
		}
		if i == 0 {
			r.Built = built.Seconds()
		}
		l.print(r)
		if r.Verdict == string(result.Fail) {
			status = exitFailure
		}
	}
	return status, nil
}

// subjects finds the types.
func (l *linearizing) subjects(pattern string) (list []*linearize.Subject, err error) {
	g, err := toolchain.Locate(l.ctx, l.dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Dir(g.Command) + string(filepath.ListSeparator) + os.Getenv("PATH")
	l.found = g
	l.pkg, err = linearize.Load(l.ctx, l.dir, pattern, l.tags, append(os.Environ(), "PATH="+path, "GOTOOLCHAIN=local"))
	if err != nil {
		return nil, err
	}
	for _, expr := range linearize.Types(l.types) {
		s, err := l.pkg.Subject(expr, l.maker)
		if err != nil {
			return nil, err
		}
		list = append(list, s)
	}
	return list, nil
}

// build builds the tests of the package with the files that run scenarios.
func (l *linearizing) build(subjects []*linearize.Subject) (*toolchain.Builder, *toolchain.Binary, error) {
	var err error
	if l.added, err = l.pkg.Sources(subjects); err != nil {
		return nil, nil, err
	}
	b, err := toolchain.NewBuilder(l.ctx, toolchain.Options{Dir: l.dir, Flags: l.flagged(), Go: l.found, Added: l.added})
	if err != nil {
		return nil, nil, err
	}
	l.sources.Roots, l.sources.Overlay = b.Roots(), b.Overlay
	packages, err := b.List(l.ctx, []string{l.pkg.Path})
	if err == nil && len(packages) != 1 {
		err = fmt.Errorf("%s names %d packages", l.pkg.Path, len(packages))
	}
	var bin *toolchain.Binary
	if err == nil {
		bin, err = b.Build(l.ctx, packages[0])
	}
	if err != nil {
		return nil, nil, errors.Join(err, b.Close())
	}
	return b, bin, nil
}

// flagged are the build flags.
func (l *linearizing) flagged() []string {
	if l.tags == "" {
		return nil
	}
	return []string{"-tags=" + l.tags}
}

// config is how scenarios are explored: by POP, because most are small enough to be complete, and auto runs others of their executions as well.
// Goroutines that are left are no leaks: their calls block, which is a result.
func (l *linearizing) config() result.Config {
	return result.Config{
		Algorithm: explore.POP.Name, Dep: model.Standard.String(), Plain: "race", Leaks: "ignore", Delay: int64(test.DefaultDelay), Timing: result.TimingReport,
		MaxExecutions: l.executions, MaxSteps: test.DefaultMaxSteps, Preemptions: -1, Seed: l.seed, History: linearize.Prefix,
	}
}

// subject tries scenarios of one type.
func (l *linearizing) subject(s *linearize.Subject) (*checked, error) {
	ctx, cancel := context.WithCancel(l.ctx)
	if !l.until.IsZero() {
		ctx, cancel = context.WithDeadline(l.ctx, l.until)
	}
	defer cancel()
	began := time.Now()
	r := &checked{Action: "linearize", Package: l.pkg.Path, Type: s.Type, New: s.NewFunc, Methods: s.Names(), LeftOut: s.LeftOut, Verdict: string(result.Pass)}
	err := l.runner.Run(ctx, s.Scenarios(l.scenarios, l.size, l.seed), nil, func(o *linearize.Outcome) bool {
		r.add(o)
		return !o.Fails() || l.keepGoing
	})
	if errors.Is(err, context.DeadlineExceeded) && l.ctx.Err() == nil {
		r.Reason, err = "the time given by -timeout is over", nil
	}
	if err != nil {
		return nil, err
	}
	r.Elapsed = time.Since(began).Seconds()
	switch {
	case r.outcome != nil:
		r.Verdict = string(result.Fail)
		r.Failure, err = l.violation(r.outcome)
	case r.Reason != "" || r.Incomplete > 0:
		r.Verdict = string(result.Incomplete)
	}
	return r, err
}

// add counts the outcome of a scenario.
func (r *checked) add(o *linearize.Outcome) {
	r.Scenarios++
	r.Executions += o.Executions
	r.Histories += o.Histories
	if o.Fails() {
		if r.Failed++; r.outcome == nil {
			r.outcome, r.First = o, r.Scenarios
		}
	} else if o.Reason != "" {
		if r.Incomplete++; r.Reason == "" {
			r.Reason = o.Reason
		}
	}
}
