// Package report prints what a test binary found, for people and for scripts.
//
// A Test is the result of one explored test. It is printed as one line of text (Line) or of JSON (its own encoding). A Failure
// is one thing that is wrong with it; as text (Writer.Failure) it has six parts, in this order:
//
//   - what happened: the kind and the message; for a deadlock or a leak who waits for what and where, who holds it,
//     and the cycle if there is one; for a race both accesses; else the stack; what decides whether it shows; if it needs one, who is kept waiting while which timers fire
//   - the goroutines of the execution: where each was started and in which state it ended
//   - the objects: what the source calls each of them
//   - the interleaving as lanes: one column per goroutine, one row per step, each with its source line and, if
//     known, its value
//   - what the execution printed
//   - the command that replays this interleaving
//
// A schedule is one recorded interleaving in a file (Schedules, ReadSchedule). It is always written before its failure is
// printed. Sources names source lines for people: relative to a directory, or by import path for the standard library.
package report

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"heddle/report/deciding"
	"heddle/result"
)

// A Test is the result of one explored test. Its JSON encoding is the line "explored" of -json: it has more than 15 fields because that
// line has.
type Test struct {
	Action     string // always "explored"
	Package    string // import path
	Test       string
	Algorithm  string
	Verdict    result.Verdict
	Complete   bool   // every interleaving that matters was explored
	Reason     string `json:",omitempty"` // why Complete is false: the verdict is Incomplete or Unsupported, or the exploration went on after a failure
	Executions int    // complete (maximal) executions
	Blocked    int    // executions that were given up because everything enabled was asleep
	Steps      int    // in all executions together
	MaxSteps   int    // of the longest execution
	Threads    int    // the most in one execution
	Elapsed    float64
	PeakRSS    int64          // bytes
	Seen       *result.Survey `json:",omitempty"` // what its being complete is about
	Failures   []Failure
	States     int      `json:",omitempty"` // states that stateful has stored
	Revisited  int      `json:",omitempty"` // executions that stateful gave up in a stored state
	Probes     int      `json:",omitempty"` // executions that auto has run to find failures early: they are in no other count
	stateBytes int64    // memory of the states
	Choices    []string `json:",omitempty"` // what chance decided, always in the same way
	// Undelayed is the number of complete executions without delays, if those with delays were explored after them: Executions are all.
	// Delay says how long those are.
	Undelayed int    `json:",omitempty"`
	Delay     string `json:",omitempty"`
	Note      string `json:",omitempty"` // what else must be known about the verdict
	// Estimate is how many traces there are, in nine of ten cases between EstimateLow and EstimateHigh; 0 if it is not known, or Complete.
	Estimate, EstimateLow, EstimateHigh float64 `json:",omitempty"`
	Cached                              bool    `json:",omitempty"` // the result is that of an earlier run
	// Corpus are the schedules that were kept of earlier failures, and how each fits. CorpusOnly says that nothing else was run.
	Corpus     []Kept `json:",omitempty"`
	CorpusOnly bool   `json:",omitempty"`
}

// A Failure is one thing that is wrong with a test, as -json prints it. It has more than 15 fields because the line has.
type Failure struct {
	Kind      string
	Message   string
	Execution int      // 1 for the first execution
	Schedule  string   // file that holds the interleaving; empty when it could not be recorded
	Page      string   `json:",omitempty"` // file of the HTML report
	Where     []string // source lines, the failing operation's first
	Timing    *Timing  `json:",omitempty"` // nil if no goroutine needs to be kept waiting
	Waits     []Wait   `json:",omitempty"` // the goroutines that are blocked forever, or go on for ever
	Cycle     []string `json:",omitempty"` // the goroutines that wait for one another: each for the next one, the last is the first
	Accesses  []Access `json:",omitempty"` // the two of a race
	Variable  string   `json:",omitempty"` // what the source calls what they access, if that is known
	Type      string   `json:",omitempty"` // of the variable
	// Executions is how many executions show it; 0 if that is not known. The exploration ends with the first one, without -keep-going.
	Executions int             `json:",omitempty"`
	Deciding   []deciding.Pair `json:",omitempty"` // steps whose order decides whether it shows
	Fix        string          `json:",omitempty"` // what decides, and what a fix must do, in words
	Corpus     string          `json:",omitempty"` // the file of the schedule that has led to it
	LastRun    bool            `json:",omitempty"` // that of a failure of the last run has led to it
	Kept       string          `json:",omitempty"` // the file in which -corpus keeps it
	key        string
}

// A Kept is a schedule that was kept of an earlier failure.
type Kept struct {
	File    string
	Fit     string // "fits", "fits after 2 changes", "no longer fits"
	Changes int    `json:",omitempty"` // steps, and names, that differ
	Failed  bool   // the test fails with it, or close by
}

