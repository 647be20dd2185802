package report

import (
	"fmt"
	"io"
	"time"

	"heddle/report/reached"
	"heddle/result"
)

// A Tally counts the results of a package's tests.
type Tally struct {
	Verdicts   map[result.Verdict]int
	Tests      int // 0 for a replay
	Executions int
	Cached     int               // tests whose results are from the cache
	Failures   int               // distinct ones, those of timing included
	CorpusOnly bool              // nothing was explored: only schedules were run that were kept
	Coverage   *reached.Coverage // of a package; nil without -cover
}

// Count adds n tests with the verdict v.
func (t *Tally) Count(v result.Verdict, n int) {
	if t.Verdicts == nil {
		t.Verdicts = map[result.Verdict]int{}
	}
	t.Verdicts[v] += n
}

// Add adds the counts of u.
func (t *Tally) Add(u Tally) {
	t.Tests += u.Tests
	t.Executions += u.Executions
	t.Cached += u.Cached
	t.Failures += u.Failures
	for v, n := range u.Verdicts {
		t.Count(v, n)
	}
}

// A Printer prints results as they arrive.
type Printer interface {
	Failure(f Found)
	Test(t *Test)
	Output(pkg, test, text string)
	NoTests(pkg, why string)
	PackageDone(pkg string, counts Tally, elapsed time.Duration)
	Error(pkg string, err error) // the package could not be built, or not be explored to its end
}

// TextPrinter prints for people.
type TextPrinter struct {
	W      io.Writer
	Writer Writer
	Unit   string // what a complete execution is called: trace or execution
}

func (p *TextPrinter) Failure(f Found) {
	p.Writer.Failure(p.W, f)
}

func (p *TextPrinter) Test(t *Test) { fmt.Fprintln(p.W, t.Line(p.Unit)) }

func (p *TextPrinter) Output(_, _, text string) { io.WriteString(p.W, text) }

func (p *TextPrinter) NoTests(pkg, why string) {
	fmt.Fprintf(p.W, "?    %s [%s]\n", pkg, why)
}

func (p *TextPrinter) PackageDone(pkg string, c Tally, elapsed time.Duration) {
	if c.Tests == 0 { // of a replay
		return
	}
	status := ""
	for _, v := range result.Verdicts() {
		if c.Verdicts[v] > 0 && status == "" {
			status = Status(v)
		}
	}
	if c.CorpusOnly && status != Status(result.Fail) {
		status = statusCorpus
	}
	took := fmt.Sprintf("%.2fs", elapsed.Seconds())
	if c.Cached == c.Tests {
		took = "cached"
	}
	fmt.Fprintf(p.W, "%-4s %s  %v (%s)%s\n", status, pkg, &c, took, c.Coverage.Note())
}

// String says how many tests and executions there were, and which verdicts but Pass.
func (c *Tally) String() string {
	detail := ""
	for _, v := range result.Verdicts() {
		if c.Verdicts[v] == 0 {
			continue
		}
		switch v {
		case result.Incomplete:
			if !c.CorpusOnly {
				detail += fmt.Sprintf(", %d %s", c.Verdicts[v], v)
			}
		case result.Pass:
		case result.Fail:
			detail += fmt.Sprintf(", %d failed", c.Verdicts[v])
		default:
			detail += fmt.Sprintf(", %d %s", c.Verdicts[v], v)
		}
	}
	return fmt.Sprintf("tests: %d%s; executions: %d", c.Tests, detail, c.Executions)
}

// Error prints nothing: errors come last, on standard error.
func (p *TextPrinter) Error(string, error) {}
