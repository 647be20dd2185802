package randomgo

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/internal/clitest"
	"heddle/report"
)

// TestPolls compares the algorithms on HEDDLE_RANDOM_POLLS random programs that poll, and what is found with what is found of the same
// programs when the rounds of a loop are counted, so that none of them may be left out.
func TestPolls(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_POLLS", 60), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
	if testing.Short() {
		n = min(n, 50)
	}
	command := clitest.Build(t)
	counts := pollCounts{}
	for begin := first; begin < first+n && !t.Failed(); begin += perPackage {
		comparePolls(t, command, begin, min(begin+perPackage, first+n), &counts)
	}
	t.Logf("%d programs, %d traces: %d compared with counted rounds, %d livelocks", counts.programs, counts.traces, counts.counted, counts.livelocks)
	if !t.Failed() && counts.programs < int(n)*9/10 {
		t.Errorf("got %d programs that are small enough, want at least %d of %d", counts.programs, n*9/10, n)
	}
}

type pollCounts struct{ programs, traces, counted, livelocks int }

// comparePolls compares the programs of the seeds from begin to end.
func comparePolls(t *testing.T, command *clitest.Command, begin, end uint64, counts *pollCounts) {
	t.Helper()
	var seeds []uint64
	for seed := begin; seed < end; seed++ {
		seeds = append(seeds, seed)
	}
	var text []byte
	dir := func(rounds int) string {
		dir := t.TempDir()
		var err error
		text, err = PollFile("polls", seeds, rounds)
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, "go.mod", []byte("module polls\n\ngo 1.25\n"))
		write(t, dir, "polls_test.go", text)
		return dir
	}
	polling, counted := dir(0), dir(3)
	for _, flags := range [][]string{{"-delay", "0"}, {}} {
		flags = append(flags, "-max-executions", strconv.Itoa(maxExecutions), "-max-steps", "1000", "-timeout", "60s")
		want := run(t, command, polling, "sleep", flags...)
		for _, a := range explore.Algorithms {
			if a.Name == "sleep" || a.Name == "exhaustive" || a.Promise == explore.Sample {
				continue
			}
			got := run(t, command, polling, a.Name, flags...)
			for _, name := range slices.Sorted(maps.Keys(want.tests)) {
				if !want.tests[name].Complete || got.tests[name] != nil && !got.tests[name].Complete && a.Promise < explore.Once {
					continue
				}
				for _, problem := range differences(a, name, got, want) {
					if !strings.Contains(problem, "blocked executions") { // a thread that polls is blocked where it looks too early
						t.Errorf("%s: %s %v: %s", name, a.Name, flags, problem)
					}
				}
			}
		}
		if flags[0] != "-delay" {
			return
		}
		all := run(t, command, counted, "source", flags...)
		for _, name := range slices.Sorted(maps.Keys(want.tests)) {
			if !want.tests[name].Complete {
				t.Logf("%s is too large: %d executions, %s", name, want.tests[name].Executions, want.tests[name].Reason)
				continue
			}
			counts.programs++
			counts.traces += len(want.traces[name])
			for _, f := range want.tests[name].Failures {
				if f.Kind == "livelock" {
					counts.livelocks++
				}
			}
			if !all.tests[name].Complete {
				continue
			}
			counts.counted++
			got, want, gaveUp := endsOf(want.tests[name]), endsOf(all.tests[name]), false
			want = slices.DeleteFunc(want, func(end string) bool {
				up := strings.Contains(end, GaveUp)
				gaveUp = gaveUp || up
				return up
			})
			got = slices.DeleteFunc(got, func(end string) bool {
				return gaveUp && (end == "livelock" || timed(name, text) && !slices.Contains(want, end)) // three rounds may not be enough
			})
			if !slices.Equal(got, want) {
				t.Errorf("%s: got %q, want those of counted rounds: %q", name, got, want)
			}
		}
	}
}

// endsOf returns how the executions of a test end.
func endsOf(test *report.Test) []string {
	var list []string
	for _, f := range test.Failures {
		if f.Kind == "fatal" {
			_, saw, _ := strings.Cut(f.Message, "saw ")
			list = append(list, saw)
		} else if !slices.Contains(list, f.Kind) {
			list = append(list, f.Kind)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// timed reports whether the program of that name in text has to do with time.
func timed(name string, text []byte) bool {
	_, program, _ := strings.Cut(string(text), "func "+name+"(")
	program, _, _ = strings.Cut(program, "\nfunc ")
	return strings.Contains(program, "time.")
}
