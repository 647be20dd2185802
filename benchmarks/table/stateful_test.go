package table

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/internal/clitest"
	"heddle/report"
)

var update = flag.Bool("update", false, "rewrite stateful.txt")

// statefulSmall are the tests of benchmarks/stateful that dpor-nosleep, the algorithm that the paper compares with,
// explores in a few thousand runs. statefulLarge are tests that it can hardly explore, or not at all. Bbuf_2 and the scanner are left to
// TestStatefulShare: what allocations leave on a stack differs between processes (in one of eight for Bbuf_2), and so does their number of states.
var (
	statefulSmall = []string{"Example1_8", "Example1_16", "SharedArray_4", "SharedArray_6", "Bbuf_1", "Compress_2", "Compress_3"}
	statefulLarge = []string{"Example1_64", "SharedArray_45"}
)

// TestStateful is Table 1 of the stateful DPOR paper (2008) on Go programs. It has the runs, including those that
// were given up, and the steps, by dpor without and with sleep sets and by stateful, and for stateful the states and
// the runs that ended in a visited state.
func TestStateful(t *testing.T) {
	command := clitest.Build(t)
	var table strings.Builder
	for _, algorithm := range []string{"dpor-nosleep", "dpor", "stateful"} {
		names := statefulSmall
		if algorithm == "stateful" {
			names = slices.Concat(names, statefulLarge)
		}
		got := exploreStateful(t, command, algorithm, names)
		for _, name := range names {
			test := got[name]
			fmt.Fprintf(&table, "%-14s %-13s %5d runs %6d steps", name, algorithm, runs(test), test.Steps)
			if algorithm == "stateful" {
				fmt.Fprintf(&table, " %5d states %5d re-visited", test.States, test.Revisited)
			}
			table.WriteString("\n")
		}
	}
	if *update {
		if err := os.WriteFile("stateful.txt", []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile("stateful.txt")
	if err != nil {
		t.Fatal(err)
	}
	if got := table.String(); got != string(want) {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestStatefulShare checks that stateful needs no greater share of dpor's runs than the paper prints: 16246 of 47096
// on bbuf with four threads, 71 of 84 on pfscan with three, 3168 of 13617 with four.
func TestStatefulShare(t *testing.T) {
	command := clitest.Build(t)
	published := map[string]float64{"Bbuf_2": 16246. / 47096, "Scan_2": 71. / 84, "Scan_3": 3168. / 13617}
	names := slices.Sorted(maps.Keys(published))
	got := exploreStateful(t, command, "stateful", names)
	for _, name := range names {
		most := int(float64(runs(got[name]))/published[name]) + 1 // so many, and the share is small enough
		dpor := command.Explore(t, "../stateful", "-algo", "dpor-nosleep", "-dep", "standard", "-leaks", "ignore", "-max-executions", strconv.Itoa(most),
			"-run", "^Test"+name+"$")["Test"+name]
		share := float64(runs(got[name])) / float64(runs(dpor))
		t.Logf("%s: %d runs, %d states, dpor-nosleep: %d of at most %d", name, runs(got[name]), got[name].States, runs(dpor), most)
		if share > published[name] {
			t.Errorf("%s: got %.3f of the runs of dpor, want at most %.3f", name, share, published[name])
		}
	}
}

// TestStatefulExact compares in full, at every step, the states that have one abstract state.
func TestStatefulExact(t *testing.T) {
	t.Setenv("HEDDLE_EXACT_STATES", "1")
	exploreStateful(t, clitest.Build(t), "stateful", append(slices.Clone(statefulSmall), "Example1_64", "SharedArray_45", "Scan_1"))
}

// exploreStateful explores tests of benchmarks/stateful completely.
func exploreStateful(t *testing.T, command *clitest.Command, algorithm string, names []string) map[string]*report.Test {
	t.Helper()
	got := command.Explore(t, "../stateful", "-algo", algorithm, "-dep", "standard", "-leaks", "ignore", "-run", "^Test("+strings.Join(names, "|")+")$")
	byName := map[string]*report.Test{}
	for _, name := range names {
		test := got["Test"+name]
		if test == nil || !test.Complete || len(test.Failures) > 0 {
			t.Fatalf("%s: %s: got %+v, want a complete exploration with no failure", name, algorithm, test)
		}
		t.Logf("%s: %s: %.3fs", name, algorithm, test.Elapsed)
		byName[name] = test
	}
	return byName
}

// runs returns the number of all executions, including those that were given up.
func runs(test *report.Test) int { return test.Executions + test.Blocked + test.Revisited }
