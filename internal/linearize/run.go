package linearize

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"heddle/internal/death"
	"heddle/result"
	"heddle/toolchain"
)

// A Runner runs scenarios of subjects.
type Runner struct {
	Binary   *toolchain.Binary // built with what Sources returned
	Config   result.Config
	Temp     string // a directory for files
	Subjects []*Subject
}

// An Outcome is what came of a scenario.
type Outcome struct {
	Spec       *Spec
	Bad        []*History // histories for which there is no sequential one
	Histories  int
	Executions int
	Failures   []*result.Failure
	Died       string          // how the process ended in it, if it did
	Death      *result.Failure // likewise, with the schedule that did it
	Reason     string          // why not everything is known of it; empty if it is

	sequential, parallel []*History
	unspecified          bool // not all sequential histories are known
	ends                 bool // nor that it is wrong if the process ends: it does so if the calls are made one after the other
}

// Fails reports whether the scenario shows something that is wrong.
func (o *Outcome) Fails() bool { return len(o.Bad)+len(o.Failures) > 0 || o.Died != "" }

// kind is what is wrong, in a word: that of a failure, or empty for results that no order of the calls gives.
func (o *Outcome) kind() string {
	switch {
	case len(o.Bad) > 0 || !o.Fails():
		return ""
	case len(o.Failures) > 0:
		return o.Failures[0].Kind
	}
	return "died"
}

// given is what HeddleArgs has for each method, by the numbers of subjects and methods.
func (r *Runner) given(ctx context.Context) ([]map[int][]string, error) {
	given := make([]map[int][]string, len(r.Subjects))
	for i := range given {
		given[i] = map[int][]string{}
	}
	var damaged error
	exit, err := toolchain.Run(ctx, r.process("^"+ArgsTest+"$", nil), func(m result.Message) {
		if m.Type != "history" {
			return
		}
		var subject, method int
		var text string
		if n, err := fmt.Sscanf(m.Text, "%d %d %q", &subject, &method, &text); n != 3 || subject >= len(given) {
			damaged = fmt.Errorf("linearize: what HeddleArgs has is damaged: %q: %w", m.Text, err)
			return
		}
		given[subject][method] = append(given[subject][method], text)
	})
	if err == nil && exit.Code != 0 {
		err = fmt.Errorf("HeddleArgs: %s%s", death.Words(exit), death.Below(exit.Stderr))
	}
	return given, errors.Join(err, damaged)
}

// Arguments asks HeddleArgs, if the package has one, for the arguments of the subjects' methods.
func (r *Runner) Arguments(ctx context.Context) error {
	given := make([]map[int][]string, len(r.Subjects))
	if r.Subjects[0].pkg.args {
		var err error
		if given, err = r.given(ctx); err != nil {
			return err
		}
	}
	for i, s := range r.Subjects {
		if err := s.SetGiven(given[i]); err != nil {
			return err
		}
	}
	return nil
}

// shrinking is how many rounds make a failing scenario smaller at most.
const shrinking = 20

// Shrink returns the outcome of a scenario that fails as that of o does, and has as few calls as can be found by leaving out one after the other
// before ctx ends.
func (r *Runner) Shrink(ctx context.Context, o *Outcome) (*Outcome, error) {
	for range shrinking {
		var smaller *Outcome
		err := r.Run(ctx, o.Spec.Scenario.Smaller(), nil, func(try *Outcome) bool {
			if try.Fails() && try.kind() == o.kind() {
				smaller = try
			}
			return smaller == nil
		})
		if ctx.Err() != nil || err == nil && smaller == nil {
			return o, nil
		}
		if err != nil {
			return o, err
		}
		o = smaller
	}
	return o, nil
}

// errEnough ends a run because nothing more is wanted.
var errEnough = errors.New("enough")

// Run runs scenarios one after the other and calls visit with what came of each, until visit returns false. wanted are histories of the
// one scenario that are to be failures; then its sequential ones are not explored.
func (r *Runner) Run(ctx context.Context, list []*Scenario, wanted []*History, visit func(*Outcome) bool) error {
	for len(list) > 0 {
		n, err := r.batch(ctx, list[:min(len(list), Batch)], wanted, visit)
		if errors.Is(err, errEnough) {
			return nil
		}
		if err != nil {
			return err
		}
		list = list[n:]
	}
	return nil
}

// A batch is the scenarios of one process.
type batch struct {
	outcomes []*Outcome
	over     int // the outcomes that were visited
	running  string
	visit    func(*Outcome) bool
	stop     context.CancelCauseFunc
	wanted   bool // there are no sequential histories
	err      error
}

