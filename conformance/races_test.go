package conformance

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"heddle/internal/clitest"
)

// raceModule is the module of the programs that race, and of those that do not.
const raceModule = "testdata/races"

// TestRaces compares the races that are found with those that the names of the tests in testdata/races announce, and these with what
// go test -race reports, where it works: it needs cgo.
func TestRaces(t *testing.T) {
	heddle := clitest.Build(t)
	for _, toolchain := range []string{runtime.Version(), olderGo} {
		if testing.Short() && toolchain == olderGo {
			continue
		}
		t.Run(toolchain, func(t *testing.T) {
			t.Setenv("GOTOOLCHAIN", toolchain)
			t.Setenv("GOFLAGS", "")
			t.Setenv("GOWORK", "off")
			tests := heddle.Explore(t, raceModule, "-keep-going", "-max-executions", "2000")
			if len(tests) == 0 {
				t.Fatal("got no tests")
			}
			for name, test := range tests {
				var got []string
				for _, f := range test.Failures {
					got = append(got, f.Kind)
				}
				wanted := strings.HasPrefix(name, "TestRace") || strings.HasPrefix(name, "TestSeldom")
				if slices.Contains(got, "race") != wanted || !wanted && (len(got) > 0 || !test.Complete) {
					t.Errorf("%s: got the failures %q, complete: %v; want a race: %v", name, got, test.Complete, wanted)
				}
			}
		})
	}
	t.Run("natively", func(t *testing.T) {
		reported := nativeRaces(t)
		for _, name := range raceTests(t) {
			switch want := strings.HasPrefix(name, "TestRace"); {
			case reported == nil || strings.HasPrefix(name, "TestSeldom"):
			case want != reported[name]:
				t.Errorf("%s: go test -race reports a race: %v, want %v", name, reported[name], want)
			}
		}
	})
}

// nativeRaces returns the tests for which go test -race reports a race in one of several runs; nil if it does not work here.
func nativeRaces(t *testing.T) map[string]bool {
	binary := filepath.Join(t.TempDir(), "native.test")
	build := exec.Command("go", "test", "-race", "-c", "-vet=off", "-o", binary, ".")
	build.Dir, build.Env = raceModule, append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		if strings.Contains(string(out), "_test.go:") {
			t.Fatalf("the programs do not compile:\n%s", out)
		}
		t.Logf("go test -race does not work here, so that what it reports is taken from the names of the tests: %v\n%s", err, out)
		return nil
	}
	reported := map[string]bool{}
	for _, name := range raceTests(t) {
		// In a process of its own, because what races may also panic or throw.
		run := exec.Command(binary, "-test.run=^"+name+"$", "-test.count=20", "-test.timeout=1m")
		run.Dir, run.Env = raceModule, append(os.Environ(), "GORACE=atexit_sleep_ms=0")
		out, err := run.CombinedOutput()
		if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		reported[name] = strings.Contains(string(out), "WARNING: DATA RACE")
	}
	return reported
}

// raceTests are the names of the tests.
func raceTests(t *testing.T) (names []string) {
	files, err := filepath.Glob(filepath.Join(raceModule, "*_test.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no files")
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(`).FindAllStringSubmatch(string(text), -1) {
			names = append(names, m[1])
		}
	}
	return names
}
