package github

import (
	"errors"
	"strings"
	"testing"

	"heddle/report"
	"heddle/result"
)

// run is a run of the tests of one package, in /r.
func run(tests ...func(r *report.Run)) *report.Run {
	r := &report.Run{Sources: &report.Sources{Dir: "/r"}, Unit: "trace"}
	for _, f := range tests {
		f(r)
	}
	return r
}

func test(name string, v result.Verdict, reason string, found ...*result.Failure) func(*report.Run) {
	return func(r *report.Run) {
		t := report.NewTest("p", name, "optimal")
		for _, f := range found {
			r.Failure(report.Found{Package: "p", Test: name, Verdict: v, Schedule: "s.json", Failure: f})
			if !f.IsObstacle() {
				t.Add(report.Failure{Kind: f.Kind}, v)
			}
		}
		t.Done(v, reason)
		r.Test(t)
	}
}

var race = &result.Failure{Kind: "race", Message: "a race: 100%\nof two", Accesses: []result.Access{
	{Thread: "0", Write: true, Where: []result.Frame{{File: "/r/p/x,y.go", Line: 3}}}, {Thread: "0.1", Where: []result.Frame{{File: "/r/p/z.go", Line: 4}}}}}

func TestAnnotate(t *testing.T) {
	r := run(test("TestGood", result.Pass, ""), test("TestBad", result.Fail, "", race), test("TestLarge", result.Incomplete, "the time is over"),
		test("TestOut", result.Unsupported, "network", &result.Failure{Kind: result.KindUnsupported, Message: "network", Where: []result.Frame{{File: "/r/n.go", Line: 8}}}),
		test("TestLate", result.Timing, "", &result.Failure{Kind: "fatal", Message: "late"}))
	r.Error("q", errors.New("no such package"))
	var b strings.Builder
	Annotate(&b, r)
	want := `::error file=p/x%2Cy.go,line=3,title=race in TestBad::a race: 100%25%0Aof two%0Ap/x,y.go:3: write by 0%0Ap/z.go:4: read by 0.1%0Aheddle replay s.json
::warning title=incomplete%3A TestLarge::p TestLarge: the time is over
::warning file=n.go,line=8,title=unsupported%3A TestOut::p TestOut: network
::warning title=failed in TestLate::late%0Aheddle replay s.json
::error title=q::no such package
`
	if b.String() != want {
		t.Errorf("got\n%swant\n%s", b.String(), want)
	}
	var many []func(*report.Run)
	for range 20 {
		many = append(many, test("TestBad", result.Fail, "", race))
	}
	b.Reset()
	if Annotate(&b, run(many...)); strings.Count(b.String(), "::error") != mostAnnotations {
		t.Errorf("got %d annotations", strings.Count(b.String(), "::error"))
	}
}

func TestSummary(t *testing.T) {
	fenced := &result.Failure{Kind: "fatal", Message: "```\n<b>"}
	text := Summary(run(test("TestGood", result.Pass, ""), test("Test_Bad", result.Fail, "", race, fenced), test("TestLarge", result.Incomplete, "a|b")))
	for _, want := range []string{"### Heddle: 1 FAIL, 1 incomplete, 1 ok\n", `| FAIL | p | Test\_Bad | 2 failures`, `so far: a\|b`, "<summary>race in p Test_Bad</summary>", "\n````text\nFAIL p Test_Bad  failed", "\n```text\nFAIL p Test_Bad  race"} {
		if !strings.Contains(text, want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
	if strings.Contains(text, "TestGood") {
		t.Error("tests that passed are listed")
	}
	large := &result.Failure{Kind: "fatal", Message: strings.Repeat("x", mostSummary/3)}
	if n := len(Summary(run(test("TestBad", result.Fail, "", large, large, large, large)))); n > 1<<20 {
		t.Errorf("the summary has %d bytes", n)
	}
}
