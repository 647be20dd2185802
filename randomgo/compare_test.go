package randomgo

import (
	"bufio"
	"fmt"
	"maps"
	"os"
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

// maxExecutions is how many interleavings a program may have. Those with more are left out.
const maxExecutions = 6000

// An exploration is the result of one algorithm on the programs of a package.
type exploration struct {
	tests  map[string]*report.Test
	traces map[string]map[string]int // by test: the number of complete executions of each trace
}

// A tally counts programs.
type tally struct {
	compared, large int
	failing         int // of those compared: programs in which a deadlock, leak, race or panic is possible
	traces          int
}

func (c *tally) add(d tally) {
	c.compared += d.compared
	c.large += d.large
	c.failing += d.failing
	c.traces += d.traces
}

// check logs the counts and what follows them, and checks that most programs were small enough to be compared.
func (c *tally) check(t *testing.T, more string) {
	t.Helper()
	t.Logf("%d programs compared, %d traces, %d programs can deadlock, leak, race or panic; %d programs are too large%s",
		c.compared, c.traces, c.failing, c.large, more)
	if all := c.compared + c.large; !t.Failed() && c.compared < all*3/5 {
		t.Errorf("got %d programs that are small enough, want at least %d of %d", c.compared, all*3/5, all)
	}
}

// compare explores the programs of the package in dir by every algorithm, under d and with these flags. It reports the
// programs on which an algorithm does not agree with the exhaustive one.
func compare(t *testing.T, command *clitest.Command, dir string, d model.Dependence, flags ...string) tally {
	t.Helper()
	return compareWith(t, command, dir, "exhaustive", maxExecutions, slices.Concat(explore.Algorithms, []explore.Algorithm{explore.Stateful}), d, flags...)
}

// compareWith compares these algorithms with another one on the programs of which it explores fewer executions than limit.
func compareWith(t *testing.T, command *clitest.Command, dir, standard string, limit int, algorithms []explore.Algorithm, d model.Dependence, flags ...string) (counts tally) {
	t.Helper()
	flags = append(flags, "-dep", d.String())
	all := run(t, command, dir, standard, append(flags, "-max-executions", strconv.Itoa(limit))...)
	var large []string
	for name, test := range all.tests {
		if test.Executions+test.Blocked >= limit {
			large = append(large, name)
			delete(all.tests, name)
		}
	}
	counts.large, counts.compared = len(large), len(all.tests)
	for name, test := range all.tests {
		counts.traces += len(all.traces[name])
		if slices.ContainsFunc(test.Failures, func(f report.Failure) bool { return f.Kind != "fatal" }) {
			counts.failing++
		}
		if slices.ContainsFunc(test.Failures, func(f report.Failure) bool { return strings.Contains(f.Message, "the clock stands still") }) {
			t.Errorf("%s: a reading of the clock is not later than one that happens before it", name)
		}
	}
	skip := "^(" + strings.Join(append(large, "None"), "|") + ")$"
	for _, a := range algorithms {
		if only := os.Getenv("HEDDLE_RANDOM_GO_ALGORITHM"); a.Name == standard || a.Takes(d) != nil || only != "" && only != a.Name {
			continue
		}
		got := run(t, command, dir, a.Name, append(flags, "-skip", skip)...)
		for _, name := range slices.Sorted(maps.Keys(all.tests)) {
			for _, problem := range problems(a, d, name, got, all) {
				t.Errorf("%s: %s: %s", name, a.Name, problem)
			}
		}
	}
	return counts
}

// sameTraces says whether a explores the same traces of the test as the algorithms that take model.Balanced: whether it takes that, too, or the
// test has no WaitGroup.
func sameTraces(a explore.Algorithm, d model.Dependence, test *report.Test) bool {
	seen := test.Seen
	return d != model.Refined || a.Takes(model.Balanced) == nil || seen != nil && seen.Operations["Add waitgroup"]+seen.Operations["Done waitgroup"] == 0
}

// problems are differences, or otherOutcomes if a explores other traces.
func problems(a explore.Algorithm, d model.Dependence, name string, got, want exploration) []string {
	if sameTraces(a, d, want.tests[name]) {
		return differences(a, name, got, want)
	}
	return otherOutcomes(a, name, got, want)
}

// run explores the package in dir.
func run(t *testing.T, command *clitest.Command, dir, algorithm string, flags ...string) exploration {
	t.Helper()
	file := filepath.Join(t.TempDir(), "traces")
	x := exploration{traces: map[string]map[string]int{}}
	x.tests = command.Explore(t, dir, append(flags, "-algo", algorithm, "-keep-going", "-traces", file)...)
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		test, hash, _ := strings.Cut(lines.Text(), " ")
		if x.traces[test] == nil {
			x.traces[test] = map[string]int{}
		}
		x.traces[test][hash]++
	}
	return x
}

