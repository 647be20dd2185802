package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"heddle/report"
	"heddle/result"
)

// A printer prints results as they arrive.
type printer interface {
	failure(f report.Found)
	test(t *report.Test)
	output(pkg, test, text string)
	noTests(pkg, why string)
	packageDone(pkg string, counts tally, elapsed time.Duration)
}

// textPrinter prints for people.
type textPrinter struct {
	w      io.Writer
	writer report.Writer
	unit   string // what a complete execution is called: trace or execution
}

func (p *textPrinter) failure(f report.Found) {
	p.writer.Failure(p.w, f)
}

func (p *textPrinter) test(t *report.Test) {
	fmt.Fprintln(p.w, t.Line(p.unit))
}

func (p *textPrinter) output(_, _, text string) {
	io.WriteString(p.w, text)
}

func (p *textPrinter) noTests(pkg, why string) {
	fmt.Fprintf(p.w, "?    %s [%s]\n", pkg, why)
}

func (p *textPrinter) packageDone(pkg string, c tally, elapsed time.Duration) {
	status, detail := "", ""
	for _, v := range result.Verdicts() {
		if c.verdicts[v] == 0 {
			continue
		}
		if status == "" {
			status = report.Status(v)
		}
		switch v {
		case result.Pass:
		case result.Fail:
			detail += fmt.Sprintf(", %d failed", c.verdicts[v])
		default:
			detail += fmt.Sprintf(", %d %s", c.verdicts[v], v)
		}
	}
	fmt.Fprintf(p.w, "%-4s %s  tests: %d%s; executions: %d (%.2fs)\n", status, pkg, c.tests, detail, c.executions, elapsed.Seconds())
}

// jsonPrinter prints a line of JSON for each test, and with -v one for each message of output.
type jsonPrinter struct{ w io.Writer }

// jsonOutput is what a test printed, with -json.
type jsonOutput struct {
	Action  string // "output"
	Package string
	Test    string
	Output  string
}

func (p *jsonPrinter) failure(report.Found) {}

func (p *jsonPrinter) test(t *report.Test) { json.NewEncoder(p.w).Encode(t) }

func (p *jsonPrinter) output(pkg, test, text string) {
	json.NewEncoder(p.w).Encode(jsonOutput{"output", pkg, test, text})
}

func (p *jsonPrinter) noTests(string, string) {}

func (p *jsonPrinter) packageDone(string, tally, time.Duration) {}
