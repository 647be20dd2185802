package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"heddle/internal/corpus"
	"heddle/internal/flags"
	"heddle/internal/options"
	"heddle/report"
	"heddle/report/jsonlines"
	"heddle/result"
	"heddle/toolchain"
)

// A fakeBinary simulates one process after another. Each process sends its messages and ends.
type fakeBinary struct {
	processes []fakeProcess
	configs   []result.Config // of the processes, as they were started
}

type fakeProcess struct {
	messages []result.Message
	exit     toolchain.Exit
	hangs    bool // until it is stopped
}

func (b *fakeBinary) run(ctx context.Context, config result.Config, _ *os.File, handle func(result.Message)) (*toolchain.Exit, error) {
	if len(b.configs) == len(b.processes) {
		return nil, errors.New("one process too many")
	}
	p := b.processes[len(b.configs)]
	b.configs = append(b.configs, config)
	for _, m := range p.messages {
		handle(m)
	}
	if p.hangs {
		<-ctx.Done()
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	return &p.exit, nil
}

func (b *fakeBinary) Code() (string, error) { return "fake", nil }

func start(test string) result.Message { return result.Message{Type: "start", Test: test} }

func done(test string, executions int) result.Message {
	return result.Message{Type: "done", Test: test, Verdict: "pass", Progress: &result.Progress{Executions: executions}}
}

// explored runs b as the test binary of package p and returns what was printed, as text and as JSON.
func explored(t *testing.T, ctx context.Context, b *fakeBinary, args ...string) (text string, tests []report.Test, counts report.Tally, err error) {
	t.Chdir(t.TempDir())
	t.Setenv(options.UncachedEnv, "1")
	var out, lines bytes.Buffer
	o := new(options.Options)
	if _, err := flags.Parse(options.Flags(o), args); err != nil {
		t.Fatal(err)
	}
	s, err := newSession(&env{ctx: ctx, stdout: &out, stderr: &out}, o)
	if err != nil {
		t.Fatal(err)
	}
	s.out = report.Printers{s.out, &jsonlines.Printer{W: &lines, Run: s.found}}
	x := &exploration{session: s, pkg: "p", bin: b, config: s.config(), corpus: &corpus.Package{Sources: s.sources}}
	if err = x.acquire(0); err == nil {
		err = x.run()
	}
	for line := range bytes.Lines(lines.Bytes()) {
		var test report.Test
		if err := json.Unmarshal(line, &test); err != nil {
			t.Fatal(err)
		}
		if test.Action == "explored" {
			tests = append(tests, test)
		}
	}
	return out.String(), tests, x.counts, err
}

// TestVerdicts checks what becomes of each verdict: the line of the test, the summary, the exit status.
func TestVerdicts(t *testing.T) {
	late := &result.Failure{Kind: "fatal", Message: "timeout", Execution: 2, Steps: []result.Step{{Thread: "0", Op: "Lock"}},
		Timing: &result.Lateness{Delay: 5e7, OnlyTest: true, Timers: []result.Early{{What: "time.Sleep", Where: []result.Frame{{File: "x_test.go", Line: 3}}}}}}
	done := func(v result.Verdict, reason string) result.Message {
		return result.Message{Type: "done", Test: "TestX", Verdict: v, Reason: reason, Progress: &result.Progress{Executions: 3, Complete: true}}
	}
	for _, c := range []struct {
		name     string
		messages []result.Message
		flags    []string
		want     result.Verdict
		complete bool
		status   int
	}{
		{"pass", []result.Message{done(result.Pass, "")}, nil, result.Pass, true, 0},
		{"pass strict", []result.Message{done(result.Pass, "")}, []string{"-strict"}, result.Pass, true, 0},
		{"incomplete", []result.Message{done(result.Incomplete, "a bound")}, nil, result.Incomplete, false, 0},
		{"incomplete strict", []result.Message{done(result.Incomplete, "a bound")}, []string{"-strict"}, result.Incomplete, false, 1},
		{"unsupported", []result.Message{done(result.Unsupported, "a pipe")}, nil, result.Unsupported, false, 0},
		{"unsupported strict", []result.Message{done(result.Unsupported, "a pipe")}, []string{"-strict"}, result.Unsupported, false, 1},
		{"timing", []result.Message{{Type: "failure", Test: "TestX", Failure: late}, done(result.Timing, "")}, nil, result.Timing, true, 0},
		{"timing strict", []result.Message{{Type: "failure", Test: "TestX", Failure: late}, done(result.Timing, "")}, []string{"-strict"}, result.Timing, true, 1},
		{"timing fail", []result.Message{{Type: "failure", Test: "TestX", Failure: late}, done(result.Fail, "")}, []string{"-timing=fail"}, result.Fail, true, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &fakeBinary{processes: []fakeProcess{{messages: append([]result.Message{start("TestX")}, c.messages...)}}}
			text, tests, counts, err := explored(t, t.Context(), b, c.flags...)
			if err != nil || len(tests) != 1 {
				t.Fatalf("got error %v, tests %+v, want one test", err, tests)
			}
			got := tests[0]
			if got.Verdict != c.want || got.Complete != c.complete || counts.Verdicts[c.want] != 1 || (got.Reason == "") != c.complete {
				t.Errorf("got %+v, counts %+v, want verdict %s, complete %v", got, counts, c.want, c.complete)
			}
			if c.want == result.Timing && (got.Failures[0].Timing == nil || got.Failures[0].Timing.Delay != "50ms" || !strings.HasPrefix(text, "timing p TestX  failed")) {
				t.Errorf("got %+v, text:\n%s", got.Failures, text)
			}
			o := new(options.Options)
			if _, err := flags.Parse(options.Flags(o), c.flags); err != nil || status(o, &counts) != c.status {
				t.Errorf("got exit status %d, want %d (%v)", status(o, &counts), c.status, err)
			}
			var out strings.Builder
			(&report.TextPrinter{W: &out}).PackageDone("p", counts, 0)
			if word := strings.TrimSpace(report.Status(c.want)); !strings.HasPrefix(out.String(), word) {
				t.Errorf("got summary %q, want it to begin with %q", out.String(), word)
			}
		})
	}
}

