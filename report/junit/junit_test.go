package junit

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/joshdk/go-junit"

	"heddle/internal/valid"
	"heddle/report"
	"heddle/result"
)

// example is a run with a test of each kind.
func example() *report.Run {
	r := &report.Run{Sources: new(report.Sources), Unit: "trace", Began: time.Now()}
	test := func(name string, v result.Verdict, reason string, found ...*result.Failure) {
		t := report.NewTest("example.com/p", name, "optimal")
		t.Complete = v == result.Pass
		for _, f := range found {
			r.Failure(report.Found{Package: t.Package, Test: name, Verdict: v, Failure: f})
			t.Add(report.Failure{Kind: f.Kind}, v)
		}
		t.Done(v, reason)
		r.Test(t)
	}
	test("TestGood", result.Pass, "")
	test("TestBad", result.Fail, "", &result.Failure{Kind: "race", Message: "a data race <&>\nof two", Output: "\x1b[31m]]>\x00\xff\n"},
		&result.Failure{Kind: "leak", Message: "a leak"})
	test("TestLarge", result.Incomplete, "the time is over")
	test("TestOut", result.Unsupported, "waits for the network", &result.Failure{Kind: result.KindUnsupported, Message: "waits for the network"})
	test("TestLate", result.Timing, "", &result.Failure{Kind: "fatal", Message: "too late"})
	r.PackageDone("example.com/p", report.Tally{}, time.Second)
	r.Error("example.com/q", errors.New("building example.com/q\nq.go:3: undefined: x"))
	return r
}

func TestWrite(t *testing.T) {
	read := func(run *report.Run) map[string]junit.Test {
		var b bytes.Buffer
		if err := errors.Join(Write(&b, run), valid.JUnit(b.Bytes())); err != nil {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
		suites, err := junit.Ingest(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		tests := map[string]junit.Test{}
		for _, s := range suites {
			for _, c := range s.Tests {
				tests[c.Name] = c
			}
		}
		return tests
	}
	run := example()
	tests := read(run)
	for name, want := range map[string]struct {
		status  junit.Status
		message string
	}{
		"TestGood":  {junit.StatusPassed, ""},
		"TestBad":   {junit.StatusFailed, "race: a data race <&> (and 1 more)"},
		"TestLarge": {junit.StatusSkipped, "incomplete: the time is over"},
		"TestOut":   {junit.StatusSkipped, "unsupported: waits for the network"},
		"TestLate":  {junit.StatusSkipped, "timing: failed: too late"},
		"(package)": {junit.StatusError, "building example.com/q"},
	} {
		if got := tests[name]; got.Status != want.status || got.Message != want.message {
			t.Errorf("%s: got %s %q, want %s %q", name, got.Status, got.Message, want.status, want.message)
		}
	}
	if text := tests["TestBad"].Error.Error(); !strings.Contains(text, "a data race <&>\n    of two") || !strings.Contains(text, "leak in execution") {
		t.Errorf("the reports are not in the failure: %s", text)
	}
	for _, name := range []string{"TestOut", "TestLate"} {
		if !strings.Contains(tests[name].SystemOut, "in execution 0") {
			t.Errorf("the report of %s is not in its output: %q", name, tests[name].SystemOut)
		}
	}
	run.Strict = true
	for i := range run.Packages[0].Tests {
		s := &run.Packages[0].Tests[i]
		s.Outcome = run.Outcome(s.Verdict)
	}
	for _, name := range []string{"TestLarge", "TestOut", "TestLate"} {
		if got := read(run)[name]; got.Status != junit.StatusFailed {
			t.Errorf("with -strict, %s is %s", name, got.Status)
		}
	}
}
