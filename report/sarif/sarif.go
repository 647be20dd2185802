// Package sarif writes the failures of a run as SARIF 2.1.0, which code scanning services and editors show beside the source.
//
// A failure is a result: its rule is the kind. The first of its places is its location; the others are related locations that say who waits or
// reads or writes there. The interleaving is one code flow with a thread flow for each goroutine; executionOrder puts them together. What
// is no failure is a notification of the invocation: a test that is not complete, a package that cannot be built.
//
// A result has two fingerprints. heddleKey is that of the failure's Key, which has lines: equal for the same failure of the same code. The partial
// fingerprint heddlePlace has the test, the kind and the functions without lines, so it survives edits elsewhere.
package sarif

import (
	"crypto/sha256"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"slices"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"heddle/internal/version"
	"heddle/report"
	"heddle/report/deciding"
	"heddle/result"
)

// rules are the kinds of failures, and what they are.
var rules = [][2]string{
	{"deadlock", "All goroutines are blocked, the test function among them."},
	{"leak", "The test is over, and a goroutine that it started is blocked for ever."},
	{"livelock", "Goroutines go on for ever without an end."},
	{"race", "Two accesses of one variable, one of them a write, are not ordered by happens-before."},
	{"panic", "The execution panics."},
	{"fatal", "The test fails, or the process ends with an error of the runtime."},
	{"nondeterminism", "The test depends on something that Heddle does not control."},
}

// mostSteps is how many steps of an interleaving are written; of a longer one, those that the text shows. Services refuse more than some
// thousands.
const mostSteps = 1000

// A writer writes one run.
type writer struct {
	run *report.Run
	out *sarif.Run
}

// Write writes the failures of run.
func Write(w io.Writer, run *report.Run) error {
	to := &writer{run, sarif.NewRun()}
	driver := sarif.NewToolComponent().WithName("heddle").WithVersion(version.Module())
	for _, r := range rules {
		driver.Rules = append(driver.Rules, sarif.NewReportingDescriptor().WithID(r[0]).
			WithShortDescription(sarif.NewMultiformatMessageString().WithText(r[1])))
	}
	to.out.Tool = sarif.NewTool().WithDriver(driver)
	base := sarif.NewArtifactLocation().WithURI(fileURI(run.Sources.Root()) + "/")
	to.out.OriginalUriBaseIds = map[string]sarif.ArtifactLocation{srcRoot: *base}
	in := sarif.NewInvocation().WithExecutionSuccessful(true)
	for _, p := range run.Packages {
		for i := range p.Tests {
			to.test(in, &p.Tests[i])
		}
		if p.Err != nil {
			in.WithExecutionSuccessful(false)
			in.ToolExecutionNotifications = append(in.ToolExecutionNotifications, notification(sarif.LevelError, p.Name+": "+p.Err.Error()))
		}
	}
	to.out.Invocations = append(to.out.Invocations, in)
	all := sarif.NewReport()
	all.AddRun(to.out)
	return all.Write(w)
}

// srcRoot is the name of the directory to which files are relative.
const srcRoot = "%SRCROOT%"

func notification(level, text string) *sarif.Notification {
	n := sarif.NewNotification().WithMessage(sarif.NewTextMessage(text))
	n.Level = level
	return n
}

// test adds what was found in t.
func (w *writer) test(in *sarif.Invocation, t *report.Tested) {
	for i := range t.Found {
		f := &t.Found[i]
		if !f.IsObstacle() {
			w.out.Results = append(w.out.Results, w.result(f))
			continue
		}
		n := notification(sarif.LevelNote, fmt.Sprintf("%s %s: %s: %s", t.Package, t.Test.Test, t.Verdict, f.Message))
		n.Locations = w.locations(w.run.Sources.Places(f.Failure))
		in.ToolExecutionNotifications = append(in.ToolExecutionNotifications, n)
	}
	if t.Reason != "" && !slices.ContainsFunc(t.Found, func(f report.Found) bool { return f.Message == t.Reason }) {
		in.ToolExecutionNotifications = append(in.ToolExecutionNotifications,
			notification(sarif.LevelNote, fmt.Sprintf("%s %s: %s: %s", t.Package, t.Test.Test, t.Verdict, t.Reason)))
	}
}