// batch runs scenarios in one process and returns how many it has run.
func (r *Runner) batch(ctx context.Context, list []*Scenario, wanted []*History, visit func(*Outcome) bool) (int, error) {
	env := []string{ScenariosEnv + "=" + filepath.Join(r.Temp, "scenarios")}
	if err := os.WriteFile(filepath.Join(r.Temp, "scenarios"), []byte(Lines(list, r.Subjects)), 0o666); err != nil {
		return 0, fmt.Errorf("linearize: %w", err)
	}
	tests := "(" + SequentialTest + "|" + ParallelTest + ")"
	if len(wanted) > 0 {
		env, tests = append(env, WantedEnv+"="+filepath.Join(r.Temp, "wanted")), ParallelTest
		if err := os.WriteFile(filepath.Join(r.Temp, "wanted"), []byte(wantedLines(wanted...)), 0o666); err != nil {
			return 0, fmt.Errorf("linearize: %w", err)
		}
	}
	numbers := make([]string, len(list))
	b := &batch{visit: visit, wanted: len(wanted) > 0}
	for i, c := range list {
		numbers[i] = strconv.Itoa(i)
		b.outcomes = append(b.outcomes, &Outcome{Spec: NewSpec(c, nil)})
	}
	ctx, b.stop = context.WithCancelCause(ctx)
	defer b.stop(nil)
	p := r.process("^"+tests+"("+strings.Join(numbers, "|")+")$", env)
	exit, err := toolchain.Run(ctx, p, b.handle)
	switch {
	case b.err != nil:
		return 0, b.err
	case err != nil:
		return 0, err
	case b.over == len(list):
		return b.over, nil
	}
	return b.died(exit)
}

// process is the test binary that runs the tests that match.
func (r *Runner) process(tests string, env []string) toolchain.Process {
	p := r.Binary.Process(r.Config, "-test.timeout=0", "-test.paniconexit0", "-test.run="+tests)
	p.Env = env
	return p
}

// handle handles a message of the tests.
func (b *batch) handle(m result.Message) {
	if b.err != nil || m.Type == "tests" {
		return
	}
	b.running = m.Test
	o, sequential := b.outcome(m.Test)
	if o == nil {
		return // of a TestMain
	}
	switch m.Type {
	case "history":
		h, err := Parse(m.Text)
		if err != nil {
			b.fail(err)
			return
		}
		if sequential {
			o.sequential = append(o.sequential, h)
		} else {
			o.parallel = append(o.parallel, h)
		}
	case "failure":
		switch {
		case m.Failure.IsObstacle():
			o.because(m.Failure.Message)
		case sequential && ends(m.Failure):
			o.endsAnyway(m.Failure.Message)
		case !o.ends || !ends(m.Failure):
			o.Failures = append(o.Failures, m.Failure)
		}
	case "done":
		o.Executions += m.Progress.Executions
		if m.Verdict == result.Incomplete || m.Verdict == result.Unsupported {
			o.because(m.Reason)
		}
		o.unspecified = o.unspecified || sequential && !m.Progress.Complete
		if !sequential {
			b.end(o)
		}
	}
}

func (b *batch) fail(err error) {
	b.err = err
	b.stop(err)
}

// outcome is that of the scenario of a test.
func (b *batch) outcome(test string) (o *Outcome, sequential bool) {
	number, sequential := strings.CutPrefix(test, SequentialTest)
	i, err := strconv.Atoi(strings.TrimPrefix(number, ParallelTest))
	if err != nil || i >= len(b.outcomes) {
		return nil, false
	}
	return b.outcomes[i], sequential
}

// ends reports whether the failure is that the program has ended the process.
func ends(f *result.Failure) bool {
	return f.Kind == "fatal" && (strings.HasPrefix(f.Message, "fatal error: ") || strings.HasPrefix(f.Message, "os.Exit("))
}

// endsAnyway notes that the calls end the process if they are made one after the other.
func (o *Outcome) endsAnyway(words string) {
	o.ends, o.unspecified = true, true
	o.because("the process ends if the calls are made one after the other: " + words)
}

// because adds a reason why not everything is known.
func (o *Outcome) because(reason string) {
	if o.Reason == "" {
		o.Reason = reason
	}
}

// end judges the histories of a scenario that is over.
func (b *batch) end(o *Outcome) {
	o.Histories = len(o.parallel)
	o.Spec = NewSpec(o.Spec.Scenario, o.sequential)
	if !o.unspecified && !b.wanted {
		unknown := 0
		if o.Bad, unknown = o.Spec.Bad(o.parallel); unknown > 0 {
			o.because("Porcupine had no time for a history")
		}
		if slices.ContainsFunc(o.Failures, ends) {
			o.Bad = nil // calls that have not returned because of that
		}
	}
	b.over++
	if !b.visit(o) {
		b.fail(errEnough)
	}
}

// died handles the end of the process in the middle of a scenario. It returns how many scenarios are over.
func (b *batch) died(exit *toolchain.Exit) (int, error) {
	words := death.Words(exit)
	o, sequential := b.outcome(b.running)
	if b.running == "" || o == nil || exit.Code == result.StoppedExit {
		return 0, fmt.Errorf("the test binary ended outside of any scenario: %s%s", exit, death.Below(exit.Stdout+exit.Stderr))
	}
	if own := death.OwnBug(exit); own != "" {
		return 0, fmt.Errorf("internal error: %s%s", own, death.Below(exit.Stderr))
	}
	if o.unspecified = true; sequential {
		o.endsAnyway(words)
	} else {
		o.Died = words
		o.Death = &result.Failure{Kind: "fatal", Message: words, Execution: exit.Execution, Choices: exit.Choices, Output: death.Beginning(exit.Stderr)}
	}
	b.end(o)
	return b.over, b.err
}
