package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"heddle/internal/options"
	"heddle/report"
	"heddle/result"
)

// examplesDir is a separate module, like a user's.
const examplesDir = "../../examples"

// maxExampleTraces is how many executions a test of the examples may need. The examples are for reading and trying.
const maxExampleTraces = 2000

// wantLine is the comment that says what Heddle finds in a test, and the head of that test.
var wantLine = regexp.MustCompile(`(?m)^// want (\w+)\nfunc (Test\w+)\(`)

// testHead is the head of any top-level test.
var testHead = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// TestExamples compares what heddle finds in the examples with their want comments, and the numbers of executions with
// testdata/examples.txt. It replays every failure.
func TestExamples(t *testing.T) {
	wants := exampleWants(t)
	out := filepath.Join(t.TempDir(), "schedules")
	stdout, status := heddle(t, "test", "-json", "-o", out, "./...")
	if status != exitFailure {
		t.Errorf("heddle test: got exit status %d, want %d", status, exitFailure)
	}
	got := exploredTests(t, stdout)
	for name, want := range wants {
		t.Run(name, func(t *testing.T) {
			test := got[name]
			if test == nil {
				t.Fatal("got no line about the test")
			}
			checkExample(t, test, want)
			if want != "pass" && !t.Failed() {
				replayExample(t, test.Failures[0].Schedule, want)
			}
		})
	}
	for name := range got {
		if wants[name] == "" {
			t.Errorf("%s: got a line about a test that has no want comment", name)
		}
	}
	compareCounts(t, "testdata/examples.txt", []map[string]*report.Test{got})
}

// atomicsAlgorithms are what TestAtomics compares, the first one with the others.
var atomicsAlgorithms = []string{"optimal", "source", "sleep", "stateful"}

// TestAtomics explores the examples that are made of atomic operations with several algorithms. They must find the same, in the numbers
// of executions in testdata/atomics.txt, and all but stateful must have the same number of traces.
func TestAtomics(t *testing.T) {
	if testing.Short() {
		t.Skip("four explorations of each package")
	}
	var explored []map[string]*report.Test
	for _, algorithm := range atomicsAlgorithms {
		stdout, _ := heddle(t, "test", "-json", "-algo", algorithm, "-o", filepath.Join(t.TempDir(), "schedules"), "./atomics/...")
		got := exploredTests(t, stdout)
		explored = append(explored, got)
		for name, first := range explored[0] {
			test := got[name]
			if test == nil {
				t.Fatalf("%s: got no line about %s", algorithm, name)
			}
			if kind(test) != kind(first) {
				t.Errorf("%s: %s finds %s, %s %s", name, algorithm, kind(test), atomicsAlgorithms[0], kind(first))
			}
			if test.Complete && algorithm != "stateful" && test.Executions != first.Executions {
				t.Errorf("%s: %s has %d traces, %s %d", name, algorithm, test.Executions, atomicsAlgorithms[0], first.Executions)
			}
		}
	}
	compareCounts(t, "testdata/atomics.txt", explored)
}

// kind returns the kind of failure that was found in a test, or the verdict if there is none.
func kind(test *report.Test) string {
	if len(test.Failures) > 0 {
		return test.Failures[0].Kind
	}
	return string(test.Verdict)
}

