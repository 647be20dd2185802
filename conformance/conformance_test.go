// Package conformance compares Heddle's primitives with Go's. The scenarios in testdata/primitives run natively,
// thousands of times, and under heddle test, with the same toolchain. Every native outcome must be explored, and the
// explored outcomes must be exactly those that the scenario lists.
package conformance

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// module is the module of the scenarios.
const module = "testdata/primitives"

// olderGo is the oldest toolchain that Heddle supports.
const olderGo = "go1.25.4"

// nativeRuns is how often each scenario runs natively; shortRuns, with -short, and with a toolchain that is not the one at hand.
const nativeRuns, shortRuns = 3_000, 500

// failureOutcomes maps the kind of a failure to the scenarios' name for that outcome.
var failureOutcomes = map[string]string{"deadlock": "blocked", "leak": "leaks", "livelock": "polls", "race": "races"}

// natively is the prefix of an outcome that only native runs show.
const natively = "natively: "

// incomplete is the outcome of an exploration that was not complete.
const incomplete = "incomplete"

func TestPrimitives(t *testing.T) {
	heddle := build(t)
	t.Run("go"+strings.TrimPrefix(runtime.Version(), "go"), func(t *testing.T) { testToolchain(t, heddle, runtime.Version()) })
	t.Run(olderGo, func(t *testing.T) {
		if testing.Short() {
			t.Skip("the other toolchain is left out with -short")
		}
		testToolchain(t, heddle, olderGo)
	})
}

// TestAlgorithms compares the simple algorithms with the default one. Where they finish within their bound, they must
// show the same outcomes.
func TestAlgorithms(t *testing.T) {
	if testing.Short() {
		t.Skip("left out with -short")
	}
	heddle := build(t)
	env := environment(runtime.Version())
	want, _ := runControlled(t, heddle, env, "-max-executions", "20000")
	for _, algorithm := range []string{"sleep", "exhaustive"} {
		t.Run(algorithm, func(t *testing.T) {
			got, _ := runControlled(t, heddle, env, "-algo", algorithm, "-max-executions", "1000")
			for test, outcomes := range want {
				if !got[test][incomplete] && !maps.Equal(got[test], outcomes) {
					t.Errorf("%s: got %s, want %s", test, got[test], outcomes)
				}
			}
		})
	}
}

// environment returns the environment of every command, with one Go toolchain.
func environment(toolchain string) []string {
	return append(os.Environ(), "GOTOOLCHAIN="+toolchain, "GOFLAGS=", "GOWORK=off")
}

// testToolchain runs all scenarios with one Go toolchain.
func testToolchain(t *testing.T, heddle, toolchain string) {
	env := environment(toolchain)
	binary := buildNative(t, env)
	n := nativeRuns
	if testing.Short() || toolchain != runtime.Version() {
		n = shortRuns
	}
	native, want := runNative(t, env, binary, n, "-test.parallel=16")
	explored, tests := runControlled(t, heddle, env, "-max-executions", "20000")
	checkPolls(t, tests)
	t.Run("polls", func(t *testing.T) { testPolls(t, heddle, env, want) })
	for _, name := range slices.Sorted(maps.Keys(want)) {
		t.Run(name, func(t *testing.T) {
			shown := native[name]
			if !covered(shown, explored[name], want[name]) {
				// The scenarios run in parallel, and on a loaded machine a goroutine can wait for longer than -delay.
				// If a scenario does not show an outcome again when it runs alone, no behaviour of Go is missing.
				again, _ := runNative(t, env, binary, n, "-test.parallel=1", "-test.run=^"+name+"$")
				shown = shown.and(again[name])
			}
			compare(t, shown, explored[name], want[name])
		})
	}
}

// covered reports whether all native outcomes are explored, or known to be native only.
func covered(native, explored, want set) bool {
	for o := range native {
		if !explored[o] && !want[natively+o] {
			return false
		}
	}
	return true
}

// A set is a set of outcomes.
type set map[string]bool

// and returns the intersection of two sets.
func (s set) and(other set) set {
	both := set{}
	for o := range s {
		if other[o] {
			both[o] = true
		}
	}
	return both
}

func (s set) String() string { return fmt.Sprintf("%q", slices.Sorted(maps.Keys(s))) }

// compare compares the outcomes of one scenario.
func compare(t *testing.T, native, explored, want set) {
	for o := range native {
		if !explored[o] && !want[natively+o] {
			t.Errorf("not explored, but shown by native runs: %q", o)
		}
	}
	for o := range explored {
		if !want[o] {
			t.Errorf("explored, but not wanted: %q", o)
		}
	}
	for o := range want {
		if !explored[o] && !strings.HasPrefix(o, natively) {
			t.Errorf("wanted, but not explored: %q", o)
		}
	}
	if t.Failed() {
		t.Logf("native %s, explored %s, want %s", native, explored, want)
	}
}

