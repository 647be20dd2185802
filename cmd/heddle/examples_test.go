package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

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

// TestExamples compares what heddle finds in the examples with their want comments, and replays every failure.
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
	files, err := filepath.Glob(examplesDir + "/*/*_test.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("no tests in %s: %v", examplesDir, err)
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

// heddle runs the command in the examples, and returns its standard output and its exit status, which must not be exitError.
func heddle(t *testing.T, args ...string) (stdout []byte, status int) {
	cmd := exec.Command("heddle", args...)
	cmd.Dir = examplesDir
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
