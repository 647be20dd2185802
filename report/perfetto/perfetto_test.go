package perfetto

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"heddle/internal/valid"
	"heddle/report"
	"heddle/result"
)

func TestWrite(t *testing.T) {
	f := &result.Failure{Kind: "deadlock",
		Threads:  []result.Thread{{Path: "0", Name: "test"}, {Path: "0.1", Name: "p.f", After: 1}},
		Steps:    []result.Step{{Thread: "0", Op: "Lock", Object: "mutex 1"}, {Thread: "0.1", Op: "send to 0", Object: "channel 1", Partner: "0"}},
		Accesses: []result.Access{{Thread: "0.1", Write: true, After: 2}},
		Waits:    []result.Wait{{Thread: "0.1", For: "mutex 1: Lock", Holder: "0"}},
	}
	run := &report.Run{Sources: new(report.Sources)}
	run.Failure(report.Found{Package: "p", Test: "TestX", Failure: f})
	run.Failure(report.Found{Package: "p", Test: "TestX", Failure: f})
	run.Test(report.NewTest("p", "TestX", "optimal"))
	var b bytes.Buffer
	if err := errors.Join(Write(&b, run), valid.Trace(b.Bytes())); err != nil {
		t.Fatalf("%v\n%s", err, b.Bytes())
	}
	for _, want := range []string{`"p TestX: deadlock (2)"`, `"0.1 p.f"`, `{"name":"send to 0 channel 1","cat":"step","ph":"X","ts":1000,"dur":900,"pid":1,"tid":2`,
		`"with 0.1: send to 0 channel 1"`, `"race: write","cat":"race"`, `"waits for mutex 1: Lock"`, `"holder":"0"`, `"ph":"s"`} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("there is no %s in\n%s", want, b.String())
		}
	}
	b.Reset()
	if err := errors.Join(Write(&b, new(report.Run)), valid.Trace(b.Bytes())); err != nil {
		t.Errorf("without a failure: %v", err)
	}
}
