package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"heddle/internal/linearize"
	"heddle/internal/version"
	"heddle/report"
	"heddle/result"
)

// A violation is the smallest scenario that fails.
type violation struct {
	Kind    string   // linearizability, or that of a failure as in the lines of heddle test
	Message string   //
	Calls   []string // those of each part, with their results
	Orders  []string `json:",omitempty"` // what the calls give one after the other
	Test    string   // a Go test that shows it
	// Schedule is the file with the interleaving, for heddle replay; empty if the scenario does not fail again.
	Schedule string   `json:",omitempty"`
	Files    []string // what was written

	report, why string // text
}

// shrinkTime is how long a failing scenario is made smaller.
const shrinkTime = 20 * time.Second

// unordered is what is wrong with a history that is not linearizable.
const unordered = "no order of the calls gives these results"

// violation makes the failing scenario of o smaller and describes it.
func (l *linearizing) violation(o *linearize.Outcome) (*violation, error) {
	ctx, cancel := context.WithTimeout(l.ctx, shrinkTime)
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
	if err := l.report(v, o, bad); err != nil {
		return nil, err
	}
	return v, l.write(v, o, bad)
}

// report explores the scenario once more, for the simplest schedule that shows the failure, and records that.
func (l *linearizing) report(v *violation, o *linearize.Outcome, bad *linearize.History) (err error) {
	again := *l.runner
	again.Config.Simplify = int64(time.Second)
	var wanted []*linearize.History
	if bad != nil {
		wanted = []*linearize.History{bad}
	}
	var f *result.Failure
	err = again.Run(l.ctx, []*linearize.Scenario{o.Spec.Scenario}, wanted, func(shown *linearize.Outcome) bool {
		if f = shown.Death; len(shown.Failures) > 0 {
			f = shown.Failures[0]
		}
		return false
	})
	if err != nil || f == nil {
		return err
	}
	report.Absolute(l.pkg.Dir, f.Where)
	if f.Message, f.Output = l.sources.Message(f), ""; bad != nil {
		f.Message = unordered
	}
	if v.Schedule, err = l.written.Write(l.schedule(f, o.Spec.Scenario, bad)); err != nil {
		return err
	}
	v.Files = append(v.Files, v.Schedule)
	if f.Execution = max(f.Execution, 1); len(f.Steps) > 0 {
		found := report.Found{Package: l.pkg.Path, Test: o.Spec.Scenario.Subject.Type, Verdict: result.Fail, Schedule: v.Schedule, Failure: f}
		v.report = (&report.Run{Sources: l.sources}).Text(found)
	}
	return nil
}

// schedule is f's interleaving as it is recorded, with the files that the package does not have.
func (l *linearizing) schedule(f *result.Failure, c *linearize.Scenario, bad *linearize.History) *result.Schedule {
	test, file, text := l.runner.Found(c, bad)
	s := &result.Schedule{
		Version: result.ScheduleVersion, Heddle: version.Module(), Go: l.found.Version, Dir: l.dir,
		Package: l.pkg.Path, Test: test, Flags: l.flagged(), Added: map[string]string{},
		Cold: f.Execution == 0, Doubts: f.Doubts,
		Kind: f.Kind, Message: f.Message, Which: f.Which, Deciding: f.Deciding, Choices: f.Choices,
	}
	s.Of(&l.runner.Config)
	for name, text := range l.added {
		s.Added[l.relative(name)] = text
	}
	s.Added[l.relative(file)] = text
	return s
}

// relative is the name of a file, relative to the current directory.
func (l *linearizing) relative(name string) string {
	if rel, err := filepath.Rel(l.dir, name); err == nil {
		return rel
	}
	return name
}

// write writes the test, and the picture of the history.
func (l *linearizing) write(v *violation, o *linearize.Outcome, bad *linearize.History) error {
	if err := os.MkdirAll(l.out, 0o777); err != nil {
		return err
	}
	base := strings.ReplaceAll(l.pkg.Path, "/", "_") + "." + o.Spec.Scenario.Subject.Name
	name := filepath.Join(l.out, base+".go.txt")
	if err := os.WriteFile(name, []byte(v.Test), 0o666); err != nil {
		return err
	}
	v.Files = append(v.Files, name)
	if bad != nil {
		name := filepath.Join(l.out, base+".html")
		if err := o.Spec.Picture(bad, name); err != nil {
			return err
		}
		v.Files = append(v.Files, name)
	}
	return nil
}
