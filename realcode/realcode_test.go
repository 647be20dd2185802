// Package realcode tests Heddle on code that was not written for it: the tests of well-known modules run under heddle
// test, unmodified. testdata/<module>.golden has the results, and -update rewrites it. A failure must be listed here
// with its reason.
package realcode

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// golden is the release of Go that the numbers in the golden files are from.
const golden = "go1.26"

// patience is how long one run may take before it counts as a hang.
const patience = 2 * time.Minute

// A run is one call of heddle test.
type run struct {
	packages string
	flags    string
	// skip maps tests that are left out to the reason.
	skip map[string]string
	// findings maps tests that fail to the failure's kind and reason. Each failure was examined by hand.
	findings map[string]string
	// long leaves the run out with -short.
	long bool
	// auto explores with the default algorithm, which finds more and takes twice as long. The others do with optimal.
	auto bool
}

// Why tests are left out.
const (
	apart = "is in a run of its own, with fewer executions"
	large = "has more operations than -max-steps, or too many goroutines to examine between operations in reasonable time"
)

// runs are all runs, by the module below testdata that they are made from.
//
// -delay 0 is for tests that assume that a goroutine needs less than some milliseconds for something. They fail when
// it needs more, as Heddle reports without the flag.
var runs = map[string][]run{
	"xsync": {
		{packages: "golang.org/x/sync/errgroup", flags: "-max-executions 100"},
		{packages: "golang.org/x/sync/semaphore", flags: "-max-executions 300 -delay 0",
			skip: map[string]string{"TestAllocCancelDoesntStarve": apart, "TestWeightedAcquireCanceled": apart, "TestWeighted": large}},
		{packages: "golang.org/x/sync/semaphore", flags: "-max-executions 40 -delay 0 -run ^(TestAllocCancelDoesntStarve|TestWeightedAcquireCanceled)$"},
		{packages: "golang.org/x/sync/singleflight", flags: "-max-executions 300"},
	},
	"habits": {
		{packages: ".", flags: "-max-executions 300"},
	},
	"conc": {
		{packages: "github.com/sourcegraph/conc github.com/sourcegraph/conc/panics github.com/sourcegraph/conc/stream",
			flags: "-max-executions 300", findings: map[string]string{
				"ExampleCatcher_callers": "unsupported: prints the functions of package testing that call it, which are others here",
			}},
		{packages: "github.com/sourcegraph/conc/iter", flags: "-max-executions 50", long: true},
		{packages: "github.com/sourcegraph/conc/pool", flags: "-max-executions 25", findings: leakingPools},
		// 10,000 steps and 200 goroutines: an execution takes a second by optimal, whose cost grows with the races,
		// and 1/50 of it by source.
		{packages: "github.com/sourcegraph/conc/pool", flags: "-max-executions 50 -leaks ignore -algo source", long: true},
	},
	"puddle": {
		{packages: "github.com/jackc/puddle/v2", flags: "-max-executions 300 -delay 0", skip: map[string]string{
			"TestPoolAcquireDoesNotCreatesResourceWhenItWouldExceedMaxSize": large,
			"TestPoolAcquireWithCancellableContext":                         large,
			"TestReleaseAfterAcquire":                                       large,
			"TestStress_AcquireAllIdle_TryAcquire":                          large,
			"TestStress_AcquireAllIdle_Acquire":                             large,
		}},
	},
	"lru": {
		{packages: "github.com/hashicorp/golang-lru/v2/...", flags: "-max-executions 50 -delay 0 -max-steps 1000000", long: true,
			findings: map[string]string{
				"ExampleLRU":                     "leak: as in TestLRUWithPurge",
				"TestLoadingExpired":             "leak: as in TestLRUWithPurge",
				"TestLRUWithPurge":               "leak: a cache whose entries expire has a goroutine that waits for a ticker, and nothing stops it",
				"TestLRUWithPurgeEnforcedBySize": "leak: the same",
			}},
	},
	"arc": {{packages: "github.com/hashicorp/golang-lru/arc/v2", flags: "-max-executions 50 -max-steps 1000000"}},
	"atomic": {
		{packages: "go.uber.org/atomic", flags: "-max-executions 50", skip: map[string]string{"TestStress": large}, findings: map[string]string{
			"TestNocmpIntegration": "unsupported: runs go build",
		}},
	},
	"multierror": {{packages: "github.com/hashicorp/go-multierror", flags: "-max-executions 50"}},
	"rate": {
		{packages: "golang.org/x/time/rate", flags: "-max-executions 50", findings: map[string]string{
			"TestWaitTimeout": "timing: the test's context is over after 100 ms",
		}},
	},
	// With delays, the tests of breaker, deadline and retrier fail: they take for granted that a goroutine needs less than 10 to 60 ms.
	"resiliency": {{packages: "github.com/eapache/go-resiliency/...", flags: "-max-executions 50 -timing off"}},
	"cmap":       {{packages: "github.com/orcaman/concurrent-map/v2", flags: "-max-executions 50"}},
	"gobreaker": {
		{packages: "github.com/sony/gobreaker", flags: "-max-executions 50", skip: map[string]string{
			"TestCircuitBreakerInParallel": large,
		}, findings: map[string]string{
			"TestCustomCircuitBreaker": "race: reads the counts without the mutex while a request that it started writes them; only a sleep is between",
			"TestGeneration":           "race: the same",
		}},
	},
	"oklogrun": {
		{packages: "github.com/oklog/run", flags: "-max-executions 300", findings: map[string]string{
			"TestZero": "timing: the test fails after 100 ms",
			"TestOne":  "timing: the same",
			"TestMany": "timing: the same",
			"ExampleGroup_Add_basic": "fatal: the first actor may say that it was cancelled before the second one is interrupted; the example prints " +
				"them in the other order only",
		}},
	},
	// Most of its tests are in bubbles of testing/synctest.
	"workerpool": {{packages: "github.com/gammazero/workerpool", flags: "-max-executions 50"}},
	// A cache whose entries expire, in bubbles of testing/synctest. These tests are ours: its own ones sleep, and count allocations.
	"ttlcache": {{packages: ".", flags: ""}},
	// A server of net/http with a client for each test.
	"chi": {
		{packages: "github.com/go-chi/chi/v5/middleware", flags: "-max-executions 5 -timing off -run ^(TestContentType|TestGetHead|TestRecoverer|TestStripSlashes|TestThrottleRetryAfter|TestURLFormat)$",
			findings: map[string]string{
				"TestThrottleRetryAfter": "leak: closes no body of a response, so the connections stay with their goroutines",
			}},
	},
	// Listeners on the loopback with clients that wait for one another.
	"xnet": {{packages: "golang.org/x/net/netutil", flags: "-max-executions 10"}},
	"jsonrpc2": {
		{packages: "github.com/sourcegraph/jsonrpc2", flags: "-max-executions 5 -timing off -run ^(TestConn|TestClientServer|TestPickID|TestHandlerBlocking|TestSetLogger)"},
	},
	"pubsub": {
		{packages: "github.com/cskr/pubsub", flags: "-max-executions 300", findings: map[string]string{
			"TestTryPub": "fatal: takes for granted that the hub has dropped the second message before the test receives the first",
		}, skip: map[string]string{"Example": "goes on for ever: its publisher never stops, so an execution has as many operations as -max-steps says"}},
	},
	"backoff": {
		{packages: "github.com/cenkalti/backoff/v4", flags: "-max-executions 300", findings: map[string]string{
			"TestTicker":             "leak: leaves the loop at the third tick and never stops the ticker; its goroutine is blocked on sending the fourth",
			"TestTickerDefaultTimer": "leak: receives one tick and never stops the ticker; its goroutine is blocked on sending the next",
		}},
	},
	"pond": {
		{packages: "github.com/alitto/pond/v2", flags: "-max-executions 60 -delay 0", long: true, auto: true, skip: map[string]string{
			"TestPoolSubmit":                       large,
			"TestPoolSubmitWhileStoppingHasNoRace": large,
			"TestPoolWithContextCanceled":          large,
			"TestPoolMetrics":                      large,
			"TestResultPoolMetrics":                large,
			"TestSubpoolStopAndWait":               large,
		}, findings: map[string]string{
			"TestPoolWithQueueSizeZero": "fatal: a worker counts a task as completed only after waking those who wait for it",
			"TestTaskGroupWaitShouldNotDeadlockWhenPoolContextCanceledWithQueuedTasks": "fatal: the same, and it counts itself as " +
				"stopped even later",
			"TestResultPoolSubmitContextCanceled": "fatal: as TestPoolWithQueueSizeZero; a probe of auto finds it",
		}},
		{packages: "github.com/alitto/pond/v2", flags: "-max-executions 5 -run ^TestPoolSubmit$", long: true},
	},
}

