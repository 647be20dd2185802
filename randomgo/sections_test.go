package randomgo

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"heddle/internal/clitest"
	"heddle/report"
)

// TestSections compares what is found on HEDDLE_RANDOM_SECTIONS random programs whose goroutines share variables under locks, from seed
// HEDDLE_RANDOM_GO_SEED on, with critical sections as events that may commute, with what exhaustive and optimal find without. What the
// goroutines saw and where they are blocked must be the same.
func TestSections(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_SECTIONS", 40), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
	command := clitest.Build(t)
	sum := sectionTally{}
	for begin := first; begin < first+n; begin += perPackage {
		end := min(begin+perPackage, first+n)
		var seeds []uint64
		for seed := begin; seed < end; seed++ {
			seeds = append(seeds, seed)
		}
		compareSections(t, command, module(t, SectionFile, seeds), seeds, &sum)
	}
	t.Logf("%d of %d programs compared, %d of them with every interleaving; %d traces, %d with sections", sum.compared, n, sum.exhaustive, sum.traces, sum.classes)
	if sum.compared < int(n)*3/4 || sum.classes >= sum.traces {
		t.Errorf("got %d programs compared, and %d traces for %d: want most programs, and fewer traces", sum.compared, sum.classes, sum.traces)
	}
}

type sectionTally struct{ compared, exhaustive, traces, classes int }

func compareSections(t *testing.T, command *clitest.Command, dir string, seeds []uint64, sum *sectionTally) {
	const limit = maxExecutions / 4
	explore := func(flags ...string) map[string]*report.Test {
		return command.Explore(t, dir, append(flags, "-keep-going", "-simplify", "0", "-max-executions", fmt.Sprint(limit))...)
	}
	all := explore("-algo", "exhaustive")
	standard := explore("-algo", "optimal")
	algorithms := []string{"pop", "optimal"}
	var found []map[string]*report.Test
	for _, a := range algorithms {
		found = append(found, explore("-algo", a, "-sections"))
	}
	for _, seed := range seeds {
		name := Name(seed)
		want := standard[name]
		if !want.Complete {
			continue
		}
		sum.compared++
		if all[name].Complete {
			sum.exhaustive++
			want = all[name]
		}
		sum.traces += standard[name].Executions
		sum.classes += found[0][name].Executions
		for i, a := range algorithms {
			got := found[i][name]
			g, w := sectionOutcomes(got), sectionOutcomes(want)
			if !slices.Equal(g, w) {
				t.Errorf("%s, %s: got %d outcomes of %d executions, want %d\n\tmissing %q\n\tforeign %q\n%s", name, a, len(g), got.Executions, len(w), without(w, g), without(g, w), SectionProgram(seed))
			}
			if got.Executions > standard[name].Executions || !got.Complete {
				t.Errorf("%s, %s: got %d executions, want at most %d\n%s", name, a, got.Executions, standard[name].Executions, SectionProgram(seed))
			}
		}
	}
}

// sectionOutcomes returns the failures of a test, sorted; of a deadlock only that there is one. If there is a race, that is all: what comes of it
// depends on the order of accesses, which only exhaustive explores, and in part.
func sectionOutcomes(test *report.Test) []string {
	var list []string
	for _, f := range test.Failures {
		switch f.Kind {
		case "race":
			return []string{f.Kind}
		case "deadlock", "leak":
			list = append(list, f.Kind)
		default:
			list = append(list, f.Kind+" "+strings.TrimSpace(f.Message))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func without(list, less []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(s string) bool { return slices.Contains(less, s) })
}