// build builds the heddle command.
func build(t *testing.T) string {
	heddle := filepath.Join(t.TempDir(), "heddle")
	cmd := exec.Command("go", "build", "-o", heddle, "heddle/cmd/heddle")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building heddle: %v\n%s", err, out)
	}
	return heddle
}

// buildNative builds the scenarios as go test does.
func buildNative(t *testing.T, env []string) string {
	binary := filepath.Join(t.TempDir(), "native.test")
	command(t, env, "go", "test", "-c", "-o", binary, ".")
	return binary
}

// runNative returns the outcomes that the scenarios show in n native runs each, and those that they list, by test.
func runNative(t *testing.T, env []string, binary string, n int, flags ...string) (got, want map[string]set) {
	out := filepath.Join(t.TempDir(), "outcomes")
	command(t, append(env, fmt.Sprint("CONFORMANCE_RUNS=", n), "CONFORMANCE_OUT="+out), binary, append(flags, "-test.timeout=10m")...)
	return readNotes(t, out)
}

// An explored is what heddle test says of one test.
type explored struct {
	Action, Test, Verdict, Reason string
	Complete                      bool
	Executions                    int
	Failures                      []failure
}

// A failure is one of its failures.
type failure struct {
	Kind, Message string
	Where         []string
}

// runControlled returns the outcomes that heddle test explores, by test: those that the scenarios note, and those of
// failures. And it returns what heddle test says of the tests.
func runControlled(t *testing.T, heddle string, env []string, flags ...string) (map[string]set, []explored) {
	dir := t.TempDir()
	out := filepath.Join(dir, "outcomes")
	flags = append([]string{"test", "-json", "-count=1", "-keep-going", "-simplify", "0", "-timeout", "3m", "-o", filepath.Join(dir, "schedules")}, flags...)
	stdout := command(t, append(env, "CONFORMANCE_RUNS=0", "CONFORMANCE_OUT="+out), heddle, flags...)
	got, _ := readNotes(t, out)
	var tests []explored
	lines := bufio.NewScanner(bytes.NewReader(stdout))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var test explored
		if err := json.Unmarshal(lines.Bytes(), &test); err != nil {
			t.Fatalf("heddle test: got the line %q, want JSON: %v", lines.Bytes(), err)
		}
		if test.Action == "explored" {
			tests = append(tests, test)
			addExplored(got, &test)
			if !test.Complete {
				t.Logf("%s: not complete: %s", test.Test, test.Reason)
			}
		}
	}
	return got, tests
}

// addExplored adds the outcomes of the failures of one explored test.
func addExplored(got map[string]set, test *explored) {
	add := func(o string) { put(got, test.Test, o) }
	died := false // the process died, which ends the exploration of the test
	for _, f := range test.Failures {
		died = died || strings.HasPrefix(f.Message, "fatal error: ")
		switch o := failureOutcomes[f.Kind]; {
		case o != "":
			add(o)
		case f.Kind == "fatal" && logPlace.MatchString(f.Message):
			add("fatal: " + strings.ReplaceAll(logPlace.ReplaceAllString(f.Message, ""), "\n", "; "))
		case f.Kind == "panic", f.Kind == "fatal":
			add(strings.ReplaceAll(f.Message, "\n\t", "; "))
		default:
			add(f.Kind + ": " + f.Message)
		}
	}
	switch {
	case test.Verdict == "unsupported":
		add(test.Verdict)
	case !test.Complete && !died:
		add(incomplete)
	}
}

// logPlace is the position at the beginning of what a test logs.
var logPlace = regexp.MustCompile(`(?m)^\w+_test\.go:\d+: `)

func put(m map[string]set, test, outcome string) {
	if m[test] == nil {
		m[test] = set{}
	}
	m[test][outcome] = true
}

// readNotes reads the scenarios' notes: lines of test, "got" or "want", and outcome.
func readNotes(t *testing.T, name string) (got, want map[string]set) {
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	got, want = map[string]set{}, map[string]set{}
	for line := range strings.Lines(string(data)) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), "\t", 3)
		if len(f) != 3 {
			t.Fatalf("%s: got the line %q", name, line)
		}
		put(map[string]map[string]set{"got": got, "want": want}[f[1]], f[0], f[2])
	}
	return got, want
}

// command runs a command in the module of the scenarios and returns its standard output. Exit status 1 is not an
// error: a test failed.
func command(t *testing.T, env []string, name string, args ...string) []byte {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = module, env
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	if exit := (*exec.ExitError)(nil); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%s %s: %v\n%s%s", name, strings.Join(args, " "), err, &stdout, &stderr)
	}
	return stdout.Bytes()
}
