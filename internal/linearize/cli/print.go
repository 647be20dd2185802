package cli

import (
	"encoding/json"
	"fmt"
	"strings"

	"heddle/internal/linearize"
	"heddle/result"
)

// A checked is what is known of a type. It is the line of -json. It has more than 15 fields because that line has.
type checked struct {
	Action     string // linearize
	Package    string
	Type       string
	New        string   `json:",omitempty"` // the function that makes values; none for the zero value
	Methods    []string // that were called
	LeftOut    []string `json:",omitempty"` // methods that were not, with the reasons
	Verdict    string   // pass, fail or incomplete
	Reason     string   `json:",omitempty"` // why it is incomplete
	Scenarios  int      // that were tried
	Failed     int      // those of them that failed
	First      int      `json:",omitempty"` // the first that failed, from 1
	Incomplete int      // those that were not explored to their end
	Executions int
	Histories  int
	Elapsed    float64
	Built      float64    `json:",omitempty"` // seconds that it took to find the types and to build, for all types
	Failure    *violation `json:",omitempty"`

	outcome *linearize.Outcome
}

// print prints what is known of a type.
func (l *linearizing) print(r *checked) {
	w := l.stdout
	if l.json {
		_ = json.NewEncoder(w).Encode(r) // nothing can be done about an output that takes nothing
		return
	}
	made := "the zero value"
	if r.New != "" {
		made = r.New
	}
	name := r.Package + " " + r.Type
	fmt.Fprintf(w, "     %s  made by %s, called: %s\n", name, made, strings.Join(r.Methods, ", "))
	for _, m := range r.LeftOut {
		fmt.Fprintf(w, "     %s  left out: %s\n", name, m)
	}
	if v := r.Failure; v != nil {
		if v.report != "" {
			fmt.Fprint(w, v.report, "\n")
		} else {
			fmt.Fprintf(w, "FAIL %s  %s\n    %s\n\n", name, v.Kind, v.Message)
		}
		fmt.Fprintf(w, "  the calls, with what they return\n    %s\n", strings.Join(v.Calls, "\n    "))
		if len(v.Orders) > 0 {
			fmt.Fprintf(w, "\n  the same calls one after the other\n%s", v.why)
		}
		fmt.Fprintf(w, "\n  as a test\n%s\n  written\n    %s\n\n", indented(v.Test), strings.Join(v.Files, "\n    "))
	}
	counts := fmt.Sprintf("scenarios: %d; executions: %d; histories: %d (%.2fs)", r.Scenarios, r.Executions, r.Histories, r.Elapsed)
	switch result.Verdict(r.Verdict) {
	case result.Fail:
		fmt.Fprintf(w, "FAIL %s  %s in scenario %d, %d failed; %s\n", name, r.Failure.Kind, r.First, r.Failed, counts)
	case result.Incomplete:
		fmt.Fprintf(w, "?    %s  no failure, and %d scenarios not to their end: %s; %s\n", name, r.Incomplete, r.Reason, counts)
	default:
		fmt.Fprintf(w, "ok   %s  linearizable in all scenarios; %s\n", name, counts)
	}
}

// indented is text with its lines indented.
func indented(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString("    " + line)
	}
	return b.String()
}
