package randomgo

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/internal/clitest"
	"heddle/model"
	"heddle/report"
)

// TestPolls compares the algorithms on HEDDLE_RANDOM_POLLS random programs that poll, and what is found with what is found of the same
// programs when the rounds of a loop are counted, so that none of them may be left out.
func TestPolls(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_POLLS", 30), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
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
	bounds := []string{"-max-executions", strconv.Itoa(maxExecutions), "-max-steps", "1000", "-timeout", "60s"}
	agreeOnPolls(t, command, polling, model.Standard, bounds...)
	want := agreeOnPolls(t, command, polling, model.Refined, append(bounds, "-delay", "0")...)
	all := run(t, command, counted, "source", append(bounds, "-delay", "0")...)
	for _, name := range slices.Sorted(maps.Keys(want.tests)) {
		test := want.tests[name]
		if !test.Complete {
			t.Logf("%s is too large: %d executions, %s", name, test.Executions, test.Reason)
			continue
		}
		counts.programs++
		counts.traces += len(want.traces[name])
		if slices.ContainsFunc(test.Failures, func(f report.Failure) bool { return f.Kind == "livelock" }) {
			counts.livelocks++
		}
		if all.tests[name].Complete {
			counts.counted++
			sameEnds(t, name, timed(name, text), endsOf(test), endsOf(all.tests[name]))
		}
	}
}

// agreeOnPolls compares what the algorithms find in dir, and returns what sleep finds.
func agreeOnPolls(t *testing.T, command *clitest.Command, dir string, d model.Dependence, flags ...string) exploration {
	t.Helper()
	flags = append(flags, "-dep", d.String())
	want := run(t, command, dir, "sleep", flags...)
	for _, a := range explore.Algorithms {
		if a.Name == "sleep" || a.Name == "exhaustive" || a.Promise == explore.Sample {
			continue
		}
		got := run(t, command, dir, a.Name, flags...)
		for _, name := range slices.Sorted(maps.Keys(want.tests)) {
			if !want.tests[name].Complete || got.tests[name] != nil && !got.tests[name].Complete && a.Promise < explore.Once {
				continue
			}
			for _, problem := range problems(a, d, name, got, want) {
				if !strings.Contains(problem, "blocked executions") { // a thread that polls is blocked where it looks too early
					t.Errorf("%s: %s %v: %s", name, a.Name, flags, problem)
				}
			}
		}
	}
	return want
}

// sameEnds compares how a program ends with how it ends if rounds are counted, and a goroutine gives up after some. That says nothing of
// programs that poll for ever, and of those with time in which more rounds are needed.
func sameEnds(t *testing.T, name string, timed bool, got, want []string) {
	t.Helper()
	givesUp := func(end string) bool { return strings.Contains(end, GaveUp) }
	some := slices.ContainsFunc(want, givesUp)
	want = slices.DeleteFunc(want, givesUp)
	got = slices.DeleteFunc(got, func(end string) bool {
		return some && (end == "livelock" || timed && !slices.Contains(want, end))
	})
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want those of counted rounds: %q", name, got, want)
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