// A Wait is a result.Wait, as -json prints it.
type Wait struct {
	Goroutine string
	For       string   // what it waits for, or does again and again
	Where     []string // its stack: lines, the innermost first
	Holder    string   `json:",omitempty"` // the goroutine that holds that
	Since     []string `json:",omitempty"` // where the holder has acquired it
	Behind    bool     `json:",omitempty"` // the holder is a writer that waits for readers, and lets no new one in
	Looks     []Look   `json:",omitempty"` // the operations of the last round of one that goes on for ever
}

// A Look is a result.Look, as -json prints it.
type Look struct {
	Op      string // with its object and value
	Where   string
	Changed string `json:",omitempty"` // the other goroutine that has changed the object last
	By      string `json:",omitempty"` // where it has
}

// An Access is a result.Access, as -json prints it.
type Access struct {
	Goroutine     string
	Write, Atomic bool
	Op            string   `json:",omitempty"` // the operation that it is, if it is one of a WaitGroup
	Where         []string // its stack: lines, the innermost first
}

// A Timing is a result.Lateness, as -json prints it.
type Timing struct {
	Delay  string   // the smallest -delay with which the failure shows
	Timers []string // source lines where the timers that fire meanwhile were armed
}

// NewTest returns the result before any execution: incomplete, with an empty list of Failures.
func NewTest(pkg, test, algorithm string) *Test {
	return &Test{
		Action: "explored", Package: pkg, Test: test, Algorithm: algorithm,
		Verdict: result.Incomplete, Failures: []Failure{},
	}
}

// Add adds a failure, which makes verdict of t unless an earlier one has made more of it.
func (t *Test) Add(f Failure, verdict result.Verdict) {
	t.Failures = append(t.Failures, f)
	if t.Verdict != result.Fail {
		t.Verdict = verdict
	}
}

// Progress sets the counts of t to those of p.
func (t *Test) Progress(p *result.Progress) {
	if p == nil {
		return
	}
	t.Executions, t.Blocked = p.Executions, p.Blocked
	t.Steps, t.MaxSteps, t.Threads = p.Steps, p.MaxSteps, p.Threads
	t.Elapsed, t.PeakRSS, t.Probes, t.Seen = p.Elapsed, p.PeakRSS, p.Probes, p.Seen
	t.States, t.Revisited, t.stateBytes = p.States, p.Revisited, p.StateBytes
	for i := range t.Failures {
		f := &t.Failures[i]
		f.Executions = max(f.Executions, p.Shows[f.key])
	}
	t.Estimate, t.EstimateLow, t.EstimateHigh = p.Estimate.Traces, p.Estimate.Low, p.Estimate.High
	if e := float64(p.Executions); e > p.Estimate.High {
		t.Estimate, t.EstimateLow, t.EstimateHigh = 0, 0, 0 // it is wrong
	} else {
		t.Estimate, t.EstimateLow = max(t.Estimate, e), max(t.EstimateLow, e)
	}
}

// Done sets the verdict of t, and the reason if t is not complete. A test with failures has the verdict that they make of it, whatever
// verdict says. A test that passed is complete; one with failures is complete if Complete was set before; any other is not.
func (t *Test) Done(verdict result.Verdict, reason string) {
	if len(t.Failures) == 0 {
		t.Verdict, t.Complete = verdict, verdict == result.Pass
	}
	if t.Reason = reason; t.Complete {
		t.Reason, t.Estimate, t.EstimateLow, t.EstimateHigh = "", 0, 0, 0
	}
}

// EndsBy reports whether the exploration, at its pace so far and with a second processor, will probably be complete by then. No limit, the zero
// time, is never too early.
func (t *Test) EndsBy(then time.Time) bool {
	left := (t.Estimate - float64(t.Executions)) * t.Elapsed / float64(max(t.Executions, 1)) / 2
	return then.IsZero() || t.Estimate > 0 && left < time.Until(then).Seconds()
}

// SetUndelayed notes the number of executions without delays, if those with delays were explored after them; 0 if not. A negative delay has
// no limit.
func (t *Test) SetUndelayed(n int, delay time.Duration) {
	if t.Undelayed, t.Delay = n, ""; n > 0 {
		t.Delay = "delays of any length"
		if delay >= 0 {
			t.Delay = "delays up to " + delay.String()
		}
	}
}

// Line returns t as one line of text. unit is the word for a complete execution: "trace" if the algorithm explores each
// trace once, else "execution".
func (t *Test) Line(unit string) string {
	head := fmt.Sprintf("%-4s %s %s", t.status(), t.Package, t.Test)
	if t.Cached {
		return fmt.Sprintf("%s  %s (cached)", head, t.summary(unit))
	}
	return fmt.Sprintf("%s  %s (%.2fs)", head, t.summary(unit), t.Elapsed)
}

