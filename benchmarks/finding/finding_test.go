package finding

import (
	"fmt"
	"go/importer"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"text/tabwriter"
	"time"

	"heddle/explore"
	"heddle/internal/clitest"
	"heddle/model"
	"heddle/prog"
	"heddle/report"
)

// limit is after how many executions a search is given up.
const limit = 2000

// perPackage is how many programs, or mutants, are built at once. Heddle sets at most 32 tests aside.
const perPackage = 25

// searches are what is compared, and how: auto, those that it must keep up with, then others. The bound of auto is one of its trunk, which has
// half of the executions at most.
var searches = [][]string{
	{"-algo", "auto", "-max-executions", strconv.Itoa(limit / 2)}, {"-algo", "optimal"}, {"-algo", "pct"}, {"-algo", "random"},
	{"-algo", "pop"}, {"-algo", "pos"}, {"-algo", "surw"}, {"-algo", "bounded", "-preemptions", "2"},
}

// rivals are how many of searches auto must keep up with.
const rivals = 3

// A find is what one search has done for the failure of one test.
type find struct {
	executions int // until the failure, all included; limit if it is not among so many
	seconds    float64
}

// A table is what the searches have found.
type table struct {
	finds map[string][]find // by test; as searches
	spent []time.Duration   // the processor time of each search: that of building the tests, and of all executions
}

// search runs the searches on the tests of the package in dir, but for those that have no failure.
func (all *table) search(t *testing.T, command *clitest.Command, dir string, skip ...string) {
	for i, flags := range searches {
		before := processorTime()
		tests := explored(t, command, dir, flags, skip)
		all.spent[i] += processorTime() - before
		for name, test := range tests {
			f := find{limit, test.Elapsed}
			if ran := test.Executions + test.Blocked + test.Probes; ran > limit {
				f.seconds *= limit / float64(ran) // the bound of auto is one of its trunk
			}
			if len(test.Failures) > 0 && test.Failures[0].Execution < limit {
				f = find{max(1, test.Failures[0].Execution), test.Elapsed}
			}
			all.finds[name] = append(all.finds[name], f)
			t.Log(name, strings.Join(flags, " "), f.executions)
		}
	}
}

// explored runs one search.
func explored(t *testing.T, command *clitest.Command, dir string, flags, skip []string) map[string]*report.Test {
	skipped := "^(" + strings.Join(append(skip, "None"), "|") + ")$"
	all := []string{"-max-executions", strconv.Itoa(limit), "-max-steps", "2000", "-timeout", "0", "-skip", skipped}
	return command.Explore(t, dir, append(all, flags...)...)
}

// processorTime is that of all commands so far.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// print prints what the searches have found so far, without the tests whose failure none has.
func (all *table) print() {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(all.finds)) {
		if slices.ContainsFunc(all.finds[name], func(f find) bool { return f.executions < limit }) {
			found = append(found, name)
		}
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "search\tfound\tmedian\tmean\tseconds\tprocessor\tbest of the first four\tauto needs twice as many at most in")
	for i := range searches {
		var n []int
		sum, seconds, best, twice := 0, 0.0, 0, 0
		for _, name := range found {
			row := all.finds[name]
			f := row[i]
			n, sum, seconds = append(n, f.executions), sum+f.executions, seconds+f.seconds
			if i > 0 && f.executions == leastOf(row[1:rivals+1]) && f.executions < limit {
				best++
			}
			if row[0].executions <= 2*f.executions {
				twice++
			}
		}
		if slices.Sort(n); len(n) > 0 {
			reached := len(n) - len(slices.DeleteFunc(slices.Clone(n), func(n int) bool { return n < limit }))
			fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.1f\t%.0f\t%d\t%d\n", searchName(i), reached, n[len(n)/2], sum/len(n), seconds, all.spent[i].Seconds(), best, twice)
		}
	}
	w.Flush()
	var ratios []float64
	bad, late := 0, 0
	for _, name := range found {
		row := all.finds[name]
		n, best := row[0].executions, leastOf(row[1:rivals+1])
		if ratios = append(ratios, float64(n)/float64(best)); n > 2*best {
			if bad++; n > 200 {
				late++
			}
		}
	}
	if slices.Sort(ratios); len(ratios) > 0 {
		fmt.Printf("%s%d tests, and %d whose failure no search has found; to the best of optimal, pct and random auto's ratio is %.2f in the median, "+
			"%.1f in nine of ten, %.1f at most; over 2 in %d, %d of them after 200 executions\n", b.String(), len(found), len(all.finds)-len(found),
			ratios[len(ratios)/2], ratios[len(ratios)*9/10], ratios[len(ratios)-1], bad, late)
	}
}

// searchName is the name of search i, with what is special about it.
func searchName(i int) string {
	if i == 0 {
		return "auto"
	}
	return strings.Join(searches[i][1:], " ")
}

func leastOf(row []find) int {
	return slices.MinFunc(row, func(a, b find) int { return a.executions - b.executions }).executions
}

// programs is how many programs HEDDLE_FINDING asks for.
func programs(t *testing.T) int {
	n, _ := strconv.Atoi(os.Getenv("HEDDLE_FINDING"))
	if n == 0 {
		t.Skip("HEDDLE_FINDING is not set: it takes some seconds for each program")
	}
	return n
}

