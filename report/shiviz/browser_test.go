package shiviz

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"heddle/report"
	"heddle/result"
)

// reader is what the documentation of ShiViz says of its input, in the language that it is written in: the first expression finds events, with
// the groups host, clock (JSON) and event; the second one divides executions, with the group trace for their names. They are applied to
// all of the text, and the anchors are those of lines.
const reader = `
const [parser, delimiter] = log.split("\n", 2), body = log.slice(parser.length + delimiter.length + 2)
const names = [...body.matchAll(new RegExp(delimiter, "gm"))].map(m => m.groups.trace)
const texts = body.split(new RegExp(delimiter.replace(/\(\?<\w+>/g, "(?:"), "gm")).slice(1)
const executions = names.map((name, i) => ({name, events: [...texts[i].matchAll(new RegExp(parser, "gm"))].map(
	m => [m.groups.host, JSON.parse(m.groups.clock), m.groups.event])}))
document.body.textContent = JSON.stringify(executions)
`

// TestReadAsDocumented reads a log with the expressions at its head in Chromium, because those of JavaScript are not quite those of Go: with what
// programs can have in names and values.
func TestReadAsDocumented(t *testing.T) {
	chromium, err := exec.LookPath("chromium")
	if err != nil && os.Getenv("HEDDLE_NEEDS_CHROMIUM") == "" {
		t.Skip("there is no chromium in PATH")
	}
	odd := "a \u2028 \"b\"\r {\"0\":9} (?<x>"
	run := &report.Run{Sources: new(report.Sources)}
	for _, value := range []string{"1", odd, "a\nb"} {
		run.Failure(report.Found{Package: "p/ä", Test: "TestX", Failure: &result.Failure{Kind: "race", Threads: []result.Thread{{Path: "0"}, {Path: "0.1", After: 1}}, Steps: []result.Step{
			{Thread: "0", Op: "Load", Object: "atomic 1", Value: value}, {Thread: "0.1", Op: "send to 0", Object: "channel 1", Partner: "0"}}}})
	}
	run.Test(report.NewTest("p/ä", "TestX", "optimal"))
	var log bytes.Buffer
	if err := Write(&log, run); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(log.String())
	if err != nil {
		t.Fatal(err)
	}
	page := filepath.Join(t.TempDir(), "page.html")
	if err := os.WriteFile(page, []byte("<meta charset=utf-8><body><script>const log = "+string(text)+reader+"</script>"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, chromium, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--dump-dom", "file://"+page)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	_, body, _ := strings.Cut(string(out), "<body>")
	body, _, _ = strings.Cut(body, "</body>")
	type execution struct {
		Name   string
		Events [][3]any
	}
	var got []execution
	if err := json.Unmarshal([]byte(html.UnescapeString(body)), &got); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if len(got) != 3 || got[0].Name != "1: p/ä TestX: race" || got[2].Name != "3: p/ä TestX: race" {
		t.Errorf("got %v, want three executions", got)
	}
	for _, e := range got {
		if len(e.Events) != 3 {
			t.Errorf("%s: got %q, want three events", e.Name, e.Events)
			continue
		}
		if what := e.Events[0][2].(string); !strings.HasPrefix(what, "1: Load atomic 1") {
			t.Errorf("%s: got event %q", e.Name, what)
		}
		for i, host := range []string{"0", "0.1", "0"} {
			clock := map[string]any{"0": 1.0}
			if i > 0 {
				clock = map[string]any{"0": float64(i), "0.1": 1.0}
			}
			if e.Events[i][0] != host || !reflect.DeepEqual(e.Events[i][1], clock) {
				t.Errorf("%s: got event %d %q, want one of %s with %v", e.Name, i+1, e.Events[i], host, clock)
			}
		}
	}
}
