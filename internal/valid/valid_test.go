package valid

import (
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// TestJUnit checks that the checker finds what is wrong.
func TestJUnit(t *testing.T) {
	good := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="heddle" tests="2" failures="1"><testsuite name="p" tests="2" failures="1" errors="0" time="1.000">
<testcase name="A" classname="p" time="0.1"><failure message="m" type="race">text</failure></testcase>
<testcase name="B" classname="p"><system-out>out</system-out></testcase></testsuite></testsuites>`
	if err := JUnit([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{
		{`tests="2" failures="1" errors`, `tests="3" failures="1" errors`}, {`classname="p" time`, `time`}, {"</failure>", "</failure><skipped/><failure/>"},
		{"<system-out>out</system-out>", "out"}, {`type="race"`, `kind="race"`}, {`time="0.1"`, `time="soon"`}, {"text", "te\x01xt"},
		{"system-out", "output"}, {`failures="1" errors`, `failures="0" errors`},
	} {
		if err := JUnit([]byte(strings.ReplaceAll(good, edit[0], edit[1]))); err == nil {
			t.Errorf("with %s there is no error", edit[1])
		}
	}
}

// TestSARIF checks likewise.
func TestSARIF(t *testing.T) {
	run, flow := sarif.NewRun(), sarif.NewThreadFlow().WithID("0")
	run.Tool = sarif.NewTool().WithDriver(sarif.NewToolComponent().WithName("x").WithRules([]*sarif.ReportingDescriptor{sarif.NewReportingDescriptor().WithID("race")}))
	for i := 1; i <= 2; i++ {
		flow.AddLocation(sarif.NewThreadFlowLocation().WithExecutionOrder(i))
	}
	r := sarif.NewResult().WithRuleID("race").WithMessage(sarif.NewTextMessage("m"))
	r.RuleIndex, r.CodeFlows = 0, []*sarif.CodeFlow{sarif.NewCodeFlow().AddThreadFlow(flow)}
	run.Results = append(run.Results, r)
	var b strings.Builder
	if err := sarif.NewReport().AddRun(run).Write(&b); err != nil {
		t.Fatal(err)
	}
	good := b.String()
	if err := SARIF([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{
		{`"version":"2.1.0"`, `"version":"2.2"`}, {`"ruleIndex":0`, `"ruleIndex":1`}, {`"executionOrder":2`, `"executionOrder":1`}, {`"text":"m"`, `"text":3`}, {`"name":"x"`, `"name":3`},
		{`"level":"warning"`, `"level":"bad"`},
	} {
		if !strings.Contains(good, edit[0]) {
			t.Fatalf("there is no %s in %s", edit[0], good)
		}
		if err := SARIF([]byte(strings.ReplaceAll(good, edit[0], edit[1]))); err == nil {
			t.Errorf("with %s there is no error", edit[1])
		}
	}
}

// refuses checks that text is valid, and that it is not with each of the edits.
func refuses(t *testing.T, valid func([]byte) error, text string, edits [][2]string) {
	t.Helper()
	if err := valid([]byte(text)); err != nil {
		t.Fatal(err)
	}
	for _, edit := range edits {
		if !strings.Contains(text, edit[0]) {
			t.Fatalf("there is no %s in %s", edit[0], text)
		}
		if err := valid([]byte(strings.Replace(text, edit[0], edit[1], 1))); err == nil {
			t.Errorf("with %s there is no error", edit[1])
		}
	}
}

func TestTrace(t *testing.T) {
	refuses(t, Trace, `{"traceEvents":[{"name":"process_name","ph":"M","pid":1,"args":{"name":"p"}},{"name":"thread_name","ph":"M","pid":1,"tid":1,"args":{"name":"a"}},
{"name":"thread_name","ph":"M","pid":1,"tid":2,"args":{"name":"b"}},{"name":"x","ph":"X","ts":0,"dur":9,"pid":1,"tid":1},{"name":"y","ph":"X","ts":10,"dur":9,"pid":1,"tid":1},
{"name":"z","ph":"X","ts":10,"dur":9,"pid":1,"tid":2},{"name":"f","ph":"s","ts":5,"pid":1,"tid":1,"id":1},{"name":"f","ph":"f","bp":"e","ts":12,"pid":1,"tid":2,"id":1}],"displayTimeUnit":"ms"}`,
		[][2]string{{`"name":"x",`, ""}, {`"ph":"X"`, `"ph":"Y"`}, {`"ts":10`, `"ts":8`}, {`"ts":5`, `"ts":15`}, {`"ts":12`, `"ts":30`}, {`"id":1`, `"id":2`},
			{`"bp":"e",`, ""}, {`"args":{"name":"b"}`, `"args":{}`}, {`"tid":2,"id"`, `"tid":1,"id"`}, {`"displayTimeUnit":"ms"`, `"displayTimeUnit":"s"`}, {`"dur":9`, `"dur":"9"`}})
}

func TestShiViz(t *testing.T) {
	refuses(t, ShiViz, "(?<event>.*)\\n(?<host>\\S+) (?<clock>\\{.*\\})\n=== (?<trace>.*) ===\n=== one ===\na\nx {\"x\":1}\nb\ny {\"x\":1,\"y\":1}\n=== two ===\nc\nx {\"x\":1}\n",
		[][2]string{{`"y":1`, `"y":2`}, {`{"x":1,`, `{"x":2,`}, {"two", "one"}, {"a\n", "a\na\n"}, {`x {"x":1}`, `x {"z":1}`}, {"(?<event>", "(?<event"}})
}
