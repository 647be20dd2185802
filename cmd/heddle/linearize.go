package main

import (
	"cmp"
	"context"
	"encoding/json"
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
	"heddle/internal/options"
	"heddle/report"
	"heddle/result"
	"heddle/toolchain"
)

// linearizeOptions are the values of the flags of heddle linearize.
type linearizeOptions struct {
	types, maker, tags string
	scenarios          int
	size               linearize.Sizes
	executions         int
	seed               int64
	timeout            time.Duration
	dir                string
	json, keepGoing    bool
}

func linearizeFlags(o *linearizeOptions) *flag.FlagSet {
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
	f.StringVar(&o.dir, "o", ".heddle", "write the test and the picture of a history that is not linearizable to `dir`")
	f.StringVar(&o.tags, "tags", "", "build with these comma-separated build `tags`")
	f.BoolVar(&o.keepGoing, "keep-going", false, "try all scenarios, and count those that fail")
	f.BoolVar(&o.json, "json", false, "print a line of JSON for each type instead of text")
	return f
}

func (o *linearizeOptions) check() error {
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
	case o.dir == "":
		return errors.New(`invalid value "" for flag -o: want a directory`)
	}
	return nil
}

// runLinearize implements heddle linearize.
func runLinearize(e *env, args []string) (int, error) {
	o := new(linearizeOptions)
	patterns, err := flags.Parse(linearizeFlags(o), args)
	if err != nil {
		return exitError, err
	}
	if err := o.check(); err != nil {
		return exitError, fmt.Errorf("linearize: %w", err)
	}
	if len(patterns) > 1 {
		return exitError, fmt.Errorf("linearize: want one package, got %q", patterns)
	}
	l := &linearizing{linearizeOptions: o, env: e}
	status, err := l.run(cmp.Or(strings.Join(patterns, ""), "."))
	if err != nil && !errors.As(err, new(*toolchain.GoError)) {
		err = fmt.Errorf("linearize: %w", err)
	}
	return status, l.session.outcomeOf(err)
}

// outcomeOf is outcome; s is nil if the session has not begun.
func (s *session) outcomeOf(err error) error {
	if s == nil {
		return err
	}
	return s.outcome(err)
}

// A linearizing is one run of heddle linearize.
type linearizing struct {
	*linearizeOptions
	env     *env
	session *session
	pkg     *linearize.Package
	runner  *linearize.Runner
	until   time.Time // zero for no limit
}

