package table

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"heddle/internal/clitest"
)

var update = flag.Bool("update", false, "rewrite stateful.txt")

// statefulSmall are the tests of benchmarks/stateful that dpor-nosleep, the algorithm that the paper compares with, explores in a few thousand runs.
var statefulSmall = []string{"Example1_8", "Example1_16", "SharedArray_4", "SharedArray_6", "Bbuf_1", "Scan_1", "Compress_2", "Compress_3"}

// TestStateful is Table 1 of the stateful DPOR paper (2008) on Go programs: runs, those that are given up included, steps, states and runs that ended in a
// visited state, by dpor without and with sleep sets and by stateful, which must have as many complete executions as dpor has traces.
func TestStateful(t *testing.T) {
	command := clitest.Build(t)
	var table strings.Builder
	traces := map[string]int{}
	for _, algorithm := range []string{"dpor-nosleep", "dpor", "stateful"} {
		got := command.Explore(t, "../stateful", "-algo", algorithm, "-leaks", "ignore", "-run", "^Test("+strings.Join(statefulSmall, "|")+")$")
		for _, name := range statefulSmall {
			test := got["Test"+name]
			if test == nil || !test.Complete || len(test.Failures) > 0 {
				t.Fatalf("%s: %s: got %+v, want a complete exploration with no failure", name, algorithm, test)
			}
			fmt.Fprintf(&table, "%-14s %-13s %5d runs %6d steps", name, algorithm, test.Executions+test.Blocked+test.Revisited, test.Steps)
			switch algorithm {
			case "dpor":
				traces[name] = test.Executions
			case "stateful":
				fmt.Fprintf(&table, " %5d states %4d re-visited", test.States, test.Revisited)
				if test.Executions != traces[name] {
					t.Errorf("%s: got %d complete executions, want %d", name, test.Executions, traces[name])
				}
			}
			table.WriteString("\n")
			t.Logf("%s: %s: %.3fs", name, algorithm, test.Elapsed)
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