// result is one failure.
func (w *writer) result(f *report.Found) *sarif.Result {
	text := fmt.Sprintf("%s in %s: %s", report.Word(f.Kind), f.Test, f.Message)
	if fix := deciding.Fix(w.run.Sources, f.Failure); fix != "" {
		text += "\n" + fix
	}
	if f.Schedule != "" {
		text += "\nRun it again: heddle replay " + f.Schedule
	}
	r := sarif.NewResult().WithRuleID(f.Kind).WithMessage(sarif.NewTextMessage(text)).WithLevel(sarif.LevelError)
	if f.Verdict == result.Timing {
		r.Level = sarif.LevelWarning
	}
	r.RuleIndex = slices.IndexFunc(rules, func(rule [2]string) bool { return rule[0] == f.Kind })
	if all := w.locations(w.run.Sources.Places(f.Failure)); len(all) > 0 {
		r.Locations, r.RelatedLocations = all[:1], all[1:]
	}
	if len(f.Where) > 0 {
		stack := sarif.NewStack()
		for _, frame := range w.run.Sources.User(f.Where) {
			stack.Frames = append(stack.Frames, sarif.NewStackFrame().WithLocation(w.location(frame, frame.Func)))
		}
		r.Stacks = []*sarif.Stack{stack}
	}
	if flow := w.flow(f.Failure); len(flow.ThreadFlows) > 0 {
		r.CodeFlows = []*sarif.CodeFlow{flow}
	}
	r.Fingerprints = map[string]string{"heddleKey/v1": hash(f.Package, f.Test, f.Key)}
	r.PartialFingerprints = map[string]string{"heddlePlace/v1": w.place(f)}
	r.Properties = sarif.NewPropertyBag().Add("package", f.Package).Add("test", f.Test).Add("execution", f.Execution)
	return r
}

// flow is the interleaving.
func (w *writer) flow(f *result.Failure) *sarif.CodeFlow {
	names := w.run.Sources.Names(f)
	flow, threads := sarif.NewCodeFlow(), map[string]*sarif.ThreadFlow{}
	add := func(at int, thread, what string, where []result.Frame) {
		if len(where) == 0 || thread == "" {
			return
		}
		if threads[thread] == nil {
			threads[thread] = sarif.NewThreadFlow().WithID(thread)
			if names[thread] != "" {
				threads[thread].WithMessage(sarif.NewTextMessage(thread + " " + names[thread]))
			}
			flow.ThreadFlows = append(flow.ThreadFlows, threads[thread])
		}
		l := sarif.NewThreadFlowLocation().WithExecutionOrder(at)
		threads[thread].AddLocation(l.WithLocation(w.location(w.run.Sources.User(where)[0], what)))
	}
	for i, row := range w.run.Sources.Rows(f, mostSteps) {
		what := row.Text()
		if row.Number > 0 {
			what = fmt.Sprintf("step %d: %s", row.Number, what)
		}
		add(i+1, row.Thread, what, row.Where)
		add(i+1, row.Partner, what+", with "+row.Thread, row.PartnerWhere)
	}
	return flow
}

// locations are those of the places.
func (w *writer) locations(places []report.Place) []*sarif.Location {
	all := []*sarif.Location{}
	for i, p := range places {
		l := w.location(p.Frame, p.What)
		l.ID = i
		all = append(all, l)
	}
	return all
}

func (w *writer) location(f result.Frame, what string) *sarif.Location {
	file := sarif.NewArtifactLocation().WithURI(fileURI(f.File))
	if name, ok := w.run.Sources.InRoot(f.File); ok {
		file.WithURI((&url.URL{Path: name}).String()).WithURIBaseID(srcRoot)
	}
	physical := sarif.NewPhysicalLocation().WithArtifactLocation(file)
	if f.Line > 0 {
		physical.WithRegion(sarif.NewRegion().WithStartLine(f.Line))
	}
	l := sarif.NewLocationWithPhysicalLocation(physical)
	if what != "" {
		l.WithMessage(sarif.NewTextMessage(what))
	}
	return l
}

// fileURI is the URI of a file with an absolute name.
func fileURI(name string) string {
	return (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()
}

// place is the fingerprint of where f happens, without lines.
func (w *writer) place(f *report.Found) string {
	parts := []string{f.Package, f.Test, f.Kind}
	stack := func(frames []result.Frame) {
		for _, frame := range w.run.Sources.User(frames) {
			parts = append(parts, frame.Func)
		}
	}
	stack(f.Where)
	for _, a := range f.Accesses {
		stack(a.Where)
	}
	for _, wait := range f.Waits {
		stack(wait.Where)
	}
	return hash(parts...)
}

func hash(parts ...string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(parts, "\x00"))))[:32]
}
