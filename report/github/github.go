// Package github shows the results of a run where GitHub Actions show them: as annotations beside the source, and as the summary of the step.
package github

import (
	"fmt"
	"html"
	"io"
	"strings"

	"heddle/report"
	"heddle/report/deciding"
	"heddle/result"
)

// GitHub shows ten annotations of each level for a step, and a summary of a mebibyte. What is beyond that is in the output of the command.
const (
	mostAnnotations = 10
	mostSummary     = 900 << 10
)

// Annotate writes the commands that make the annotations: an error for each failure, a warning for each test that is neither failed nor
// complete. With run.Strict all are errors.
func Annotate(w io.Writer, run *report.Run) {
	shown := map[string]int{}
	show := func(level, at, title, text string) {
		if shown[level]++; shown[level] <= mostAnnotations {
			fmt.Fprintf(w, "::%s %stitle=%s::%s\n", level, at, property(title), data(text))
		}
	}
	for _, p := range run.Packages {
		for _, t := range p.Tests {
			level := "error"
			if t.Outcome != report.Failed {
				level = "warning"
			}
			for _, f := range t.Found {
				if f.IsObstacle() {
					continue
				}
				text := f.Message
				if fix := deciding.Fix(run.Sources, f.Failure); fix != "" {
					text += "\n" + fix
				}
				for _, place := range run.Sources.Places(f.Failure) {
					if place.What != "" {
						text += fmt.Sprintf("\n%s: %s", run.Sources.Position(place.Frame), place.What)
					}
				}
				if f.Schedule != "" {
					text += "\nheddle replay " + f.Schedule
				}
				show(level, at(run, f.Failure), fmt.Sprintf("%s in %s", report.Word(f.Kind), f.Test), text)
			}
			if f, _ := t.First(); t.Outcome != report.Passed && (f == nil || f.IsObstacle()) {
				place := ""
				if f != nil {
					place = at(run, f.Failure)
				}
				show(level, place, string(t.Verdict)+": "+t.Test.Test, t.Package+" "+t.Test.Test+": "+t.Reason)
			}
		}
		if p.Err != nil {
			show("error", "", p.Name, p.Err.Error())
		}
	}
}

// at are the properties that say where f is, if that is in the repository.
func at(run *report.Run, f *result.Failure) string {
	for _, p := range run.Sources.Places(f) {
		if name, ok := run.Sources.InRoot(p.File); ok {
			return fmt.Sprintf("file=%s,line=%d,", property(name), p.Line)
		}
	}
	return ""
}

// data escapes what a command says.
func data(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(text)
}

// property escapes the value of a property of a command.
func property(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(text))
}

// Summary is the summary of the step, in Markdown: a table of the tests that did not pass, and the reports of all failures, folded.
func Summary(run *report.Run) string {
	counts := map[result.Verdict]int{}
	var rows, reports strings.Builder
	for _, p := range run.Packages {
		for _, t := range p.Tests {
			counts[t.Verdict]++
			if t.Outcome == report.Passed {
				continue
			}
			line := strings.SplitN(t.Line(run.Unit), "  ", 2)
			fmt.Fprintf(&rows, "| %s | %s | %s | %s |\n", report.Status(t.Verdict), cell(t.Package), cell(t.Test.Test), cell(line[len(line)-1]))
			for _, f := range t.Found {
				text := run.Text(f)
				fence := "```"
				for strings.Contains(text, fence) {
					fence += "`"
				}
				one := fmt.Sprintf("\n<details><summary>%s in %s %s</summary>\n\n%stext\n%s%s\n\n</details>\n", report.Word(f.Kind), html.EscapeString(t.Package), html.EscapeString(t.Test.Test), fence, text, fence)
				if reports.Len()+len(one) < mostSummary {
					reports.WriteString(one)
				}
			}
		}
		if p.Err != nil {
			message, _, _ := strings.Cut(p.Err.Error(), "\n")
			fmt.Fprintf(&rows, "| error | %s | | %s |\n", cell(p.Name), cell(message))
		}
	}
	head := ""
	for _, v := range result.Verdicts() {
		if counts[v] > 0 {
			head += fmt.Sprintf(", %d %s", counts[v], report.Status(v))
		}
	}
	text := "### Heddle: " + strings.TrimPrefix(head+"\n\n", ", ")
	if rows.Len() > 0 && rows.Len() < mostSummary/10 {
		text += "| result | package | test | |\n|---|---|---|---|\n" + rows.String()
	}
	return text + reports.String() + "\n"
}

// cell escapes text for a cell of a table.
func cell(text string) string {
	return strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "\\|", "\n", " ", "`", "\\`", "*", "\\*", "_", "\\_").Replace(text)
}
