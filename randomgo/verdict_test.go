package randomgo

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"heddle/internal/clitest"
	"heddle/report"
)

// TestVerdicts compares HEDDLE_RANDOM_VERDICTS random programs with HEDDLE_RANDOM_VERDICT_RUNS native runs of each: every outcome that a
// native run has must be one that heddle finds.
func TestVerdicts(t *testing.T) {
	n, first := fromEnv(t, "HEDDLE_RANDOM_VERDICTS", 30), fromEnv(t, "HEDDLE_RANDOM_GO_SEED", 0)
	runs := int(fromEnv(t, "HEDDLE_RANDOM_VERDICT_RUNS", 51))
	if testing.Short() {
		n, runs = min(n, 15), min(runs, 30)
	}
	command, dir := clitest.Build(t), t.TempDir()
	var seeds []uint64
	for seed := first; seed < first+n; seed++ {
		seeds = append(seeds, seed)
	}
	text, err := VerdictFile("verdicts", seeds)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "verdicts_test.go"), text, 0o666)
	}
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module example.com/verdicts\n\ngo 1.25\n"), 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("REPORT_PASS", "1")
	explored := command.Explore(t, dir, "-keep-going", "-max-executions", "4000", "-o", filepath.Join(t.TempDir(), "schedules"), ".")
	os.Unsetenv("REPORT_PASS")
	// Heddle lets all goroutines go on after the end of the test. A native run may end before one of them has.
	write(t, dir, "verdicts_test.go", counting.ReplaceAll(text, []byte("left.Add(1)\n$0\ndefer func() {\nif v := recover(); v != nil {\npanic(v)\n}\nleft.Add(-1)\n}()")))
	build := exec.Command("go", "test", "-c", "-o", "native", ".")
	build.Dir = dir
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	compared, outcomes, unfinished := 0, 0, 0
	for _, seed := range seeds {
		name := Name(seed)
		test := explored[name]
		if test == nil {
			t.Errorf("%s: heddle did not explore it", name)
			continue
		}
		if !test.Complete {
			continue
		}
		compared++
		want := found(test)
		for outcome, output := range native(t, filepath.Join(dir, "native"), name, runs) {
			outcomes++
			switch outcome, early := strings.CutSuffix(outcome, tooEarly); {
			case want[outcome] || given(want):
			case early:
				unfinished++
			default:
				t.Errorf("%s: a native run has the outcome %q, heddle finds %q\n%s", name, outcome, slices.Sorted(maps.Keys(want)), output)
			}
		}
	}
	t.Logf("%d programs compared with %d native runs each: %d outcomes, %d others of runs that end before their goroutines have", compared, runs, outcomes, unfinished)
	if uint64(compared) < n*9/10 {
		t.Errorf("got %d programs that are small enough, want at least %d of %d", compared, n*9/10, n)
	}
}

var (
	messages = regexp.MustCompile(`\b[ef]\d+\b`)
	panics   = regexp.MustCompile(`panic: .*?(\bp\d+\b|after .* has completed|t\.Run called|Parallel)`)
	counting = regexp.MustCompile(`(wg\.Go\(|go )func\(\) \{`)
	ends     = regexp.MustCompile(`(?m)^--- (PASS|FAIL|SKIP): `)
)

// found are the outcomes that heddle has found.
func found(test *report.Test) map[string]bool {
	set := map[string]bool{}
	for _, f := range test.Failures {
		switch f.Kind {
		case "fatal":
			set[failing(f.Message)] = true
		case "panic":
			set[panicking("panic: "+f.Message)] = true
		default:
			set[f.Kind] = true
		}
	}
	return set
}

// given says whether some execution ends a goroutine by t.Fatal. What happens after that does not count, natively it does.
func given(outcomes map[string]bool) bool {
	for outcome := range outcomes {
		if strings.Contains(outcome, " f") {
			return true
		}
	}
	return false
}

// tooEarly ends the outcome of a native run in which goroutines have not ended.
const tooEarly = ", goroutines are left"

// failing is the outcome of a run that has logged this, and has not passed. It is "pass" if it failed because it had passed.
func failing(log string) string {
	if before, after, early := strings.Cut(log, "goroutines are left"); early {
		return failing(before+after) + tooEarly
	}
	list := messages.FindAllString(log, -1)
	slices.Sort(list)
	if list = slices.Compact(list); len(list) == 1 && list[0] == "e0" {
		return "pass"
	}
	return "fail " + strings.Join(list, " ")
}

func panicking(output string) string {
	m := panics.FindStringSubmatch(output)
	switch {
	case m == nil:
		return "panic"
	case strings.HasPrefix(m[1], "after"):
		return "panic after the end"
	}
	return "panic " + m[1]
}

// native runs a test natively, and returns its outcomes, with what the first run of each has printed.
func native(t *testing.T, binary, name string, runs int) map[string]string {
	set := map[string]string{}
	for _, processors := range []string{"1", "2", "8"} {
		for left := runs / 3; left > 0; {
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			cmd := exec.CommandContext(ctx, binary, "-test.run=^"+name+"$", "-test.v", "-test.timeout=0", "-test.count="+strconv.Itoa(left))
			cmd.Env = append(os.Environ(), "GOMAXPROCS="+processors, "YIELD=1")
			var out bytes.Buffer
			cmd.Stdout, cmd.Stderr = &out, &out
			err := cmd.Run()
			hung := ctx.Err() != nil
			cancel()
			add := func(outcome, text string) {
				if set[outcome] == "" {
					set[outcome] = text
				}
				left--
			}
			rest := out.String()
			for {
				at := ends.FindStringSubmatchIndex(rest)
				if at == nil {
					break
				}
				end := at[1] + strings.IndexByte(rest[at[1]:], '\n') + 1
				if next := strings.Index(rest[end:], "=== RUN   "+name+"\n"); next >= 0 {
					end += next
				} else if strings.Contains(rest[end:], "panic: ") || strings.Contains(rest[end:], "fatal error: ") {
					if rest[at[2]:at[3]] == "FAIL" {
						break // it fails by the panic that follows
					}
				}
				if text := rest[:end]; rest[at[2]:at[3]] == "FAIL" {
					add(failing(text), text)
				} else if strings.Contains(text, "goroutines are left") {
					add("pass"+tooEarly, text)
				} else {
					add("pass", text)
				}
				rest = rest[end:]
			}
			switch {
			case hung:
				add("hang", rest)
			case strings.Contains(rest, "all goroutines are asleep"):
				add("deadlock", rest)
			case strings.Contains(rest, "panic: "):
				add(panicking(rest), rest)
			case err != nil && !errors.As(err, new(*exec.ExitError)):
				t.Fatal(err)
			}
		}
	}
	return set
}
