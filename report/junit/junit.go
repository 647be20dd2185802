// Package junit writes the results of a run as JUnit XML, which CI systems read.
//
// A package is a testsuite, a test a testcase. A test that makes the exit status 1 has a failure: its type is the kind of the first failure
// found, and its text all reports. The format knows no "not proved": a test whose verdict is incomplete, unsupported or timing is skipped, with
// the verdict and the reason as the message, unless -strict makes it fail. Skipped is the only one of the format's words that neither counts as
// passed nor breaks a build for which heddle's exit status is 0. The reports of such a test are in its system-out, since skipped has no text in
// all readers. A package that could not be built or explored has a testcase with an error.
package junit

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jstemmer/go-junit-report/v2/junit"

	"heddle/report"
)

// Write writes the results of run.
func Write(w io.Writer, run *report.Run) error {
	all := junit.Testsuites{Name: "heddle"}
	total := 0.0
	for i, p := range run.Packages {
		s := junit.Testsuite{ID: i, Name: p.Name, Package: p.Name, Time: seconds(p.Elapsed.Seconds())}
		s.Timestamp = run.Began.UTC().Format("2006-01-02T15:04:05")
		for _, t := range p.Tests {
			s.AddTestcase(testcase(run, &t))
		}
		if p.Err != nil {
			s.AddTestcase(junit.Testcase{Name: "(package)", Classname: p.Name, Time: seconds(0), Error: outcome("error", p.Err.Error(), p.Err.Error())})
		}
		total += p.Elapsed.Seconds()
		all.AddSuite(s)
	}
	all.Time = seconds(total)
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	return all.WriteXML(w)
}

// testcase is one test.
func testcase(run *report.Run, t *report.Tested) junit.Testcase {
	c := junit.Testcase{Name: t.Test.Test, Classname: t.Package, Time: seconds(t.Elapsed)}
	line, reports := t.Line(run.Unit)+"\n", ""
	for _, f := range t.Found {
		reports += run.Text(f) + "\n"
	}
	switch t.Outcome {
	case report.Failed:
		c.Failure = outcome(string(t.Verdict), t.Reason, reports+line)
		if f, more := t.First(); f != nil {
			c.Failure.Type, c.Failure.Message = f.Kind, first(f, more)
		}
		line, reports = "", ""
	case report.Skipped:
		why := t.Reason
		if f, more := t.First(); why == "" && f != nil {
			why = first(f, more)
		}
		c.Skipped = &junit.Result{Message: clean(string(t.Verdict) + ": " + why)}
	}
	if out := t.Output + reports + line; out != "" {
		c.SystemOut = &junit.Output{Data: clean(out)}
	}
	return c
}

// first is the message for a failure, and how many more there are.
func first(f *report.Found, more int) string {
	message, _, _ := strings.Cut(f.Message, "\n")
	text := report.Word(f.Kind) + ": " + message
	if more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// outcome is a failure or an error. The message is one line.
func outcome(kind, message, text string) *junit.Result {
	message, _, _ = strings.Cut(message, "\n")
	return &junit.Result{Type: kind, Message: message, Data: clean(text)}
}

func seconds(s float64) string { return fmt.Sprintf("%.3f", s) }

// clean replaces what XML cannot have, as what a test prints may.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' || r == '\r' || r >= 0x20 && r != 0xFFFE && r != 0xFFFF {
			return r
		}
		return utf8.RuneError
	}, strings.ToValidUTF8(text, string(utf8.RuneError)))
}