// run checks the types of the package that pattern names.
func (l *linearizing) run(pattern string) (status int, err error) {
	began := time.Now()
	if l.timeout > 0 {
		l.until = began.Add(l.timeout)
	}
	so := new(options.Options)
	options.Flags(so)
	so.Dir, so.Tags = l.dir, l.tags
	if l.session, err = newSession(l.env, so); err != nil {
		return exitError, err
	}
	defer func() { err = errors.Join(err, l.session.close()) }()
	temp, err := os.MkdirTemp("", "heddle-linearize-")
	if err != nil {
		return exitError, err
	}
	defer os.RemoveAll(temp)
	subjects, err := l.subjects(pattern)
	if err != nil {
		return exitError, err
	}
	b, bin, err := l.build(temp, subjects)
	if err != nil {
		return exitError, err
	}
	defer b.Close()
	l.runner = &linearize.Runner{Binary: bin, Config: l.config(), Temp: temp, Subjects: subjects}
	if err := l.runner.Arguments(l.env.ctx); err != nil {
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
	g, err := toolchain.Locate(l.env.ctx, l.session.dir)
	if err != nil {
		return nil, err
	}
	path := filepath.Dir(g.Command) + string(filepath.ListSeparator) + os.Getenv("PATH")
	l.pkg, err = linearize.Load(l.env.ctx, l.session.dir, pattern, l.tags, append(os.Environ(), "PATH="+path, "GOTOOLCHAIN=local"))
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

// build builds the tests of the package with the files that run scenarios. They are in temp: the user's directory stays as it is.
func (l *linearizing) build(temp string, subjects []*linearize.Subject) (*toolchain.Builder, *toolchain.Binary, error) {
	files, err := l.pkg.Sources(subjects)
	if err != nil {
		return nil, nil, err
	}
	overlay := struct{ Replace map[string]string }{map[string]string{}}
	for name, text := range files {
		path := filepath.Join(temp, name)
		if err := os.WriteFile(path, text, 0o666); err != nil {
			return nil, nil, err
		}
		overlay.Replace[filepath.Join(l.pkg.Dir, name)] = path
	}
	data, err := json.Marshal(overlay)
	if err == nil {
		err = os.WriteFile(filepath.Join(temp, "overlay.json"), data, 0o666)
	}
	if err != nil {
		return nil, nil, err
	}
	l.session.sources.Overlay = overlay.Replace
	b, err := l.session.builder(l.session.dir, "-overlay="+filepath.Join(temp, "overlay.json"))
	if err != nil {
		return nil, nil, err
	}
	packages, err := b.List(l.env.ctx, []string{l.pkg.Path})
	if err == nil && len(packages) != 1 {
		err = fmt.Errorf("%s names %d packages", l.pkg.Path, len(packages))
	}
	var bin *toolchain.Binary
	if err == nil {
		bin, err = b.Build(l.env.ctx, packages[0])
	}
	if err != nil {
		return nil, nil, errors.Join(err, b.Close())
	}
	return b, bin, nil
}

// config is how scenarios are explored: by POP, because most are small enough to be complete, and auto runs others of their executions as well.
// Goroutines that are left are no leaks: their calls block, which is a result.
func (l *linearizing) config() result.Config {
	c := l.session.config()
	c.Algorithm, c.Slice, c.Turn, c.Inputs, c.Simplify = explore.POP.Name, 0, 0, false, 0
	c.Leaks, c.MaxExecutions, c.History = "ignore", l.executions, linearize.Prefix
	return c
}

// A checked is what is known of a type. It is the line of -json. It has more than 15 fields because that line has.
type checked struct {
	Action     string // linearize
	Package    string
	Type       string
	New        string   `json:",omitempty"` // the function that makes values; none for the zero value
	Methods    []string // that were called
	LeftOut    []string `json:",omitempty"` // methods that were not, with the reasons
	Verdict    string   // pass, fail or incomplete
	Reason     string   `json:",omitempty"` // why it is incomplete
	Scenarios  int      // that were tried
	Failed     int      // those of them that failed
	First      int      `json:",omitempty"` // the first that failed, from 1
	Incomplete int      // those that were not explored to their end
	Executions int
	Histories  int
	Elapsed    float64
	Built      float64    `json:",omitempty"` // seconds that it took to find the types and to build, for all types
	Failure    *violation `json:",omitempty"`

	outcome *linearize.Outcome
}

// A violation is the smallest scenario that fails.
type violation struct {
	Kind    string   // linearizability, or that of a failure as in the lines of heddle test
	Message string   //
	Calls   []string // those of each part, with their results
	Orders  []string `json:",omitempty"` // what the calls give one after the other
	Test    string   // a Go test that shows it
	Files   []string // what was written

	report, why string // text
}

// subject tries scenarios of one type.
func (l *linearizing) subject(s *linearize.Subject) (*checked, error) {
	ctx, cancel := context.WithCancel(l.env.ctx)
	if !l.until.IsZero() {
		ctx, cancel = context.WithDeadline(l.env.ctx, l.until)
	}
	defer cancel()
	began := time.Now()
	r := &checked{Action: "linearize", Package: l.pkg.Path, Type: s.Type, New: s.NewFunc, Methods: s.Names(), LeftOut: s.LeftOut, Verdict: string(result.Pass)}
	err := l.runner.Run(ctx, s.Scenarios(l.scenarios, l.size, l.seed), nil, func(o *linearize.Outcome) bool {
		r.add(o)
		return !o.Fails() || l.keepGoing
	})
	if errors.Is(err, context.DeadlineExceeded) && l.env.ctx.Err() == nil {
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

// shrinkTime is how long a failing scenario is made smaller.
const shrinkTime = 20 * time.Second

// unordered is what is wrong with a history that is not linearizable.
const unordered = "no order of the calls gives these results"

// violation makes the failing scenario of o smaller and describes it.
func (l *linearizing) violation(o *linearize.Outcome) (*violation, error) {
	ctx, cancel := context.WithTimeout(l.env.ctx, shrinkTime)
	o, err := l.runner.Shrink(ctx, o)
	cancel()
	if err != nil {
		return nil, err
	}
	v := &violation{}
	var bad *linearize.History
	if len(o.Bad) > 0 {
		bad = o.Bad[0]
		v.Kind, v.Message = "linearizability", unordered
		v.Orders, v.why = o.Spec.Orders(), o.Spec.Why(bad)
	} else if len(o.Failures) > 0 {
		v.Kind, v.Message = o.Failures[0].Kind, o.Failures[0].Message
	} else {
		v.Kind, v.Message = "fatal", o.Died
	}
	v.Calls = o.Spec.Calls(bad)
	v.Test = o.Spec.Test(bad)
	if v.report, err = l.report(o, bad); err != nil {
		return nil, err
	}
	return v, l.write(v, o, bad)
}

// report explores the scenario once more, for the simplest schedule that shows the failure.
func (l *linearizing) report(o *linearize.Outcome, bad *linearize.History) (string, error) {
	again := *l.runner
	again.Config.Simplify = int64(time.Second)
	var wanted []*linearize.History
	if bad != nil {
		wanted = []*linearize.History{bad}
	}
	text := ""
	err := again.Run(l.env.ctx, []*linearize.Scenario{o.Spec.Scenario}, wanted, func(shown *linearize.Outcome) bool {
		for _, f := range shown.Failures {
			report.Absolute(l.pkg.Dir, f.Where)
			if f.Message, f.Output = l.session.sources.Message(f), ""; bad != nil {
				f.Message = unordered
			}
			f.Execution = max(f.Execution, 1)
			text = l.session.found.Text(report.Found{Package: l.pkg.Path, Test: o.Spec.Scenario.Subject.Type, Verdict: result.Fail, Failure: f})
			break
		}
		return false
	})
	return text, err
}

// write writes the test, and the picture of the history.
func (l *linearizing) write(v *violation, o *linearize.Outcome, bad *linearize.History) error {
	if err := os.MkdirAll(l.dir, 0o777); err != nil {
		return err
	}
	base := strings.ReplaceAll(l.pkg.Path, "/", "_") + "." + o.Spec.Scenario.Subject.Name
	name := filepath.Join(l.dir, base+".go.txt")
	if err := os.WriteFile(name, []byte(v.Test), 0o666); err != nil {
		return err
	}
	v.Files = append(v.Files, name)
	if bad != nil {
		name := filepath.Join(l.dir, base+".html")
		if err := o.Spec.Picture(bad, name); err != nil {
			return err
		}
		v.Files = append(v.Files, name)
	}
	return nil
}

// print prints what is known of a type.
func (l *linearizing) print(r *checked) {
	w := l.env.stdout
	if l.json {
		_ = json.NewEncoder(w).Encode(r) // nothing can be done about an output that takes nothing
		return
	}
	made := "the zero value"
	if r.New != "" {
		made = r.New
	}
	name := r.Package + " " + r.Type
	fmt.Fprintf(w, "     %s  made by %s, called: %s\n", name, made, strings.Join(r.Methods, ", "))
	for _, m := range r.LeftOut {
		fmt.Fprintf(w, "     %s  left out: %s\n", name, m)
	}
	if v := r.Failure; v != nil {
		if v.report != "" {
			fmt.Fprint(w, v.report, "\n")
		} else {
			fmt.Fprintf(w, "FAIL %s  %s\n    %s\n\n", name, v.Kind, v.Message)
		}
		fmt.Fprintf(w, "  the calls, with what they return\n    %s\n", strings.Join(v.Calls, "\n    "))
		if len(v.Orders) > 0 {
			fmt.Fprintf(w, "\n  the same calls one after the other\n%s", v.why)
		}
		fmt.Fprintf(w, "\n  as a test\n%s\n  written\n    %s\n\n", indented(v.Test), strings.Join(v.Files, "\n    "))
	}
	counts := fmt.Sprintf("scenarios: %d; executions: %d; histories: %d (%.2fs)", r.Scenarios, r.Executions, r.Histories, r.Elapsed)
	switch result.Verdict(r.Verdict) {
	case result.Fail:
		fmt.Fprintf(w, "FAIL %s  %s in scenario %d, %d failed; %s\n", name, r.Failure.Kind, r.First, r.Failed, counts)
	case result.Incomplete:
		fmt.Fprintf(w, "?    %s  no failure, and %d scenarios not to their end: %s; %s\n", name, r.Incomplete, r.Reason, counts)
	default:
		fmt.Fprintf(w, "ok   %s  linearizable in all scenarios; %s\n", name, counts)
	}
}

// indented is text with its lines indented.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}
