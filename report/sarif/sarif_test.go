package sarif

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"heddle/internal/valid"
	"heddle/report"
	"heddle/result"
)

// TestWrite checks the parts of a result that tools read: places relative to the repository, the interleaving, the fingerprints.
func TestWrite(t *testing.T) {
	repo := t.TempDir()
	if err := os.MkdirAll(filepath.Join(repo, ".git"), 0o777); err != nil {
		t.Fatal(err)
	}
	at := func(line int) []result.Frame {
		return []result.Frame{{Func: "p.f", File: filepath.Join(repo, "p", "a b.go"), Line: line}}
	}
	leak := func(line int) *result.Failure {
		return &result.Failure{Key: "leak " + string(rune(line)), Kind: "leak", Message: "a goroutine is blocked", Where: at(line), Execution: 3,
			Threads: []result.Thread{{Path: "0", Name: "test"}, {Path: "0.1", Name: "p.g"}},
			Waits:   []result.Wait{{Thread: "0.1", For: "mutex 1: Lock", Where: at(line), Holder: "0", HolderWhere: at(2)}},
			Steps: []result.Step{{Thread: "0", Op: "Lock", Object: "mutex 1", Where: at(2)}, {Thread: "0.1", Op: "send", Partner: "0", Where: at(5), PartnerWhere: at(6)},
				{Thread: "0", Op: "test function returns"}}}
	}
	write := func(f *result.Failure) *sarif.Run {
		run := &report.Run{Sources: &report.Sources{Dir: filepath.Join(repo, "p")}}
		test := report.NewTest("example.com/p", "TestX", "optimal")
		test.Add(report.Failure{}, result.Fail)
		test.Done(result.Fail, "the time is over")
		run.Failure(report.Found{Package: test.Package, Test: "TestX", Verdict: result.Fail, Schedule: "s.json", Failure: f})
		run.Failure(report.Found{Package: test.Package, Test: "TestX", Verdict: result.Unsupported, Failure: &result.Failure{Kind: result.KindUnsupported, Message: "cgo"}})
		run.Test(test)
		run.Error("example.com/q", errors.New("no such package"))
		var b bytes.Buffer
		if err := errors.Join(Write(&b, run), valid.SARIF(b.Bytes())); err != nil {
			t.Fatalf("%v\n%s", err, b.Bytes())
		}
		all, err := sarif.FromBytes(b.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		return all.Runs[0]
	}
	run := write(leak(9))
	r := run.Results[0]
	if l := r.Locations[0].PhysicalLocation; *l.ArtifactLocation.URI != "p/a%20b.go" || *l.ArtifactLocation.URIBaseID != srcRoot || *l.Region.StartLine != 9 {
		t.Errorf("got location %s:%d", *l.ArtifactLocation.URI, *l.Region.StartLine)
	}
	if n := len(r.RelatedLocations); n != 1 || *r.RelatedLocations[0].Message.Text != "held by 0 since here" {
		t.Errorf("got %d related locations", n)
	}
	flows := r.CodeFlows[0].ThreadFlows
	if len(flows) != 2 || len(flows[0].Locations) != 2 || len(flows[1].Locations) != 1 || *flows[1].Message.Text != "0.1 p.g" ||
		flows[0].Locations[1].ExecutionOrder != 2 || *flows[0].Locations[0].Location.Message.Text != "step 1: Lock mutex 1" {
		t.Errorf("got thread flows %+v", flows)
	}
	if n := run.Invocations[0].ToolExecutionNotifications; len(n) != 3 || *run.Invocations[0].ExecutionSuccessful {
		t.Errorf("got %d notifications, want the obstacle, the reason and the package", len(n))
	}
	moved := write(leak(10)).Results[0]
	if r.Fingerprints["heddleKey/v1"] == moved.Fingerprints["heddleKey/v1"] || r.PartialFingerprints["heddlePlace/v1"] != moved.PartialFingerprints["heddlePlace/v1"] {
		t.Error("an edit above must change the fingerprint of the key only")
	}
}
