package table

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/internal/clitest"
)

// maxTraces bounds the rows that are explored by default. HEDDLE_BENCHMARKS_TRACES sets another bound.
const maxTraces = 20_000

// maxAuto bounds those that auto explores, too: its traces are those of pop, and its probes take most of the time.
const maxAuto = 2_000

// bound returns the number of traces that an explored row must be below.
func bound(t *testing.T) int {
	text := os.Getenv("HEDDLE_BENCHMARKS_TRACES")
	if text == "" {
		return maxTraces
	}
	n, err := strconv.Atoi(text)
	if err != nil {
		t.Fatalf("HEDDLE_BENCHMARKS_TRACES: %v", err)
	}
	return n
}

// long are rows on which source has hundreds of thousands of blocked executions. It explores them only if another
// bound is set.
var long = map[Program]bool{{"poke", "8,3"}: true, {"poke", "9,3"}: true}

// below returns the rows below limit that an algorithm explores, and the pattern that selects their tests.
func below(limit int, algorithm string) (small []Count, pattern string) {
	var names []string
	for _, c := range Traces() {
		if c.Traces < limit && !(algorithm == "source" && limit == maxTraces && long[c.Program]) {
			small, names = append(small, c), append(names, c.Test())
		}
	}
	return small, "^(" + strings.Join(names, "|") + ")$"
}

// TestTraces explores every row below the bound by source and by each of the optimal algorithms.
func TestTraces(t *testing.T) {
	command := clitest.Build(t)
	limit := bound(t)
	for _, a := range explore.Algorithms {
		if a.Name != "source" && a.Promise != explore.Optimal {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			limit := limit
			if a.Name == explore.Auto.Name && limit == maxTraces {
				limit = maxAuto
			}
			small, pattern := below(limit, a.Name)
			args := append([]string{"-algo", a.Name, "-timeout", "1h", "-run", pattern}, Flags...)
			got := command.Explore(t, "..", append(args, Package)...)
			for _, c := range small {
				test := got[c.Test()]
				switch {
				case test == nil:
					t.Errorf("%s: got no result", c.Program)
				case test.Executions != c.Traces || !test.Complete:
					t.Errorf("%s: got %d traces, complete %v %s, want %d", c.Program, test.Executions, test.Complete, test.Reason, c.Traces)
				case test.Blocked > 0 && a.Promise == explore.Optimal:
					t.Errorf("%s: got %d blocked executions, want none", c.Program, test.Blocked)
				default:
					t.Logf("%s: %d traces, %d blocked, %d steps, %.3fs, %d MB", c.Program, test.Executions, test.Blocked, test.Steps, test.Elapsed,
						test.PeakRSS>>20)
				}
			}
		})
	}
}

// maxRSS is how much memory a million executions may take, in bytes.
const maxRSS = 300 << 20

// TestMillionExecutions explores a million interleavings. It takes about a minute, so it runs only if HEDDLE_MILLION is
// set.
func TestMillionExecutions(t *testing.T) {
	if os.Getenv("HEDDLE_MILLION") == "" {
		t.Skip("HEDDLE_MILLION is not set")
	}
	command := clitest.Build(t)
	for _, algorithm := range []string{"exhaustive", "sleep", "source"} {
		t.Run(algorithm, func(t *testing.T) {
			got := command.Explore(t, "..", "-algo", algorithm, "-max-executions", "1000000", "-run", "^TestFib_6$")["TestFib_6"]
			if got == nil {
				t.Fatal("got no result")
			}
			t.Logf("%d executions, %d blocked, %.1fs, %d MB", got.Executions, got.Blocked, got.Elapsed, got.PeakRSS>>20)
			if got.Executions+got.Blocked < 1_000_000 {
				t.Errorf("got %d executions, want a million", got.Executions+got.Blocked)
			}
			if got.PeakRSS > maxRSS {
				t.Errorf("got %d MB, want at most %d", got.PeakRSS>>20, maxRSS>>20)
			}
		})
	}
}
