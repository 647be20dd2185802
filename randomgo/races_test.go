package randomgo

import (
	"bytes"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/internal/clitest"
	"heddle/report"
	"heddle/sched/caller"
)

var update = flag.Bool("update", false, "rewrite testdata/races.golden, by what go test -race reports")

// racePrograms is how many programs are compared by default; racesFile says which of them race.
const (
	racePrograms = 100
	racesFile    = "testdata/races.golden"
)

// TestRaces compares the races that are found in HEDDLE_RANDOM_GO random programs, from seed HEDDLE_RANDOM_GO_SEED on, with those that
// go test -race reports in many runs. Where that does not work, because it needs cgo, the programs of racesFile are compared with it.
// It compares the variables. Both detectors report the first race on a word of memory in an execution, so which two of its lines are
// reported is a matter of order: how many pairs of lines are reported by both is only logged.
func TestRaces(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_GO", racePrograms), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
	recorded := recordedRaces(t)
	command := clitest.Build(t)
	racing, large, pairs, both := 0, 0, 0, 0
	var golden strings.Builder
	for begin := first; begin < first+n; begin += perPackage {
		end := min(begin+perPackage, first+n)
		dir, lines := raceModule(t, begin, end, RaceProgram)
		native := nativeBinary(t, dir)
		tests := command.Explore(t, dir, "-keep-going", "-max-executions", fmt.Sprint(maxExecutions))
		for seed := begin; seed < end; seed++ {
			test := tests[Name(seed)]
			if test == nil {
				t.Fatalf("%s: got no result", Name(seed))
			}
			found := foundRaces(test)
			got, want := variables(found, lines), recorded[Name(seed)]
			if native != "" {
				reported := nativeRaces(t, native, seed, 50)
				if want = variables(reported, lines); got != want {
					maps.Copy(reported, nativeRaces(t, native, seed, 2000))
					want = variables(reported, lines)
				}
				for pair := range found {
					if pairs++; reported[pair] {
						both++
					}
				}
			} else if seed >= racePrograms {
				continue
			}
			if want != "" {
				racing++
				fmt.Fprintln(&golden, Name(seed), want)
			}
			switch {
			case got != want && !test.Complete:
				large++
			case got != want:
				t.Errorf("%s: found races on %q, go test -race reports races on %q\n%s", Name(seed), got, want, RaceProgram(seed))
			case native != "" && seed < racePrograms && !*update && want != recorded[Name(seed)]:
				t.Errorf("%s: go test -race reports races on %q; %s has %q: run with -update", Name(seed), want, racesFile, recorded[Name(seed)])
			}
		}
	}
	t.Logf("%d of %d programs race; %d are too large; go test -race reports %d of %d pairs of lines as well", racing, n, large, both, pairs)
	if *update && areRecorded(n, first) {
		if err := os.WriteFile(racesFile, []byte(golden.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestSectionRaces compares the variables on which races are found in HEDDLE_RANDOM_SECTIONS random programs with critical sections as events
// that may commute, with those on which they are found without. Program 74 once left a lock of package testing held, for all executions to come.
func TestSectionRaces(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_SECTIONS", 40), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 60)
	command := clitest.Build(t)
	racing := 0
	for begin := first; begin < first+n; begin += perPackage {
		end := min(begin+perPackage, first+n)
		dir, lines := raceModule(t, begin, end, RaceProgram)
		standard := command.Explore(t, dir, "-keep-going", "-simplify", "0", "-algo", "pop", "-max-executions", fmt.Sprint(maxExecutions/10))
		sections := command.Explore(t, dir, "-keep-going", "-simplify", "0", "-algo", "pop", "-max-executions", fmt.Sprint(maxExecutions/10), "-sections")
		for seed := begin; seed < end; seed++ {
			got, want := variables(foundRaces(sections[Name(seed)]), lines), variables(foundRaces(standard[Name(seed)]), lines)
			if want != "" {
				racing++
			}
			if got != want && standard[Name(seed)].Complete && sections[Name(seed)].Complete {
				t.Errorf("%s: found races on %q, without sections on %q\n%s", Name(seed), got, want, RaceProgram(seed))
			}
		}
	}
	t.Logf("%d of %d programs race", racing, n)
}

// TestLibraryCalls compares, on HEDDLE_RANDOM_CALLS random programs that call the standard library between their accesses, the variables on
// which races are found with those on which they are when all operations of the library are events.
func TestLibraryCalls(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_CALLS", 60), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
	if testing.Short() {
		n = min(n, 30)
	}
	command := clitest.Build(t)
	all := (caller.All | caller.Files | caller.Environment).String()
	racing, large, more := 0, 0, 0
	for begin := first; begin < first+n; begin += perPackage {
		end := min(begin+perPackage, first+n)
		dir, lines := raceModule(t, begin, end, LibraryProgram)
		hidden := command.Explore(t, dir, "-keep-going", "-max-executions", fmt.Sprint(maxExecutions))
		t.Setenv("HEDDLE_VISIBLE", all)
		visible := command.Explore(t, dir, "-keep-going", "-max-executions", fmt.Sprint(maxExecutions))
		t.Setenv("HEDDLE_VISIBLE", "")
		for seed := begin; seed < end; seed++ {
			h, v := hidden[Name(seed)], visible[Name(seed)]
			if h == nil || v == nil {
				t.Fatalf("%s: got no result", Name(seed))
			}
			got, want := variables(foundRaces(h), lines), variables(foundRaces(v), lines)
			switch {
			case !h.Complete || !v.Complete && (want == "" || got == want):
				large++
			case got != want:
				t.Errorf("%s: found races on %q in %d executions, on %q in %d with all operations as events\n%s",
					Name(seed), got, h.Executions, want, v.Executions, LibraryProgram(seed))
			}
			if want != "" {
				racing++
			}
			if v.Executions > h.Executions {
				more++
			}
		}
	}
	t.Logf("%d of %d programs race; of %d more executions are explored if all operations are events; %d are too large", racing, n, more, large)
}

// variables are the variables of a program on which there are races; lines are those of the file.
func variables(races map[string]bool, lines []string) string {
	var list []string
	for race := range races {
		name := ""
		for line := range strings.FieldsSeq(race) {
			n, _ := strconv.Atoi(line)
			name = cmp.Or(name, variable.FindString(lines[n-1]))
		}
		list = append(list, cmp.Or(name, "v"))
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}

var variable = regexp.MustCompile(`\b(extra|lines)\b`) // of a program, but for v

// areRecorded reports whether these are the programs of racesFile.
func areRecorded(n, first uint64) bool { return n == racePrograms && first == 0 }

// recordedRaces are the programs of racesFile, with the variables on which there are races.
func recordedRaces(t *testing.T) map[string]string {
	text, err := os.ReadFile(racesFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	recorded := map[string]string{}
	for line := range strings.Lines(string(text)) {
		name, variables, _ := strings.Cut(strings.TrimSpace(line), " ")
		recorded[name] = variables
	}
	return recorded
}

// raceModule writes the programs of the seeds from begin to end, and returns the lines of the file.
func raceModule(t *testing.T, begin, end uint64, program func(uint64) string) (dir string, lines []string) {
	dir = t.TempDir()
	var seeds []uint64
	for seed := begin; seed < end; seed++ {
		seeds = append(seeds, seed)
	}
	text, err := RaceFile("races", seeds, program)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.mod", []byte("module races\n\ngo 1.25\n"))
	write(t, dir, "races_test.go", text)
	return dir, strings.Split(string(text), "\n")
}

// nativeBinary builds the programs in dir for go test -race; the result is empty if that does not work here.
func nativeBinary(t *testing.T, dir string) string {
	binary := filepath.Join(dir, "native.test")
	cmd := exec.Command("go", "test", "-race", "-c", "-vet=off", "-o", binary, ".")
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		if bytes.Contains(out, []byte("races_test.go:")) {
			t.Fatalf("the programs do not compile:\n%s", out)
		}
		t.Logf("go test -race does not work here, so that %s says what it reports: %v\n%s", racesFile, err, out)
		return ""
	}
	return binary
}

// nativeRaces are the races that go test -race reports of the program in so many runs. A race is the lines of its two accesses, and of
// those who call the functions that make them.
func nativeRaces(t *testing.T, binary string, seed uint64, runs int) map[string]bool {
	cmd := exec.Command(binary, "-test.run=^"+Name(seed)+"$", fmt.Sprint("-test.count=", runs), "-test.timeout=5m")
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0 suppress_equal_addresses=0")
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	races := map[string]bool{}
	for _, text := range strings.Split(string(out), "WARNING: DATA RACE")[1:] {
		accesses := strings.SplitN(text, "\n\n", 3)
		races[linesOf(place.FindAllString(accesses[0]+accesses[1], -1))] = true
	}
	return races
}

var place = regexp.MustCompile(`\braces_test\.go:\d+`)

// foundRaces are the races that heddle has found, likewise.
func foundRaces(test *report.Test) map[string]bool {
	races := map[string]bool{}
	for _, f := range test.Failures {
		if f.Kind == "race" {
			races[linesOf(slices.Clone(f.Where))] = true
		}
	}
	return races
}

func linesOf(places []string) string {
	for i, p := range places {
		_, places[i], _ = strings.Cut(p, ":")
	}
	slices.Sort(places)
	return strings.Join(slices.Compact(places), " ")
}
