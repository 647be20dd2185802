package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"strings"
	"testing"

	"heddle/benchmarks/table"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// papers runs the command, which must end with exit status want, and returns what it printed.
func papers(t *testing.T, want int, args ...string) (stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	if got := run(t.Context(), args, &out, &err); got != want {
		t.Fatalf("papers %s: got exit status %d, want %d\n%s%s", strings.Join(args, " "), got, want, &out, &err)
	}
	return out.String(), err.String()
}

// rows explores what args select.
func rows(t *testing.T, args ...string) []row {
	t.Helper()
	stdout, _ := papers(t, 0, append([]string{"-json"}, args...)...)
	var all []row
	for lines := json.NewDecoder(strings.NewReader(stdout)); lines.More(); {
		var r row
		if err := lines.Decode(&r); err != nil {
			t.Fatalf("%v in\n%s", err, stdout)
		}
		all = append(all, r)
	}
	return all
}

// TestRows explores small rows of the article's table 4.
func TestRows(t *testing.T) {
	all := rows(t, "-table", "2017-table4", "-algo", "dpor,source", "readers_2", "lastzero_5")
	if len(all) != 4 {
		t.Fatalf("got %d rows, want 4: %+v", len(all), all)
	}
	for _, r := range all {
		m := r.Measured
		if m.Executions != r.Traces || !m.Complete || m.Seconds <= 0 || m.MB <= 1 || m.Steps < m.Executions {
			t.Errorf("got %+v, want %d executions, complete, with time and memory", r, r.Traces)
		}
	}
	r := all[2]
	if r.Paper != "source-sets-2017" || r.Table != "table 4" || r.program().String() != "lastzero(5)" || r.Algorithm != "dpor" ||
		r.Published.Explored == nil || *r.Published.Explored != 241 || r.Published.MB != nil {
		t.Errorf("got %+v, want the 241 executions of dpor on lastzero(5)", r)
	}
}

// TestLimit checks that a row that takes longer than the limit says so, with what was explored until then.
func TestLimit(t *testing.T) {
	stdout, _ := papers(t, 0, "-table", "2017-table4", "-algo", "source", "-limit", "100ms", "lastzero_15")
	if !strings.Contains(stdout, "incomplete: the time given by -timeout is over") {
		t.Errorf("got %s, want it to say that the row was stopped", stdout)
	}
}

func TestText(t *testing.T) {
	n := func(f float64) *float64 { return &f }
	var out bytes.Buffer
	err := printText(&out, "the heading", []row{
		{Program: "readers", Parameters: "13", Traces: 8192, Algorithm: "dpor", Published: published{Explored: n(797162), Seconds: n(5167)},
			Measured: measured{Executions: 8192, Seconds: 0.00042, MB: 26.7, Steps: 122880, Complete: true}},
		{Program: "dispatcher", Parameters: "4,4", Traces: 6854, Algorithm: "optimal", Published: published{},
			Measured: measured{Executions: 17, Blocked: 3, Seconds: 61.2, MB: 1024, Steps: 9, Note: "the time is over"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	const golden = "testdata/text.golden"
	if *update {
		if err := os.WriteFile(golden, out.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if out.String() != string(want) {
		t.Errorf("got\n%s\nwant\n%s", &out, want)
	}
}

// TestWrongUse checks that wrong use is one line on standard error and exit status 2.
func TestWrongUse(t *testing.T) {
	for args, want := range map[string]string{
		"-frobnicate":                "flag provided but not defined: -frobnicate: see papers -h",
		"-limit soon":                `invalid value "soon" for flag -limit: parse error: see papers -h`,
		"-limit -1s":                 "invalid value -1s for flag -limit: want a duration such as 2m, or 0 for no limit",
		"-algo frob":                 `invalid value "frob" for flag -algo: explore: unknown algorithm "frob" (there are auto, exhaustive, `,
		"-table 2017":                `invalid value "2017" for flag -table: want some of 2005-figure6, 2005-figure8, 2017-table1, `,
		"frob":                       `unknown program "frob": want one of readers, lastzero, `,
		"readers_3":                  `unknown parameters of readers in "readers_3": there is no such line in traces.csv`,
		"-table 2017-table1 readers": "no rows: 2017-table1 has none of readers",
	} {
		stdout, stderr := papers(t, 2, strings.Fields(args)...)
		if stdout != "" || !strings.HasPrefix(stderr, "papers: "+want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("papers %s: got %q and %q, want one line %q", args, stdout, stderr, "papers: "+want)
		}
	}
}

func TestUsage(t *testing.T) {
	stdout, stderr := papers(t, 0, "-h")
	if !strings.Contains(stdout, "usage: papers [flags] [programs]") || !strings.Contains(stdout, "-limit") || stderr != "" {
		t.Errorf("got %s%s", stdout, stderr)
	}
}

// TestTables checks that every line of published.csv is a row of exactly one table, and that every line of traces.csv
// is in the table of all programs.
func TestTables(t *testing.T) {
	want := map[string]int{}
	for _, r := range table.Published() {
		want[r.Paper+" "+r.Table+" "+r.Program.String()+" "+r.Algorithm]++
	}
	for _, c := range table.Traces() {
		for _, a := range []string{"source", "optimal", "quasi"} {
			want[" programs "+c.Program.String()+" "+a]++
		}
	}
	got := map[string]int{}
	for _, name := range append(defaultTables(), programsTable) {
		table, err := findTable(name)
		if err != nil {
			t.Fatal(err)
		}
		table.fill(nil)
		for _, r := range table.rows {
			got[r.Paper+" "+r.Table+" "+r.program().String()+" "+r.Algorithm]++
			if r.Traces == 0 {
				t.Errorf("%s: %s has no number of traces", name, r.program())
			}
		}
	}
	for line, n := range want {
		if n != 1 || got[line] != 1 {
			t.Errorf("%s: got %d rows of %d lines, want one of each", line, got[line], n)
		}
	}
}
