package randomgo

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/internal/clitest"
	"heddle/model"
	"heddle/report"
)

// TestAlike compares what the algorithms find under -symmetry on HEDDLE_RANDOM_ALIKE random programs, most of which have interchangeable
// goroutines, with what exhaustive exploration finds without it: what the goroutines saw, deadlocks, leaks, panics, and the variables that
// goroutines race for. It also compares their traces with those of exhaustive exploration under -symmetry.
func TestAlike(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_ALIKE", 15), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
	t.Setenv(exactEnv, "1")
	command := clitest.Build(t)
	names := []string{"pop", "stateful"}
	if os.Getenv("HEDDLE_RANDOM_ALIKE") != "" {
		names = []string{"dpor", "source", "pop", "quasi", "stateful"}
	}
	compared, large, fewer, racing := 0, 0, 0, 0
	for begin := first; begin < first+n && !t.Failed(); begin += perPackage {
		var seeds []uint64
		for seed := begin; seed < min(begin+perPackage, first+n); seed++ {
			seeds = append(seeds, seed)
		}
		dir := module(t, AlikeFile, seeds)
		d := model.Dependences()[(2+int(begin/perPackage))%3]
		const limit = 2000
		common := []string{"-dep", d.String(), "-simplify", "0", "-timing", "off"}
		want := run(t, command, dir, "optimal", append(common, "-max-executions", strconv.Itoa(limit))...)
		skip := []string{"None"}
		for name, test := range want.tests {
			if test.Executions+test.Blocked >= limit {
				skip = append(skip, name)
				delete(want.tests, name)
			}
		}
		large, compared = large+len(skip)-1, compared+len(want.tests)
		flags := append(common, "-symmetry", "-skip", "^("+strings.Join(skip, "|")+")$")
		some := run(t, command, dir, "optimal", flags...)
		text, err := os.ReadFile(dir + "/random_test.go")
		if err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(string(text), "\n")
		compareAlike(t, "optimal", some, want, lines)
		for name, test := range want.tests {
			if some.tests[name] != nil && some.tests[name].Executions < test.Executions {
				fewer++
			}
			if raced(test, lines) != "" {
				racing++
			}
		}
		for _, name := range names {
			a, err := explore.Find(name)
			if err != nil || a.Takes(d) != nil {
				continue
			}
			got := run(t, command, dir, a.Name, flags...)
			compareAlike(t, a.Name, got, want, lines)
			for name, test := range want.tests {
				if !sameTraces(a, d, test) {
					continue
				}
				for _, problem := range differences(a, name, got, some) {
					t.Errorf("%s: %s: %s", name, a.Name, problem)
				}
			}
		}
	}
	t.Logf("%d programs compared, %d with fewer executions, %d with races; %d programs are too large", compared, fewer, racing, large)
	if !t.Failed() && (fewer < compared/4 || racing < compared/20 || compared < int(n)/2) {
		t.Errorf("got %d programs with fewer executions and %d with races of %d compared", fewer, racing, compared)
	}
}

// compareAlike compares what two explorations found.
func compareAlike(t *testing.T, algorithm string, got, want exploration, lines []string) {
	t.Helper()
	for name, test := range want.tests {
		if got.tests[name] == nil {
			t.Errorf("%s: %s: got no result", name, algorithm)
			continue
		}
		if g, w := raced(got.tests[name], lines), raced(test, lines); g != w {
			t.Errorf("%s: %s: got races for %q, want %q", name, algorithm, g, w)
		}
		g, w := outcomes(got.tests[name]), outcomes(test)
		for _, list := range [][]string{g, w} {
			for i := range list {
				list[i] = threadNames.ReplaceAllString(list[i], "G")
			}
			slices.Sort(list)
		}
		if g, w = slices.Compact(g), slices.Compact(w); !sameOutcomes(g, w) {
			t.Errorf("%s: %s: got outcomes %q, want %q", name, algorithm, g, w)
		}
	}
}

var (
	threadNames   = regexp.MustCompile(`\b0(\.\d+)+\b`)
	plainVariable = regexp.MustCompile(`\bv[01]\b`)
)

// raced returns the variables of the lines where there are races.
func raced(test *report.Test, lines []string) string {
	var list []string
	for _, f := range test.Failures {
		if f.Kind != "race" {
			continue
		}
		for _, where := range f.Where {
			_, n, _ := strings.Cut(where, ":")
			if i, err := strconv.Atoi(n); err == nil && i <= len(lines) {
				list = append(list, plainVariable.FindString(lines[i-1]))
			}
		}
	}
	slices.Sort(list)
	return strings.TrimSpace(strings.Join(slices.Compact(list), " "))
}
