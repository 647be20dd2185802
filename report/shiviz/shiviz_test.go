package shiviz

import (
	"bytes"
	"errors"
	"testing"

	"heddle/internal/valid"
	"heddle/report"
	"heddle/result"
)

func TestWrite(t *testing.T) {
	f := &result.Failure{Kind: "deadlock",
		Threads: []result.Thread{{Path: "0", Name: "test"}, {Path: "0.1", Name: "p.f", After: 1}},
		Steps: []result.Step{{Thread: "0", Op: "Lock", Object: "mutex 1", Where: []result.Frame{{File: "x.go", Line: 3}}},
			{Thread: "0.1", Op: "send to 0", Object: "channel 1", Partner: "0"}},
		Waits: []result.Wait{{Thread: "0.1", For: "mutex 1: Lock", Holder: "0"}},
	}
	run := &report.Run{Sources: new(report.Sources)}
	run.Failure(report.Found{Package: "p", Test: "TestX", Failure: f})
	run.Failure(report.Found{Package: "p", Test: "TestX", Failure: &result.Failure{Kind: "race", Steps: f.Steps[:1]}})
	run.Test(report.NewTest("p", "TestX", "optimal"))
	var b bytes.Buffer
	if err := errors.Join(Write(&b, run), valid.ShiViz(b.Bytes())); err != nil {
		t.Fatalf("%v\n%s", err, b.Bytes())
	}
	want := eventExpr + "\n" + executionExpr + `
=== 1: p TestX: deadlock ===
1: Lock mutex 1 at x.go:3
0 {"0":1}
2: send to 0 channel 1
0.1 {"0":1,"0.1":1}
2: with 0.1: send to 0 channel 1
0 {"0":2,"0.1":1}
waits for mutex 1: Lock
0.1 {"0":1,"0.1":2}
=== 2: p TestX: race ===
1: Lock mutex 1 at x.go:3
0 {"0":1}
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	b.Reset()
	if err := errors.Join(Write(&b, new(report.Run)), valid.ShiViz(b.Bytes())); err != nil {
		t.Errorf("without a failure: %v", err)
	}
}
