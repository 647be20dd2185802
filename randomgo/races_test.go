package randomgo

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/internal/clitest"
	"heddle/report"
)

var update = flag.Bool("update", false, "rewrite testdata/races.golden, by what go test -race reports")

// racePrograms is how many programs are compared by default; racesFile says which of them race.
const (
	racePrograms = 100
	racesFile    = "testdata/races.golden"
)

// TestRaces compares the races that are found in HEDDLE_RANDOM_GO random programs, from seed HEDDLE_RANDOM_GO_SEED on, with those that
// go test -race reports in many runs. Where that does not work, because it needs cgo, the programs of racesFile are compared with it.
func TestRaces(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_GO", racePrograms), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
	recorded := recordedRaces(t)
	command := clitest.Build(t)
	racing, large := 0, 0
	var golden strings.Builder
	for begin := first; begin < first+n; begin += perPackage {
		end := min(begin+perPackage, first+n)
		dir := raceModule(t, begin, end)
		native := nativeBinary(t, dir)
		tests := command.Explore(t, dir, "-keep-going", "-max-executions", fmt.Sprint(maxExecutions))
		for seed := begin; seed < end; seed++ {
			test := tests[Name(seed)]
			if test == nil {
				t.Fatalf("%s: got no result", Name(seed))
			}
			found := slices.ContainsFunc(test.Failures, func(f report.Failure) bool { return f.Kind == "race" })
			want := recorded[Name(seed)]
			if native != "" {
				want = reportsRace(t, native, seed, 50) || found && reportsRace(t, native, seed, 2000)
			} else if seed >= racePrograms {
				continue
			}
			if want {
				racing++
				fmt.Fprintln(&golden, Name(seed))
			}
			switch {
			case !found && !test.Complete:
				large++
			case found != want:
				t.Errorf("%s: found a race: %v, go test -race reports one: %v\n%s", Name(seed), found, want, RaceProgram(seed))
			case native != "" && seed < racePrograms && !*update && want != recorded[Name(seed)]:
				t.Errorf("%s: go test -race reports a race: %v; %s has %v: run with -update", Name(seed), want, racesFile, !want)
			}
		}
	}
	t.Logf("%d of %d programs race; %d are too large", racing, n, large)
	if *update && areRecorded(n, first) {
		if err := os.WriteFile(racesFile, []byte(golden.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// areRecorded reports whether these are the programs of racesFile.
func areRecorded(n, first uint64) bool { return n == racePrograms && first == 0 }

// recordedRaces are the programs of racesFile.
func recordedRaces(t *testing.T) map[string]bool {
	text, err := os.ReadFile(racesFile)
	if err != nil && !*update {
		t.Fatal(err)
	}
	recorded := map[string]bool{}
	for _, name := range strings.Fields(string(text)) {
		recorded[name] = true
	}
	return recorded
}

// raceModule writes the programs of the seeds from begin to end.
func raceModule(t *testing.T, begin, end uint64) (dir string) {
	dir = t.TempDir()
	var seeds []uint64
	for seed := begin; seed < end; seed++ {
		seeds = append(seeds, seed)
	}
	text, err := RaceFile("races", seeds)
	if err != nil {
		t.Fatal(err)
	}
	write(t, dir, "go.mod", []byte("module races\n\ngo 1.25\n"))
	write(t, dir, "races_test.go", text)
	return dir
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

// reportsRace says whether go test -race reports a race of the program in so many runs.
func reportsRace(t *testing.T, binary string, seed uint64, runs int) bool {
	cmd := exec.Command(binary, "-test.run=^"+Name(seed)+"$", fmt.Sprint("-test.count=", runs), "-test.timeout=5m")
	cmd.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=0 halt_on_error=1")
	out, err := cmd.CombinedOutput()
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return bytes.Contains(out, []byte("WARNING: DATA RACE"))
}