// leakingPools are tests with the subtest "panics on configuration after init". It starts a pool, and so a worker,
// and never waits for the pool, so the worker's channel is never closed.
var leakingPools = map[string]string{
	"TestContextPool":       "leak: a pool is started and never waited for",
	"TestErrorPool":         "leak: a pool is started and never waited for",
	"TestPool":              "leak: a pool is started and never waited for",
	"TestResultContextPool": "leak: a pool is started and never waited for",
	"TestResultErrorGroup":  "leak: a pool is started and never waited for",
	"TestResultGroup":       "leak: a pool is started and never waited for",
}

func TestRealCode(t *testing.T) {
	heddle := build(t)
	for _, module := range slices.Sorted(maps.Keys(runs)) {
		t.Run(module, func(t *testing.T) { testModule(t, heddle, module) })
	}
}

func testModule(t *testing.T, heddle, module string) {
	var lines []string
	left := map[string]bool{} // runs that -short leaves out
	for _, r := range runs[module] {
		head := strings.TrimSpace(r.flags + " " + r.packages)
		if r.long && testing.Short() {
			left[head] = true
			continue
		}
		lines = append(lines, head)
		dir := filepath.Join("testdata", module)
		replayed := false
		var explored []string
		for _, e := range r.explore(t, heddle, dir) {
			r.check(t, &e)
			explored = append(explored, "\t"+e.line())
			if len(e.Failures) > 0 && !replayed {
				replayed = true
				replay(t, heddle, dir, &e)
			}
		}
		slices.Sort(explored) // the line of a test comes when it is over
		lines = append(lines, explored...)
	}
	compare(t, filepath.Join("testdata", module+".golden"), lines, left)
}

