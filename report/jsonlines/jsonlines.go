// Package jsonlines prints results as lines of JSON: Heddle's own, and beside them the events of go test -json, which tools such as gotestsum
// understand. docs/json.md and schema.json say what the lines hold.
//
// A test's lines come in this order: a line failure for each failure or obstacle, when it is found, with more lines steps if the interleaving is
// long; run, output with the text of the reports, and pass, fail or skip, as go test has them; and at last the line explored. With -cover, a package has a line coverage. Only explored and go
// test's events have the name of a test at the top: a tool that knows go test's events only takes any other line for one about the package, which
// it ignores.
package jsonlines

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"time"

	"heddle/report"
)

// Schema is the JSON Schema of a line.
//
//go:embed schema.json
var Schema []byte

// mostLine is the length in bytes beyond which steps go into lines of their own, because readers take no line of more than 64 KiB.
const mostLine = 40 << 10

// A Printer prints the lines. Its fields must be set before it is used.
type Printer struct {
	W      io.Writer
	Run    *report.Run
	GoOnly bool // only go test's events

	pkg   string // whose tests are printed
	begun string // the test whose run was printed
	began time.Time
	ended bool // the package's last event was printed
}

// An event is one of go test -json.
type event struct {
	Time    time.Time
	Action  string
	Package string
	Test    string   `json:",omitempty"`
	Output  string   `json:",omitempty"`
	Elapsed *float64 `json:",omitempty"`
}

func (p *Printer) line(v any) { json.NewEncoder(p.W).Encode(v) } // nothing can be done about an output that takes nothing

func (p *Printer) event(pkg, test, action string) {
	p.line(event{Time: time.Now(), Action: action, Package: pkg, Test: test})
}

func (p *Printer) end(pkg, test string, outcome report.Outcome, elapsed float64) {
	p.line(event{Time: time.Now(), Action: string(outcome), Package: pkg, Test: test, Elapsed: &elapsed})
}

// begin prints the beginning of the package and of the test, unless that is done.
func (p *Printer) begin(pkg, test string) {
	if p.pkg != pkg {
		p.pkg, p.began, p.ended = pkg, time.Now(), false
		p.event(pkg, "", "start")
	}
	if test != "" && p.begun != test {
		p.begun = test
		p.event(pkg, test, "run")
	}
}

// Output prints what a test has printed, or of a package if test is empty: an event for each line.
func (p *Printer) Output(pkg, test, text string) {
	p.begin(pkg, test)
	for line := range strings.Lines(text) {
		for len(line) > 0 {
			part := line[:min(len(line), mostLine/2)]
			line = line[len(part):]
			p.line(event{Time: time.Now(), Action: "output", Package: pkg, Test: test, Output: part})
		}
	}
}

func (p *Printer) Failure(f report.Found) {
	p.begin(f.Package, f.Test)
	if !p.GoOnly {
		p.failure(&f)
	}
	p.Output(f.Package, f.Test, p.Run.Text(f))
}

func (p *Printer) Test(t *report.Test) {
	outcome := p.Run.Outcome(t.Verdict)
	p.Output(t.Package, t.Test, t.Line(p.Run.Unit)+"\n")
	p.end(t.Package, t.Test, outcome, t.Elapsed)
	p.begun = ""
	if !p.GoOnly {
		p.line(t)
	}
}

func (p *Printer) NoTests(pkg, why string) {
	p.Output(pkg, "", fmt.Sprintf("?   \t%s\t[%s]\n", pkg, why))
	p.end(pkg, "", report.Skipped, 0)
}

func (p *Printer) PackageDone(pkg string, counts report.Tally, elapsed time.Duration) {
	if p.ended && p.pkg == pkg {
		return
	}
	outcome, word, took := report.Passed, "ok  ", fmt.Sprintf("%.3fs", elapsed.Seconds())
	for v, n := range counts.Verdicts {
		if n > 0 && p.Run.Outcome(v) == report.Failed {
			outcome, word = report.Failed, "FAIL"
		}
	}
	if counts.Tests > 0 && counts.Cached == counts.Tests {
		took = "(cached)"
	}
	coverage := ""
	if c := counts.Coverage; c != nil {
		p.Output(pkg, "", c.Share()+"\n")
		coverage = "\t" + c.Share()
		if !p.GoOnly {
			p.line(c)
		}
	}
	p.Output(pkg, "", fmt.Sprintf("%s\t%s\t%s\t%v%s\n", word, pkg, took, &counts, coverage))
	p.end(pkg, "", outcome, elapsed.Seconds())
	p.ended = true
}

func (p *Printer) Error(pkg string, err error) {
	p.Output(pkg, "", err.Error()+"\nFAIL\t"+pkg+"\n")
	p.end(pkg, "", report.Failed, time.Since(p.began).Seconds())
	p.ended = true
}
