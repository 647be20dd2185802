package conformance

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// pollLimit bounds the executions of a scenario with a loop that polls.
const pollLimit = 1000

// spin, in the environment, makes every scenario begin with a loop that polls, so that others are looked for from the beginning.
const spin = "CONFORMANCE_SPIN=1"

// testPolls runs the scenarios with loops that poll once more. Before, an exploration began anew when such a loop was found, and what it had
// explored until then counted as well. Now all outcomes are of executions in which a loop that polls waits.
func testPolls(t *testing.T, heddle string, env []string, want map[string]set) {
	got, tests := runControlled(t, heddle, append(env, spin), "-run", "^TestPoll", "-max-executions", strconv.Itoa(pollLimit))
	checkPolls(t, tests)
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if strings.HasPrefix(name, "TestPoll") {
			t.Run(name, func(t *testing.T) { compare(t, nil, got[name], want[name]) })
		}
	}
}

// checkPolls checks that the scenarios with loops that poll are explored in few executions, and that failures are found at the lines that say
// so.
func checkPolls(t *testing.T, tests []explored) {
	marked, allowed := markedLines(t, "// found here"), markedLines(t, "// or found here")
	for i := range tests {
		test := &tests[i]
		if !strings.HasPrefix(test.Test, "TestPoll") {
			continue
		}
		if test.Executions >= pollLimit {
			t.Errorf("%s: got %d executions, want less than %d", test.Test, test.Executions, pollLimit)
		}
		places := marked[test.Test]
		for _, f := range test.Failures {
			at := slices.Concat(places, allowed[test.Test])
			if places != nil && !slices.ContainsFunc(at, func(place string) bool { return slices.Contains(f.Where, place) }) {
				t.Errorf("%s: got a %s at %q, want one of %q", test.Test, f.Kind, f.Where, at)
			}
		}
		for _, place := range places {
			found := func(f failure) bool { return slices.Contains(f.Where, place) }
			if allowed[test.Test] == nil && !slices.ContainsFunc(test.Failures, found) || len(test.Failures) == 0 {
				t.Errorf("%s: got no failure at %s", test.Test, place)
			}
		}
	}
}

// markedLines returns the lines of each scenario that end with the mark. A goroutine that polls in two places is found at one of them.
func markedLines(t *testing.T, mark string) map[string][]string {
	const name = "poll_wrong_test.go"
	text, err := os.ReadFile(filepath.Join(module, name))
	if err != nil {
		t.Fatal(err)
	}
	marked, test := map[string][]string{}, ""
	for i, line := range strings.Split(string(text), "\n") {
		if f, ok := strings.CutPrefix(line, "func "); ok {
			test, _, _ = strings.Cut(f, "(")
		}
		if strings.HasSuffix(line, mark) {
			marked[test] = append(marked[test], name+":"+strconv.Itoa(i+1))
		}
	}
	return marked
}
