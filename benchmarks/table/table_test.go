package table

import (
	"encoding/csv"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/internal/clitest"
)

// maxTraces bounds the rows that are explored every time. HEDDLE_BENCHMARKS_TRACES is another bound.
const maxTraces = 20_000

// A row is one line of traces.csv.
type row struct {
	test   string
	traces int
}

func rows(t *testing.T) []row {
	f, err := os.Open("../testdata/traces.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var all []row
	for _, line := range lines[1:] {
		n, err := strconv.Atoi(line[2])
		if err != nil {
			t.Fatalf("%s %s: %v", line[0], line[1], err)
		}
		name := "Test" + strings.ToUpper(line[0][:1]) + line[0][1:] + "_" + strings.ReplaceAll(line[1], ",", "_")
		all = append(all, row{name, n})
	}
	return all
}

// bound is the largest number of traces to explore.
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

// optimal are the algorithms whose complete executions are the traces. (optimal joins them when it blocks on none of these programs: see
// docs/algorithms.md.)
var optimal = []string{"source"}

// TestTraces explores every row below the bound by each of the optimal algorithms that there are.
func TestTraces(t *testing.T) {
	command := clitest.Build(t)
	limit := bound(t)
	var small []row
	var names []string
	for _, r := range rows(t) {
		if r.traces < limit {
			small, names = append(small, r), append(names, r.test)
		}
	}
	for _, a := range explore.Algorithms {
		if !slices.Contains(optimal, a.Name) {
			continue
		}
		t.Run(a.Name, func(t *testing.T) {
			// The philosophers' executions that block are counted like the others.
			got := command.Explore(t, "..", "-algo", a.Name, "-keep-going", "-leaks", "ignore", "-max-steps", "0", "-timeout", "1h",
				"-run", "^("+strings.Join(names, "|")+")$")
			for _, r := range small {
				test := got[r.test]
				switch {
				case test == nil:
					t.Errorf("%s: got no result", r.test)
				case test.Executions != r.traces || !test.Complete:
					t.Errorf("%s: got %d traces, complete %v %s, want %d", r.test, test.Executions, test.Complete, test.Note, r.traces)
				default:
					t.Logf("%s: %d traces, %d blocked, %d steps, %.3fs, %d MB", r.test, test.Executions, test.Blocked, test.Steps, test.Elapsed,
						test.PeakRSS>>20)
				}
			}
		})
	}
}

// maxRSS is how much memory a million executions may take, in bytes.
const maxRSS = 300 << 20

// TestMillionExecutions explores a million interleavings. It takes about a minute, so it wants HEDDLE_MILLION to be set.
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
