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

// maxSlow bounds those that the algorithms explore that are not quick.
const maxSlow = 3_500

// quick are the algorithms that explore a row of 20,000 traces within seconds.
var quick = map[string]bool{"optimal": true, "pop": true}

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

// below returns the rows below limit, and the pattern that selects their tests.
func below(limit int) (small []Count, pattern string) {
	var names []string
	for _, c := range Traces() {
		if c.Traces < limit {
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
			if !quick[a.Name] && limit == maxTraces {
				limit = maxSlow
			}
			small, pattern := below(limit)
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
			got := command.Explore(t, "..", "-algo", algorithm, "-dep", "standard", "-max-executions", "1000000", "-run", "^TestFib_6$")["TestFib_6"]
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
