// Package html writes the report on one failure as one HTML file that needs no other one, and no network.
//
// A page has what the text report has, and the interleaving as a time-space diagram: a lane for each goroutine, time goes down.
//
//   - A row is a step, an access of a race, or what a goroutine waits for at the end. A row that tells nothing is folded until the reader
//     asks for it.
//   - An arrow goes from one row to another one: a message from its send to its receive, from close to a receive that sees it, from
//     Unlock to the next Lock, from the last Done to Wait, from a write of an atomic variable to a read of what it has written.
//   - A bar is the time in which a goroutine holds a lock.
//
// The page's script gets them as JSON (data) and draws those that are in view. What it shows besides is HTML made here, so that it is
// there without the script as well.
package html

import (
	"bytes"
	"embed"
	"fmt"
	"html/template"
	"io"
	"strconv"
	"strings"
	"time"

	"heddle/report"
	"heddle/result"
)

//go:embed page.tmpl style.css page.js
var files embed.FS

var tmpl = template.Must(template.New("page.tmpl").Funcs(template.FuncMap{
	"linked": linked, "join": strings.Join,
	"style":  func() template.CSS { return template.CSS(asset("style.css")) },
	"script": func() template.JS { return template.JS(asset("page.js")) },
}).ParseFS(files, "page.tmpl"))

// asset is the text of an embedded file.
func asset(name string) string {
	text, err := files.ReadFile(name)
	if err != nil {
		panic("report/html: " + err.Error())
	}
	return string(text)
}

// A page is what the template shows.
type page struct {
	report.Found
	Verdict    string
	Kind       string
	To         report.Failure // as -json prints it
	Accesses   []access
	Race       string // what the accesses are to
	Stack      []string
	Late       []string // who is kept waiting, and which timers fire meanwhile
	Goroutines []goroutine
	Objects    []report.Object
	Graph      *picture // nil if nobody is blocked
	Text       string   // the whole report as text
	Replay     string   // the command
	Data       *data
}

// An access is one of a race.
type access struct {
	Goroutine, What string
	Stack           []string
}

// A goroutine is a line of the list of goroutines.
type goroutine struct{ Path, Name, Made, State string }

// Write writes the page on f.
func Write(out io.Writer, s *report.Sources, f report.Found) error {
	to := s.NewFailure(&f)
	p := &page{Found: f, Verdict: report.Status(f.Verdict), Kind: report.Word(f.Kind), To: to, Late: late(s, f.Timing), Objects: s.Objects(f.Failure),
		Text: (&report.Run{Sources: s}).Text(f), Replay: report.Replay(f.Schedule), Data: newData(s, f.Failure)}
	for _, a := range to.Accesses {
		what := result.Access{Write: a.Write, Atomic: a.Atomic, Op: a.Op}
		p.Accesses = append(p.Accesses, access{a.Goroutine, what.Text(), a.Where})
	}
	p.Race = "The two accesses" + report.Accessed(to.Variable, to.Type) + ", not ordered by happens-before"
	if len(to.Waits) == 0 && len(to.Accesses) == 0 {
		p.Stack = s.Stack(f.Where)
	}
	names, labels := s.Names(f.Failure), map[string]string{}
	for _, t := range f.Threads {
		p.Goroutines = append(p.Goroutines, goroutine{t.Path, names[t.Path], s.At(t.Created), t.State})
		labels[t.Path] = names[t.Path]
	}
	for _, o := range p.Objects {
		labels[o.Object] = strings.Join(o.Names, ", ")
	}
	p.Graph = newGraph(f.Failure, labels).picture()
	var b bytes.Buffer // a template that fails writes half a page
	if err := tmpl.Execute(&b, p); err != nil {
		return fmt.Errorf("writing an HTML report: %w", err)
	}
	_, err := out.Write(b.Bytes())
	return err
}

// A part is a piece of a sentence; Step is the number of the step that it names, or 0.
type part struct {
	Text string
	Step int
}

// linked divides a sentence at the steps that it names, such as "step 3", "steps 3 to 5" and "3 before 5".
func linked(text string) (parts []part) {
	from := 0
	for _, m := range stepNumber.FindAllStringSubmatchIndex(text, -1) {
		for i := 2; i < len(m); i += 2 {
			at, to := m[i], m[i+1]
			if at < 0 || strings.HasPrefix(text[to:], ".") && strings.TrimLeft(text[to+1:], "0123456789") != text[to+1:] {
				continue // no number there, or a goroutine
			}
			n, _ := strconv.Atoi(text[at:to])
			parts = append(parts, part{Text: text[from:at]}, part{text[at:to], n})
			from = to
		}
	}
	return append(parts, part{Text: text[from:]})
}

// late says who is kept waiting, and which timers fire meanwhile.
func late(s *report.Sources, l *result.Lateness) (lines []string) {
	if l == nil {
		return nil
	}
	for _, k := range l.Waiting {
		lines = append(lines, fmt.Sprintf("%s could do: %s at %s", k.Thread, k.Op, s.At(k.Where)))
	}
	for _, t := range l.Timers {
		lines = append(lines, fmt.Sprintf("%s of %v fires, armed at %s", t.What, time.Duration(t.After), s.At(t.Where)))
	}
	return lines
}
