package finding

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"text/tabwriter"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
)

// limit is after how many executions a search is given up.
const limit = 2000

// searches are what TestFinding compares.
var searches = []string{"auto", "optimal", "random", "pct", "pos", "surw", "bounded"}

// firstFailure returns how many executions the algorithm needs for the failure of p, blocked ones and probes included; limit if it is not
// among so many. The bound of bounded is 2.
func firstFailure(t *testing.T, p *Planted, algorithm string) int {
	names, n := model.NewNames(), 0
	o := explore.Options{Names: names, Preemptions: -1, MaxExecutions: limit, Seed: 1}
	if algorithm == explore.Bounded.Name {
		o.Preemptions = 2
	}
	_, err := explore.Run(prog.NewMachine(p.Program, names), algorithm, o, func(e *explore.Execution) bool {
		n++
		return n < limit && !(e.Maximal && p.Fails(names, e.Choices()))
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestFinding prints how many executions each search needs for the failures of the first HEDDLE_FINDING random programs whose failure is not
// among 1000 random walks, and is found by some search within the limit.
func TestFinding(t *testing.T) {
	programs, _ := strconv.Atoi(os.Getenv("HEDDLE_FINDING"))
	if programs == 0 {
		t.Skip("HEDDLE_FINDING is not set: it takes a second for each program, or more")
	}
	got := map[string][]int{}
	hard, bad := 0, 0
	for seed := uint64(0); len(got["auto"]) < programs; seed++ {
		p := New(seed)
		row := map[string]int{"random": firstFailure(t, p, "random")}
		if row["random"] <= 1000 {
			continue
		}
		for _, a := range searches {
			if a != "random" {
				row[a] = firstFailure(t, p, a)
			}
		}
		best := limit
		for _, n := range row {
			best = min(best, n)
		}
		if best == limit {
			hard++
			continue
		}
		if row["auto"] > 2*best {
			bad++
		}
		for a, n := range row {
			got[a] = append(got[a], n)
		}
		t.Logf("seed %d, %d orderings: %v", seed, len(p.Orderings), row)
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "search\tfound\tmedian\tmean\n")
	for _, a := range searches {
		found, sum := 0, 0
		for _, n := range got[a] {
			sum += n
			if n < limit {
				found++
			}
		}
		slices.Sort(got[a])
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\n", a, found, got[a][programs/2], sum/programs)
	}
	w.Flush()
	fmt.Printf("%s%d programs, and %d whose failure no search has found; auto needs more than twice the best in %d\n", b.String(), programs, hard, bad)
}

// TestPlanted checks that the orderings of a program can all hold, and need not, for some seeds.
func TestPlanted(t *testing.T) {
	held := 0
	for seed := range uint64(20) {
		if n := firstFailure(t, New(seed), "pos"); n < limit {
			held++
		}
	}
	if held < 5 {
		t.Errorf("got the failures of %d programs of 20, want a quarter at least", held)
	}
	if one, same, other := New(1), New(1), New(2); one.Text != same.Text || one.Text == other.Text {
		t.Error("the seed does not decide the program, or another seed gives the same one")
	}
}