// TestDeath lets the binary die in the second of three tests: the other tests are explored, and the schedule that
// killed it is recorded.
func TestDeath(t *testing.T) {
	stderr := `fatal error: sync: unlock of unlocked mutex

goroutine 23 gp=0xc000 m=0 [running]:
sync.fatal({0x5, 0x1e})
	/usr/lib/go/src/runtime/panic.go:1181 +0x18
p.TestB(0xc0001)
	/home/ann/p/p_test.go:14 +0x2a
created by testing.(*T).Run in goroutine 1
	/usr/lib/go/src/testing/testing.go:2101 +0x4c5

goroutine 1 [chan receive]:
main.main()
	/home/ann/p/main.go:1 +0x1
`
	step := result.Message{Type: "step", Test: "TestB", Step: &result.Step{Thread: "0", Op: "Unlock", Object: "mutex 1"}}
	progress := result.Message{Type: "progress", Test: "TestB", Progress: &result.Progress{Executions: 6, Steps: 40}}
	b := &fakeBinary{processes: []fakeProcess{
		{messages: []result.Message{start("TestA"), done("TestA", 3), start("TestB"), progress},
			exit: toolchain.Exit{Code: 2, Stderr: stderr, Execution: 9, Choices: []result.Choice{{Thread: "0"}}}},
		{messages: []result.Message{start("TestB"), step}, exit: toolchain.Exit{Code: 2, Stderr: stderr}},
		{messages: []result.Message{start("TestC"), done("TestC", 4)}, exit: toolchain.Exit{Code: 0}},
	}}
	text, tests, counts, err := explored(t, t.Context(), b)
	if err != nil || counts.Tests != 3 || counts.Verdicts[result.Fail] != 1 || counts.Failures != 1 || len(tests) != 3 {
		t.Fatalf("got error %v, counts %+v, %d tests, want 3 tests with 1 failure", err, counts, len(tests))
	}
	if r := b.configs[1].Replay; r == nil || r.Test != "TestB" || len(r.Choices) != 1 {
		t.Errorf("second process: got replay %+v, want one of TestB", r)
	}
	if got := strings.Join(b.configs[2].Skip, " "); got != "TestA TestB" || b.configs[2].Replay != nil {
		t.Errorf("third process: got skip %q, want TestA TestB", got)
	}
	test := tests[1]
	if test.Verdict != result.Fail || test.Executions != 6 || len(test.Failures) != 1 {
		t.Fatalf("got %+v, want a failure in execution 9", test)
	}
	f := test.Failures[0]
	if f.Kind != "fatal" || f.Message != "fatal error: sync: unlock of unlocked mutex" || f.Execution != 9 {
		t.Errorf("got %+v, want the fatal error in execution 9", f)
	}
	if len(f.Where) == 0 || !strings.HasSuffix(strings.Join(f.Where, " "), "p_test.go:14") {
		t.Errorf("got where %v, want the line of the stack", f.Where)
	}
	s, warning, err := report.ReadSchedule(f.Schedule)
	if err != nil || warning != "" || s.Kind != "fatal" || len(s.Choices) != 1 || s.Choices[0].Op != "mutex 1 Unlock" {
		t.Errorf("got schedule %+v, error %v, want one choice that unlocks", s, err)
	}
	for _, want := range []string{"FAIL p TestB  failed in execution 9", "Unlock mutex 1", "heddle replay .heddle/p.TestB.1.json"} {
		if !strings.Contains(text, want) {
			t.Errorf("got text without %q:\n%s", want, text)
		}
	}
}

func TestInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	b := &fakeBinary{processes: []fakeProcess{
		{messages: []result.Message{start("TestA"), done("TestA", 3), start("TestB")}, hangs: true},
	}}
	time.AfterFunc(10*time.Millisecond, cancel)
	text, tests, _, err := explored(t, ctx, b)
	if !errors.Is(err, errInterrupted) || len(tests) != 2 || tests[1].Verdict != result.Incomplete || tests[1].Reason != "interrupted" {
		t.Errorf("got error %v, tests %+v, want TestB incomplete", err, tests)
	}
	if !strings.Contains(text, "ok   p TestA") || !strings.Contains(text, "incomplete p TestB") {
		t.Errorf("got %s, want both tests", text)
	}
	if files, _ := os.ReadDir("."); len(files) != 0 {
		t.Errorf("got files %v, want none", files)
	}
}

// TestTimeout lets the binary hang in a test beyond -timeout: the binary is stopped, and the tests after that one are
// listed.
func TestTimeout(t *testing.T) {
	b := &fakeBinary{processes: []fakeProcess{
		{messages: []result.Message{{Type: "tests", Tests: []string{"TestA", "TestB"}}, start("TestA")}, hangs: true},
	}}
	_, tests, counts, err := explored(t, t.Context(), b, "-timeout=10ms")
	if err != nil || counts.Verdicts[result.Incomplete] != 2 || len(tests) != 2 || !strings.Contains(tests[0].Reason, "-timeout 10ms") {
		t.Errorf("got error %v, %+v, want both tests incomplete", err, tests)
	}
	if len(b.configs) != 1 || b.configs[0].Limit <= 0 || b.configs[0].Limit > int64(10*time.Millisecond) {
		t.Errorf("got configs %+v, want one process with a bound", b.configs)
	}
}

func TestEndOutsideOfTests(t *testing.T) {
	b := &fakeBinary{processes: []fakeProcess{{exit: toolchain.Exit{Code: 3, Stderr: "no database\n"}}}}
	_, _, _, err := explored(t, t.Context(), b)
	if err == nil || err.Error() != "p: the test binary ended outside of any test: exit status 3\n\tno database" {
		t.Errorf("got error %v", err)
	}
}

// TestOwnPanic checks that heddle asks for a report when the engine panics, and records the schedule.
func TestOwnPanic(t *testing.T) {
	b := &fakeBinary{processes: []fakeProcess{{
		messages: []result.Message{start("TestA")},
		exit:     toolchain.Exit{Code: 2, Stderr: "panic: explore: source: no initial at event 3\n\ngoroutine 1 [running]:\n", Execution: 1},
	}}}
	_, _, _, err := explored(t, t.Context(), b)
	if err == nil || !strings.Contains(err.Error(), "Please report it") || !strings.Contains(err.Error(), filepath.Join(".heddle", "p.TestA.1.json")) {
		t.Errorf("got error %v, want a request for a report with the schedule", err)
	}
	if _, _, err := report.ReadSchedule(".heddle/p.TestA.1.json"); err != nil {
		t.Error(err)
	}
}
