package cli

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"time"

	"heddle/internal/linearize"
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
	Files   []string // what was written

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
	text, run := "", &report.Run{Sources: l.sources}
	err := again.Run(l.ctx, []*linearize.Scenario{o.Spec.Scenario}, wanted, func(shown *linearize.Outcome) bool {
		if len(shown.Failures) > 0 {
			f := shown.Failures[0]
			report.Absolute(l.pkg.Dir, f.Where)
			if f.Message, f.Output = l.sources.Message(f), ""; bad != nil {
				f.Message = unordered
			}
			f.Execution = max(f.Execution, 1)
			text = run.Text(report.Found{Package: l.pkg.Path, Test: o.Spec.Scenario.Subject.Type, Verdict: result.Fail, Failure: f})
		}
		return false
	})
	return text, err
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
