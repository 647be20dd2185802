package main

import (
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"heddle/internal/options"
	"heddle/internal/valid"
)

var update = flag.Bool("update", false, "rewrite the golden parts of the scripts")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"heddle": main})
}

// cacheDir returns one cache directory for all scripts, so that the shadow GOROOT is made once and the standard library
// is compiled once.
func cacheDir(t *testing.T) string {
	dir, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestScript(t *testing.T) {
	cache := cacheDir(t)
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("XDG_CACHE_HOME", cache)
			e.Setenv("HOME", os.Getenv("HOME"))
			e.Setenv("GOFLAGS", "")
			e.Setenv(options.UncachedEnv, "1")
			repository, err := filepath.Abs("../..")
			if err != nil {
				return err
			}
			e.Setenv("REPOSITORY", repository)
			heddle, err := exec.LookPath("heddle") // testscript puts it into PATH
			e.Setenv("HEDDLE", heddle)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "sametraces": sameTraces, "killed": killed, "within": within, "valid": validFile},
	})
}

// validFile is the script command "valid format file": the file must be valid in the format.
func validFile(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 || formats[args[0]] == nil {
		ts.Fatalf("usage: valid format file")
	}
	text := ts.ReadFile(args[1])
	if err := formats[args[0]]([]byte(text)); err != nil {
		ts.Fatalf("%s is no valid %s: %v\n%s", args[1], args[0], err, text)
	}
}

// formats are those that the script command valid knows.
var formats = map[string]func([]byte) error{"junit": valid.JUnit, "sarif": valid.SARIF, "trace": valid.Trace, "shiviz": valid.ShiViz, "json": valid.JSON}

// exits is the script command "exits n program args...": the program must end with exit status n.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits n program args...")
	}
	err := ts.Exec(args[1], args[2:]...)
	got := "0"
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		got = strconv.Itoa(exit.ExitCode())
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if got != args[0] {
		ts.Fatalf("exit status %s, want %s", got, args[0])
	}
}
