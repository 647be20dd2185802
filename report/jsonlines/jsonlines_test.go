package jsonlines_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"gotest.tools/gotestsum/testjson"

	"heddle/internal/valid"
	"heddle/report"
	"heddle/report/jsonlines"
	"heddle/result"
)

// everything is a failure that has all that a failure can have, with so many steps.
func everything(steps int) *result.Failure {
	at := []result.Frame{{Func: "p.f", File: "x.go", Line: 3}}
	f := &result.Failure{Kind: "leak", Message: "m", Execution: 2, Where: at, Output: strings.Repeat("<output>", 10_000),
		Threads:  []result.Thread{{Path: "0", Name: "test", State: "finished"}, {Path: "0.1", Name: "p.f", Created: at, State: "blocked"}},
		Waits:    []result.Wait{{Thread: "0.1", For: "mutex 1: Lock", Where: at, Holder: "0", HolderWhere: at}, {Thread: "0", Again: "polls", Looks: []result.Look{{Op: "Load", Where: at, By: at}}}},
		Accesses: []result.Access{{Thread: "0", Write: true, Where: at, After: 1}, {Thread: "0.1", Atomic: true, After: 1, Op: "Done"}},
		Timing:   &result.Lateness{Delay: 5, Waiting: []result.Late{{Thread: "0", Op: "Lock", Where: at}}, Timers: []result.Early{{What: "time.Sleep", After: 7, Where: at}}}}
	for range steps {
		f.Steps = append(f.Steps, result.Step{Thread: "0.1", Op: "send", Object: "channel 1", Value: "3", Where: at, Partner: "0", PartnerWhere: at})
	}
	f.Accesses[1].After = steps
	return f
}

// lines prints a run and returns its lines, and what gotestsum finds in them.
func lines(t *testing.T, goOnly bool, print func(report.Printer)) ([]map[string]any, *testjson.Execution) {
	var b bytes.Buffer
	print(&jsonlines.Printer{W: &b, Run: &report.Run{Sources: new(report.Sources), Unit: "trace"}, GoOnly: goOnly})
	if err := valid.JSON(b.Bytes()); err != nil {
		t.Fatal(err)
	}
	var all []map[string]any
	for line := range bytes.Lines(b.Bytes()) {
		v := map[string]any{}
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatal(err)
		}
		all = append(all, v)
	}
	found, err := valid.GoTest(b.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return all, found
}

// TestPrinter checks the lines against the schema, and that no step is lost, however many lines they take.
func TestPrinter(t *testing.T) {
	const steps = 2000
	print := func(p report.Printer) {
		test := report.NewTest("p", "TestX", "optimal")
		p.Output("p", "TestX", "hello\n"+strings.Repeat("x", 100_000))
		p.Failure(report.Found{Package: "p", Test: "TestX", Schedule: "s.json", Verdict: result.Fail, Failure: everything(steps)})
		p.Failure(report.Found{Package: "p", Test: "TestX", Verdict: result.Unsupported, Failure: &result.Failure{Kind: result.KindUnsupported}})
		test.Add(report.Failure{Kind: "leak", Where: []string{"x.go:3"}}, result.Fail)
		test.Done(result.Fail, "")
		p.Test(test)
		good := report.NewTest("p", "TestGood", "optimal")
		good.Done(result.Pass, "")
		p.Test(good)
		var counts report.Tally
		counts.Tests = 2
		counts.Count(result.Fail, 1)
		counts.Count(result.Pass, 1)
		p.PackageDone("p", counts, time.Second)
		p.NoTests("q", "no test files")
		p.Error("r", errors.New("no such package"))
		p.PackageDone("r", counts, time.Second)
	}
	actions, found := map[string]int{}, 0
	ends := map[string]string{}
	all, sum := lines(t, false, print)
	if failed := sum.Failed(); len(failed) != 2 || failed[0].Test != "TestX" || failed[1].Test != "" || len(sum.Skipped()) > 0 {
		t.Errorf("gotestsum finds that %v failed, want TestX and package r", failed)
	}
	for _, line := range all {
		action := line["Action"].(string)
		actions[action]++
		if f, ok := line["Failure"].(map[string]any); ok && f["Steps"] != nil {
			found += len(f["Steps"].([]any))
		}
		if m, ok := line["More"].(map[string]any); ok {
			found += len(m["Rows"].([]any))
		}
		if action == "pass" || action == "fail" || action == "skip" {
			test, _ := line["Test"].(string)
			ends[line["Package"].(string)+" "+test] = action
		}
	}
	if actions["failure"] != 2 || actions["explored"] != 2 || actions["steps"] < 2 || found < steps-1 {
		t.Errorf("got %v, with %d steps", actions, found)
	}
	for key, want := range map[string]string{"p TestX": "fail", "p TestGood": "pass", "p ": "fail", "q ": "skip", "r ": "fail"} {
		if ends[key] != want {
			t.Errorf("%s ends with %q, want %s", key, ends[key], want)
		}
	}
	all, sum = lines(t, true, print)
	if text := strings.Join(sum.OutputLines(sum.Failed()[0]), ""); sum.Total() != 2 || !strings.Contains(text, "leak in execution 2") {
		t.Errorf("gotestsum finds %d tests, want 2, and says of TestX: %s", sum.Total(), text)
	}
	for _, line := range all {
		if line["Time"] == nil {
			t.Errorf("with -json=go there is %v", line)
		}
	}
}