// status is Status, which must not speak of an exploration if there was none.
func (t *Test) status() string {
	if t.CorpusOnly && t.Verdict == result.Incomplete {
		return statusCorpus
	}
	return Status(t.Verdict)
}

// statusCorpus is the word of tests of which the corpus was run, and nothing else.
const statusCorpus = "corpus"

// Status is the word that a line about a verdict begins with.
func Status(v result.Verdict) string {
	switch v {
	case result.Pass:
		return "ok"
	case result.Fail:
		return "FAIL"
	}
	return string(v)
}

func (t *Test) summary(unit string) string {
	text, before, n := "", "", count(t.Executions, unit)+t.states()
	if t.Undelayed > 0 {
		before = "complete without delays: " + count(t.Undelayed, unit) + "; with " + t.Delay + ": "
	}
	switch {
	case t.CorpusOnly:
		return t.corpus()
	case len(t.Failures) > 0:
		text = t.failures()
		if t.Complete {
			text += ", complete"
		}
	case t.Complete:
		text = "complete: " + n + ", no failure"
	case t.Verdict == result.Pass: // one schedule was replayed
		text = n + ", no failure"
	default:
		text = n + " explored, no failure so far"
	}
	if t.Reason != "" {
		text += ": " + t.Reason
	}
	if t.Estimate > 0 {
		text += "; there are " + traces(t.Estimate, t.EstimateLow, t.EstimateHigh)
	}
	if len(t.Choices) > 0 {
		text += "; chance decided one way only: " + strings.Join(t.Choices, ", ")
	}
	if len(t.Corpus) > 0 {
		text += "; corpus: " + t.corpus()
	}
	if t.Note != "" {
		text += "; " + t.Note
	}
	return before + text
}

// corpus says how many schedules that were kept pass and fail, and how they fit.
func (t *Test) corpus() string {
	outcomes, fits := map[string]int{}, map[string]int{}
	var old []string
	for _, k := range t.Corpus {
		fits[k.Fit]++
		switch {
		case k.Failed:
			outcomes["failed"]++
		case k.Fit == NoLongerFits:
			old = append(old, k.File)
		default:
			outcomes["passed"]++
		}
	}
	text := count(len(t.Corpus), "schedule")
	for _, what := range []string{"failed", "passed"} {
		if outcomes[what] > 0 {
			text += fmt.Sprintf(", %d %s", outcomes[what], what)
		}
	}
	var words []string
	for _, fit := range slices.Sorted(maps.Keys(fits)) {
		words = append(words, fmt.Sprintf("%d %s", fits[fit], fit))
	}
	if text += " (" + strings.Join(words, ", ") + ")"; len(old) > 0 {
		text += ": record again, or remove, " + strings.Join(old, ", ")
	}
	return text
}

// NoLongerFits is the Kept.Fit of a schedule most of whose steps the code no longer has.
const NoLongerFits = "no longer fits"

// failures says how many failures there are, and in how many executions each shows, if the exploration has gone on after them.
func (t *Test) failures() string {
	all := count(t.begun(), "execution")
	text := count(len(t.Failures), "failure") + " in "
	switch often := func(f Failure) bool { return f.Executions > 1 || f.Executions == 1 && t.Complete }; {
	case !slices.ContainsFunc(t.Failures, often):
		return text + all
	case len(t.Failures) == 1:
		return fmt.Sprintf("%s%d of %s", text, t.Failures[0].Executions, all)
	}
	var each []string
	for _, f := range t.Failures {
		at := ""
		if len(f.Where) > 0 {
			at = " at " + f.Where[0]
		}
		each = append(each, fmt.Sprintf("%s%s in %d", Word(f.Kind), at, f.Executions))
	}
	return text + all + " (" + strings.Join(each, ", ") + ")"
}

// states says how many states were stored, and at what cost.
func (t *Test) states() string {
	if t.States == 0 {
		return ""
	}
	text := fmt.Sprintf(" and %d re-visited, %s", t.Revisited, count(t.States, "state"))
	return text + fmt.Sprintf(" (%d bytes each, %.0f/s)", t.stateBytes/int64(t.States), float64(t.States)/max(t.Elapsed, 1e-3))
}

// begun returns a lower bound of the executions that were begun: the one that failed last may not be complete.
func (t *Test) begun() int {
	n := t.Executions
	for _, f := range t.Failures {
		n = max(n, f.Execution)
	}
	return n
}

func count(n int, unit string) string {
	if n != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s", n, unit)
}

// indent puts prefix before every line of text, and removes final newlines.
func indent(prefix, text string) string {
	text = strings.TrimRight(text, "\n")
	return prefix + strings.ReplaceAll(text, "\n", "\n"+prefix) + "\n"
}
