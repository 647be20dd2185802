// Package shiviz writes the interleavings of a run's failures as a log with vector clocks, which ShiViz draws as a time-space diagram.
//
// The first two lines are for ShiViz: the expression that finds an event, and the one that divides executions. Then each failure is an
// execution, each goroutine a host, and each event two lines: what happens, then the goroutine and its vector clock.
package shiviz

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"strings"

	"heddle/report"
	"heddle/report/causality"
)

const (
	eventExpr     = `(?<event>.*)\n(?<host>\S+) (?<clock>\{.*\})`
	executionExpr = `=== (?<trace>.*) ===`
)

// oneLine takes away what ends a line in JavaScript, where ShiViz reads the log.
var oneLine = strings.NewReplacer("\r\n", " ", "\n", " ", "\r", " ", "\u2028", " ", "\u2029", " ")

// Write writes the interleavings of run.
func Write(out io.Writer, run *report.Run) error {
	b := bufio.NewWriter(out)
	fmt.Fprintf(b, "%s\n%s\n", eventExpr, executionExpr)
	n := 0
	for _, p := range run.Packages {
		for _, t := range p.Tests {
			for i := range t.Found {
				if f := &t.Found[i]; len(f.Steps) > 0 {
					n++
					fmt.Fprintf(b, "=== %d: %s %s: %s ===\n", n, f.Package, f.Test, f.Kind)
					if err := execution(b, run, f); err != nil {
						return err
					}
				}
			}
		}
	}
	return b.Flush()
}

// execution writes one interleaving, and at its end what each goroutine waits for.
func execution(b *bufio.Writer, run *report.Run, f *report.Found) error {
	events := causality.Events(f.Failure)
	for _, w := range f.Waits {
		what := "waits for " + w.For
		if w.Again != "" {
			what = w.Again + " again and again"
		}
		events = append(events, causality.Event{Thread: w.Thread, What: what, Where: w.Where})
	}
	clocks, last := make([]map[string]int, len(events)), map[string]map[string]int{}
	for i, e := range events {
		clock := map[string]int{}
		maps.Copy(clock, last[e.Thread])
		for _, from := range e.After {
			for host, n := range clocks[from] {
				clock[host] = max(clock[host], n)
			}
		}
		clock[e.Thread]++
		clocks[i], last[e.Thread] = clock, clock
		text, err := json.Marshal(clock)
		if err != nil {
			return err
		}
		what := e.What
		if e.Number > 0 {
			what = fmt.Sprintf("%d: %s", e.Number, what)
		}
		if at := run.Sources.At(e.Where); at != "" {
			what += " at " + at
		}
		fmt.Fprintf(b, "%s\n%s %s\n", oneLine.Replace(what), e.Thread, text)
	}
	return nil
}