// TestFinding prints how many executions each search needs for the failures of the first HEDDLE_FINDING rare programs.
func TestFinding(t *testing.T) {
	n := programs(t)
	command, all := clitest.Build(t), table{map[string][]find{}, make([]time.Duration, len(searches))}
	for seed, left := uint64(0), n; left > 0; {
		var list []*Planted
		for ; len(list) < min(perPackage, left); seed++ {
			if p, ok := New(seed); ok {
				list = append(list, p)
			}
		}
		left -= len(list)
		all.search(t, command, writeModule(t, list))
		all.print()
	}
}

// TestMutants does so for the mutants of the examples.
func TestMutants(t *testing.T) {
	programs(t)
	command, all := clitest.Build(t), table{map[string][]find{}, make([]time.Duration, len(searches))}
	for list := range slices.Chunk(mutants(t, "../../examples/*", "../../examples/atomics/*"), perPackage) {
		dir := t.TempDir()
		if _, err := MutantModule(dir, list); err != nil {
			t.Fatal(err)
		}
		for _, m := range list {
			t.Log(m.Name, m.What)
		}
		var same []string // mutants that nothing tells from the original
		tests := explored(t, command, dir, searches[0], nil)
		for name, test := range tests {
			if test.Complete && len(test.Failures) == 0 {
				same = append(same, name)
			}
		}
		if len(same) < len(tests) {
			all.search(t, command, dir, same...)
		}
	}
	all.print()
}

// mutants returns the mutants of the packages that the patterns match.
func mutants(t *testing.T, patterns ...string) (all []Mutant) {
	std := importer.ForCompiler(token.NewFileSet(), "source", nil)
	for _, pattern := range patterns {
		dirs, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, dir := range dirs {
			list, err := Mutants(dir, std)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, list...)
		}
	}
	return all
}

func writeModule(t *testing.T, list []*Planted) string {
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module finding\n\ngo 1.25\n", "finding_test.go": File(list)} {
		if err := writeFile(filepath.Join(dir, name), text); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestTraces compares the counted traces, all and failing, of small programs with those that optimal explores, as toys and as Go.
func TestTraces(t *testing.T) {
	var list []*Planted
	failing := 0
	for seed := uint64(0); len(list) < 12; seed++ {
		p := draw(seed, 6)
		if p.Traces == 0 || p.Traces > 2000 {
			continue
		}
		list = append(list, p)
		toy, err := prog.Parse(p.Toy())
		if err != nil {
			t.Fatal(err)
		}
		names, fail := model.NewNames(), 0
		r, err := explore.Run(prog.NewMachine(toy, names), "optimal", explore.Options{Names: names, Preemptions: -1}, func(e *explore.Execution) bool {
			if p.Fails(names, e.Choices()) {
				fail++
			}
			return true
		})
		if err != nil || !r.Complete || float64(r.Executions) != p.Traces || float64(fail) != p.Failing {
			t.Errorf("seed %d: got %d traces, %d of them fail (%v), want %g and %g of\n%s", seed, r.Executions, fail, err, p.Traces, p.Failing, p.Toy())
		}
		failing += fail
	}
	tests := clitest.Build(t).Explore(t, writeModule(t, list), "-algo", "optimal", "-keep-going")
	for _, p := range list {
		test := tests[p.Name()]
		if test == nil || float64(test.Executions) != p.Traces || len(test.Failures) != 1 || test.Failures[0].Kind != "fatal" {
			t.Errorf("seed %d: got %+v, want %g traces and a failure of\n%s", p.Seed, test, p.Traces, p.Go())
		}
	}
	if failing < 2*len(list) {
		t.Errorf("got %d failing traces of %d programs", failing, len(list))
	}
}

// TestRare checks that rare programs are rare, can fail, and are decided by their seeds.
func TestRare(t *testing.T) {
	n := 0
	for seed := range uint64(20) {
		if p, ok := New(seed); ok {
			n++
			if again, _ := New(seed); p.Failing < 1 || p.Failing > rare*p.Traces || again.Go() != p.Go() {
				t.Errorf("seed %d: got %g failing traces of %g, or another program", seed, p.Failing, p.Traces)
			}
		}
	}
	if n < 2 {
		t.Errorf("got %d rare programs of 20 seeds", n)
	}
}

// TestMistakes checks that each sort of mistake is made, and that the mutants have failures.
func TestMistakes(t *testing.T) {
	list := mutants(t, "../../examples/boundedqueue", "../../examples/unreceived")
	var what string
	for _, m := range list {
		what += m.What + "\n"
	}
	for _, want := range []string{`without "q.mu.Lock()", line`, `swapped "q.mu.Lock()"`, `without "q.notEmpty.Signal()"`, `one signal for "q.notFull.Broadcast()"`} {
		if !strings.Contains(what, want) {
			t.Errorf("got no mutant %s among\n%s", want, what)
		}
	}
	dir := t.TempDir()
	names, err := MutantModule(dir, slices.DeleteFunc(list, func(m Mutant) bool { return !strings.HasPrefix(m.Name, "boundedqueue") }))
	if err != nil {
		t.Fatal(err)
	}
	failing, tests := 0, clitest.Build(t).Explore(t, dir, "-max-executions", "50")
	for _, test := range tests {
		if len(test.Failures) > 0 {
			failing++
		}
	}
	if len(tests) != len(names) || failing < len(names)/5 {
		t.Errorf("got %d tests, %d of which fail, want %d and a fifth of them", len(tests), failing, len(names))
	}
}