// compareCounts compares what was found in each test, and the executions that each of the explorations needed, with the lines of a file. An
// entry like 17+26 says that 26 more were given up.
func compareCounts(t *testing.T, file string, explored []map[string]*report.Test) {
	var b bytes.Buffer
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, name := range slices.Sorted(maps.Keys(explored[0])) {
		fmt.Fprintf(w, "%s\t%s", name, kind(explored[0][name]))
		for _, tests := range explored {
			fmt.Fprintf(w, "\t%d", tests[name].Executions)
			if n := tests[name].Blocked; n > 0 {
				fmt.Fprintf(w, "+%d", n)
			}
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	compareFile(t, file, b.Bytes())
}

// compareFile compares got with the file, which -update writes.
func compareFile(t *testing.T, file string, got []byte) {
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant\n%s", file, got, want)
	}
}

// checkExample compares what was found in a test with what is wanted: a kind of failure, or "pass".
func checkExample(t *testing.T, test *report.Test, want string) {
	if test.Executions > maxExampleTraces {
		t.Errorf("got %d executions, want at most %d", test.Executions, maxExampleTraces)
	}
	if want == "pass" {
		if test.Verdict != result.Pass || !test.Complete || test.Executions == 0 || len(test.Failures) != 0 {
			t.Errorf("got verdict %s, complete %v, %d executions, failures %v %s, want a complete pass",
				test.Verdict, test.Complete, test.Executions, test.Failures, test.Reason)
		}
		return
	}
	if test.Verdict != result.Fail || len(test.Failures) == 0 {
		t.Fatalf("got verdict %s, complete %v, %d executions, failures %v %s, want a failure of kind %s",
			test.Verdict, test.Complete, test.Executions, test.Failures, test.Reason, want)
	}
	f := test.Failures[0]
	if len(test.Failures) != 1 || f.Kind != want {
		t.Errorf("got failures %v, want one of kind %s", test.Failures, want)
	}
	if len(f.Where) == 0 || f.Schedule == "" || f.Message == "" {
		t.Errorf("got failure %+v, want a message, source lines and a schedule", f)
	}
}

// replayExample replays a schedule ten times (twice with -short) and checks that the kind of failure is the same each
// time.
func replayExample(t *testing.T, schedule, want string) {
	count := 10
	if testing.Short() {
		count = 2
	}
	stdout, status := heddle(t, "replay", "-json", "-count", strconv.Itoa(count), schedule)
	if status != exitFailure {
		t.Fatalf("%d replays of %s: got exit status %d, want %d", count, schedule, status, exitFailure)
	}
	n := 0
	for line := range bytes.Lines(stdout) {
		var test report.Test
		if err := json.Unmarshal(line, &test); err != nil {
			t.Fatalf("got the line %q, want JSON: %v", line, err)
		}
		if test.Action != "explored" {
			continue
		}
		n++
		if len(test.Failures) == 0 || test.Failures[0].Kind != want {
			t.Fatalf("replay %d of %s: got failures %v of %s, want kind %s", n, schedule, test.Failures, test.Test, want)
		}
	}
	if n != count {
		t.Errorf("got %d lines from %d replays of %s", n, count, schedule)
	}
}

// exampleWants maps each test of the examples, as package.Test, to its want comment.
func exampleWants(t *testing.T) map[string]string {
	var files []string
	for _, pattern := range []string{"/*/*_test.go", "/*/*/*_test.go"} {
		found, err := filepath.Glob(examplesDir + pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no tests in %s%s: %v", examplesDir, pattern, err)
		}
		files = append(files, found...)
	}
	wants := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		pkg := filepath.Base(filepath.Dir(file))
		for _, m := range wantLine.FindAllSubmatch(text, -1) {
			wants[pkg+"."+string(m[2])] = string(m[1])
		}
		for _, m := range testHead.FindAllSubmatch(text, -1) {
			if name := pkg + "." + string(m[1]); wants[name] == "" {
				t.Errorf("%s: %s has no want comment", file, name)
			}
		}
	}
	return wants
}

// exploredTests reads what heddle printed with -json, and maps each test, as package.Test, to its line.
func exploredTests(t *testing.T, stdout []byte) map[string]*report.Test {
	tests := map[string]*report.Test{}
	lines := bufio.NewScanner(bytes.NewReader(stdout))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		test := new(report.Test)
		if err := json.Unmarshal(lines.Bytes(), test); err != nil {
			t.Fatalf("got the line %q, want JSON: %v", lines.Text(), err)
		}
		if test.Action != "explored" {
			continue
		}
		name := fmt.Sprintf("%s.%s", path.Base(test.Package), test.Test)
		if tests[name] != nil {
			t.Errorf("%s: got two lines about it", name)
		}
		tests[name] = test
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return tests
}

// heddle is heddleIn in the examples.
func heddle(t *testing.T, args ...string) (stdout []byte, status int) {
	t.Helper()
	return heddleIn(t, examplesDir, args...)
}

// heddleIn runs the command in a directory, and returns its standard output and its exit status, which must not be exitError.
func heddleIn(t *testing.T, dir string, args ...string) (stdout []byte, status int) {
	t.Helper()
	t.Setenv(options.UncachedEnv, "1")
	cmd := exec.Command("heddle", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	stdout, err := cmd.Output()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	status = cmd.ProcessState.ExitCode()
	if status != exitOK && status != exitFailure {
		t.Fatalf("heddle %s: got exit status %d\n%s%s", strings.Join(args, " "), status, stdout, stderr.Bytes())
	}
	return stdout, status
}