// differences returns what is wrong with the exploration of one program by a.
func differences(a explore.Algorithm, name string, got, want exploration) (problems []string) {
	missing, foreign, most := 0, 0, 0
	for hash := range want.traces[name] {
		if got.traces[name][hash] == 0 {
			missing++
		}
	}
	for hash, n := range got.traces[name] {
		most = max(most, n)
		if want.traces[name][hash] == 0 {
			foreign++
		}
	}
	if foreign > 0 || missing > 0 && a.Promise != explore.States {
		problems = append(problems, fmt.Sprintf("got %d traces, want %d: %d missing, %d foreign",
			len(got.traces[name]), len(want.traces[name]), missing, foreign))
	}
	if a.Promise >= explore.Once && most > 1 {
		problems = append(problems, fmt.Sprintf("a trace was executed %d times", most))
	}
	test := got.tests[name]
	if test == nil {
		return append(problems, "got no result")
	}
	if n := len(want.traces[name]); a.Promise >= explore.Once && test.Executions != n {
		problems = append(problems, fmt.Sprintf("got %d executions, want %d", test.Executions, n))
	}
	if g, w := outcomes(test), outcomes(want.tests[name]); !sameOutcomes(g, w) {
		problems = append(problems, fmt.Sprintf("got outcomes %q, want %q", g, w))
	}
	if a.Promise == explore.Optimal && test.Blocked > 0 {
		problems = append(problems, fmt.Sprintf("got %d blocked executions, want none", test.Blocked))
	}
	return problems
}

// otherOutcomes is differences, of what was found alone.
func otherOutcomes(_ explore.Algorithm, name string, got, want exploration) (problems []string) {
	test := got.tests[name]
	if test == nil {
		return []string{"got no result"}
	}
	if g, w := outcomes(test), outcomes(want.tests[name]); !sameOutcomes(g, w) {
		problems = append(problems, fmt.Sprintf("got outcomes %q, want %q", g, w))
	}
	return problems
}

// accident is a panic or a race among the outcomes.
const accident = "panic or race"

// sameOutcomes compares what two explorations found. An execution shows its first failure only. No dependence need
// order a panic or a race with other failures. So if the first failure may be one, it depends on the interleaving
// which failure comes first: sameOutcomes then only requires that there is one.
func sameOutcomes(got, want []string) bool {
	if slices.Contains(want, accident) {
		return len(got) > 0
	}
	return slices.Equal(got, want)
}

// outcomes returns the failures of a test, sorted. A deadlock or a leak is reported with the lines of the first
// execution that ends so, and which execution is first differs between algorithms. So of these only the kind and the
// message count.
func outcomes(test *report.Test) []string {
	var list []string
	for _, f := range test.Failures {
		switch f.Kind {
		case "panic", "race":
			list = append(list, accident)
		case "deadlock", "leak":
			list = append(list, f.Kind+" "+f.Message)
		default:
			list = append(list, fmt.Sprint(f.Kind, " ", f.Message, " ", f.Where))
		}
	}
	slices.Sort(list)
	return list
}
