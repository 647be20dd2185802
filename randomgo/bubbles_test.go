package randomgo

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/internal/clitest"
	"heddle/model"
	"heddle/report"
)

// TestBubbles compares the algorithms on HEDDLE_RANDOM_BUBBLES random programs that run in bubbles (some of the algorithms, if it is not set), and
// what is found with HEDDLE_RANDOM_BUBBLE_RUNS native runs of each: every outcome of a native run must be one that is explored.
func TestBubbles(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_BUBBLES", 15), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
	runs := int(fromEnv(t, "HEDDLE_RANDOM_BUBBLE_RUNS", 30))
	command := clitest.Build(t)
	algorithms := slices.Concat(explore.Algorithms, []explore.Algorithm{explore.Stateful})
	if os.Getenv("HEDDLE_RANDOM_BUBBLES") == "" {
		algorithms = slices.DeleteFunc(algorithms, func(a explore.Algorithm) bool { return !slices.Contains([]string{"source", "optimal", "pop"}, a.Name) })
	}
	var counts tally
	compared, outcomes := 0, 0
	for begin := first; begin < first+n && !t.Failed(); begin += perPackage {
		var seeds []uint64
		for seed := begin; seed < min(begin+perPackage, first+n); seed++ {
			seeds = append(seeds, seed)
		}
		dir := module(t, BubbleFile, seeds)
		counts.add(compareWith(t, command, dir, "exhaustive", maxExecutions, algorithms, model.Standard))
		c, o := compareNative(t, command, dir, runs)
		compared, outcomes = compared+c, outcomes+o
	}
	counts.check(t, fmt.Sprintf("; %d compared with %d native runs each, %d outcomes", compared, runs, outcomes))
	if !t.Failed() && (counts.failing < counts.compared/8 || compared < counts.compared/8) {
		t.Errorf("got %d programs that can fail and %d that cannot, want at least an eighth of %d", counts.failing, compared, counts.compared)
	}
}

// compareNative runs the programs of dir natively that always come to their end, and returns how many they are and how many outcomes they have.
func compareNative(t *testing.T, command *clitest.Command, dir string, runs int) (compared, outcomes int) {
	t.Helper()
	explored := command.Explore(t, dir, "-keep-going", "-max-executions", strconv.Itoa(maxExecutions))
	binary := filepath.Join(dir, "native")
	build := exec.Command("go", "test", "-c", "-o", binary, ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for name, test := range explored {
		ends := func(f report.Failure) bool { return f.Kind == "fatal" }
		if !test.Complete || !slices.ContainsFunc(test.Failures, ends) || slices.ContainsFunc(test.Failures, func(f report.Failure) bool { return !ends(f) }) {
			continue
		}
		compared++
		want := map[string]bool{}
		for _, f := range test.Failures {
			want[f.Message] = true
		}
		outcomes += len(want)
		for _, processors := range []string{"1", "2"} {
			cmd := exec.Command(binary, "-test.run=^"+name+"$", "-test.timeout=20s", "-test.count="+strconv.Itoa(runs/2))
			cmd.Env = append(cmd.Environ(), "GOMAXPROCS="+processors)
			out, _ := cmd.CombinedOutput()
			for _, run := range strings.Split(string(out), "--- FAIL: "+name)[1:] {
				if got := logged(run); !want[got] {
					t.Errorf("%s: a native run has the outcome %q, heddle finds %q", name, got, slices.Sorted(maps.Keys(want)))
				}
			}
		}
	}
	return compared, outcomes
}

// logged returns what a failed test has logged, in the words of a failure's message.
func logged(run string) string {
	var lines []string
	for _, line := range strings.Split(run, "\n")[1:] {
		if line = strings.TrimSpace(line); line != "" && line != "FAIL" {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "\n")
}