// An explored is a line of heddle test -json.
type explored struct {
	Action, Package, Test, Verdict, Reason string
	Executions                             int
	Failures                               []struct{ Kind, Message, Schedule string }
}

// line returns what must not change: the verdict and, for a test that was explored completely, the number of traces.
func (e *explored) line() string {
	what := e.Package + " " + e.Test + ": " + e.Verdict
	switch e.Verdict {
	case "pass":
		what += fmt.Sprintf(" %d", e.Executions)
	case "fail", "timing":
		what += " " + e.Failures[0].Kind
	}
	return what
}

// explore runs heddle test from the module's directory.
func (r *run) explore(t *testing.T, heddle, dir string) []explored {
	t.Helper()
	args := []string{"test", "-json", "-count=1", "-o", t.TempDir(), "-timeout", patience.String()}
	if !r.auto {
		args = append(args, "-algo", "optimal") // unless the flags name another one
	}
	args = append(args, strings.Fields(r.flags)...)
	if len(r.skip) > 0 {
		args = append(args, "-skip", "^("+strings.Join(slices.Sorted(maps.Keys(r.skip)), "|")+")$")
	}
	cmd := exec.Command(heddle, append(args, strings.Fields(r.packages)...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	began := time.Now()
	var exit *exec.ExitError
	if err := cmd.Run(); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%v: %v\n%s%s", cmd, err, &stdout, &stderr)
	}
	t.Logf("%s %s: %v", r.flags, r.packages, time.Since(began).Round(time.Millisecond))
	var all []explored
	for d := json.NewDecoder(&stdout); d.More(); {
		var e explored
		if err := d.Decode(&e); err != nil {
			t.Fatalf("%v: reading its output: %v", cmd, err)
		}
		if e.Action == "explored" {
			all = append(all, e)
		}
	}
	if len(all) == 0 {
		t.Errorf("%v: got no test\n%s", cmd, &stderr)
	}
	return all
}

// replay replays the schedule of the first failure of e.
func replay(t *testing.T, heddle, dir string, e *explored) {
	t.Helper()
	cmd := exec.Command(heddle, "replay", e.Failures[0].Schedule)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off")
	out, _ := cmd.CombinedOutput()
	want, word := 1, e.Failures[0].Kind
	if e.Verdict == "timing" {
		want = 0
	}
	if word == "fatal" {
		word = "failed" // as the report calls it
	}
	if cmd.ProcessState.ExitCode() != want || !bytes.Contains(out, []byte(word)) {
		t.Errorf("%v: got %v, want the %s again\n%s", cmd, cmd.ProcessState, e.Failures[0].Kind, out)
	}
}

// check compares the result of a test with the findings.
func (r *run) check(t *testing.T, e *explored) {
	t.Helper()
	kind, reason, listed := strings.Cut(r.findings[e.Test], ": ")
	switch {
	case e.Verdict == "fail" && !listed:
		t.Errorf("%s %s: got %v, want no failure that is not listed", e.Package, e.Test, e.Failures)
	case e.Verdict == "unsupported" && !listed:
		t.Errorf("%s %s: got unsupported (%s), want it listed", e.Package, e.Test, e.Reason)
	case e.Verdict == "fail" && e.Failures[0].Kind != kind:
		t.Errorf("%s %s: got %v, want a failure of kind %s (%s)", e.Package, e.Test, e.Failures, kind, reason)
	case e.Verdict != "fail" && listed && e.Verdict != kind:
		t.Errorf("%s %s: got %s, want %s (%s)", e.Package, e.Test, e.Verdict, kind, reason)
	case e.Verdict == "incomplete" && !strings.Contains(e.Reason, "-max-executions"):
		t.Errorf("%s %s: got incomplete (%s), want no bound but -max-executions", e.Package, e.Test, e.Reason)
	}
}

// compare compares lines with the golden file, without the runs that were left out. A run's lines begin with a tab,
// its head does not.
func compare(t *testing.T, name string, lines []string, left map[string]bool) {
	t.Helper()
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var want strings.Builder
	skip := false
	for line := range strings.Lines(string(data)) {
		if !strings.HasPrefix(line, "\t") {
			skip = left[strings.TrimSuffix(line, "\n")]
		}
		if !skip {
			want.WriteString(line)
		}
	}
	if len(lines) > 0 && got != want.String() && strings.HasPrefix(goVersion(t), golden) {
		t.Errorf("%s: got\n%s\nwant\n%s", name, got, &want)
	}
}

// goVersion returns the version of Go that heddle uses.
func goVersion(t *testing.T) string {
	out, err := exec.Command("go", "env", "GOVERSION").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// build builds the command.
func build(t *testing.T) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "heddle")
	if out, err := exec.Command("go", "build", "-o", name, "heddle/cmd/heddle").CombinedOutput(); err != nil {
		t.Fatalf("building heddle: %v\n%s", err, out)
	}
	return name
}
