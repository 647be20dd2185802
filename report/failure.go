package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"heddle/report/deciding"
	"heddle/report/variable"
	"heddle/result"
)

// DefaultWidth is the width in columns of a Writer that sets none.
const DefaultWidth = 100

// A Writer renders failures as text.
type Writer struct {
	Sources *Sources
	Width   int // columns; 0 for DefaultWidth
}

// A Found is a failure and what identifies it.
type Found struct {
	Package, Test string
	Schedule      string         // file that holds its schedule; empty when there is none
	Page          string         // file of its HTML report; empty when there is none
	Verdict       result.Verdict // what it makes of the test: Fail or Timing
	KeptAs        string         // file in which -corpus keeps it; empty for none
	Origin        *Kept          // whose schedule has led to it; nil for none
	*result.Failure
}

// Failure writes the report on one failure: see the package comment.
func (w *Writer) Failure(out io.Writer, f Found) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %s %s  ", Status(f.Verdict), f.Package, f.Test)
	if !f.IsObstacle() {
		b.WriteString(Word(f.Kind) + " ")
	}
	switch {
	case f.Origin != nil:
		fmt.Fprintf(&b, "with %s, which %s", f.Origin.File, f.Origin.Fit)
	case f.Kept == result.LastRun:
		b.WriteString("again, with the schedule of the last run")
	default:
		fmt.Fprintf(&b, "in execution %d", f.Execution)
	}
	if f.Timing != nil {
		fmt.Fprintf(&b, ", if a goroutine is kept waiting for %v", time.Duration(f.Timing.Delay))
	}
	b.WriteString("\n" + indent("    ", f.Message))
	w.waits(&b, f.Waits)
	w.accesses(&b, f.Accesses)
	if len(f.Waits) == 0 && len(f.Accesses) == 0 {
		w.stack(&b, "    ", f.Where)
	}
	w.decides(&b, f.Failure)
	w.lateness(&b, f.Timing)
	w.goroutines(&b, f.Failure)
	w.objects(&b, f.Failure)
	w.interleaving(&b, f.Failure)
	if f.Output != "" {
		b.WriteString("\n  output of this execution\n")
		b.WriteString(indent("    ", f.Output))
	}
	if f.Schedule != "" {
		fmt.Fprintf(&b, "\n  run it again\n    %s\n", Replay(f.Schedule))
	}
	if f.Page != "" {
		fmt.Fprintf(&b, "\n  look at it in a browser\n    %s\n", f.Page)
	}
	if f.KeptAs != "" {
		fmt.Fprintf(&b, "\n  kept, and run first from now on\n    %s\n", quote(f.KeptAs))
	}
	b.WriteString("\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// Word is a kind of failures for people: t.Error is not fatal.
func Word(kind string) string {
	if kind == "fatal" {
		return "failed"
	}
	return kind
}

// lateness writes who is kept waiting, and which timers fire meanwhile.
func (w *Writer) lateness(b *strings.Builder, l *result.Lateness) {
	if l == nil {
		return
	}
	var rows [][]string
	for _, k := range l.Waiting {
		rows = append(rows, []string{k.Thread, "could do: " + k.Op, "at " + w.Sources.At(k.Where)})
	}
	if len(rows) > 0 {
		b.WriteString("\n  who is kept waiting\n")
		table(b, rows)
	}
	armed := "code under test has armed"
	if l.OnlyTest {
		armed = "only the test itself has armed"
	}
	fmt.Fprintf(b, "\n  timers that fire meanwhile, which %s\n", armed)
	rows = nil
	for _, t := range l.Timers {
		rows = append(rows, []string{w.Sources.At(t.Where), t.What, time.Duration(t.After).String()})
	}
	table(b, rows)
}

// NewFailure is f as -json prints it.
func (s *Sources) NewFailure(found *Found) Failure {
	f := found.Failure
	to := Failure{Kind: f.Kind, Message: f.Message, Execution: f.Execution, Schedule: found.Schedule, Kept: found.KeptAs, LastRun: f.Kept == result.LastRun, Page: found.Page, Where: s.Where(f), Timing: timing(s, f.Timing),
		Cycle: deciding.Cycle(f.Waits), Deciding: deciding.Pairs(s, f), Fix: deciding.Fix(s, f), key: f.Key}
	if found.Origin != nil {
		to.Corpus = found.Origin.File
	}
	for _, w := range f.Waits {
		what := w.For
		if w.Again != "" {
			what = w.Again + " again and again"
		}
		to.Waits = append(to.Waits, Wait{w.Thread, what, s.Stack(w.Where), w.Holder, s.Stack(w.HolderWhere), w.Behind, s.looks(w.Looks)})
	}
	for _, a := range f.Accesses {
		to.Accesses = append(to.Accesses, Access{a.Thread, a.Write, a.Atomic, a.Op, s.Stack(a.Where)})
	}
	to.Variable, to.Type = s.Variable(f.Accesses)
	return to
}

// looks are the operations of a loop that comes to no end.
func (s *Sources) looks(list []result.Look) (looks []Look) {
	for _, l := range list {
		looks = append(looks, Look{l.Text(), s.At(l.Where), l.Changed, s.At(l.By)})
	}
	return looks
}

// Stack returns the lines of the user's frames.
func (s *Sources) Stack(frames []result.Frame) (lines []string) {
	for _, f := range s.User(frames) {
		lines = append(lines, s.Position(f))
	}
	return lines
}

func timing(s *Sources, l *result.Lateness) *Timing {
	if l == nil {
		return nil
	}
	t := &Timing{Delay: time.Duration(l.Delay).String(), Timers: []string{}}
	for _, timer := range l.Timers {
		t.Timers = append(t.Timers, s.At(timer.Where))
	}
	return t
}

// Chances names what chance decided, and where, for people. Each text stands once.
func (s *Sources) Chances(list []result.Chance) []string {
	var texts []string
	for _, c := range list {
		text := c.What
		if at := s.At(c.Where); at != "" {
			text += " at " + at
		}
		if !slices.Contains(texts, text) {
			texts = append(texts, text)
		}
	}
	return texts
}

// table writes rows as columns, indented.
func table(b *strings.Builder, rows [][]string) {
	t := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, row := range rows {
		fmt.Fprintf(t, "    %s\n", strings.TrimRight(strings.Join(row, "\t"), "\t"))
	}
	t.Flush()
}

func (w *Writer) waits(b *strings.Builder, waits []result.Wait) {
	if len(waits) == 0 {
		return
	}
	b.WriteString("\n  who waits for what\n")
	var rows [][]string
	for _, wait := range waits {
		if wait.Again != "" {
			rows = append(rows, []string{wait.Thread, wait.Again + " again and again", "at " + w.since(wait.Where)})
			for _, look := range wait.Looks {
				rows = append(rows, []string{"", look.Text(), "at " + w.Sources.At(look.Where) + w.changed(&look)})
			}
			continue
		}
		rows = append(rows, []string{wait.Thread, "waits for " + wait.For, "since " + w.since(wait.Where)})
		for _, at := range w.callers(wait.Where) {
			rows = append(rows, []string{"", "", "from " + at})
		}
		if wait.Holder != "" {
			since := ""
			if at := w.Sources.At(wait.HolderWhere); at != "" {
				since = "since " + at
			}
			by := "held by "
			if wait.Behind {
				by = "behind the Lock of "
			}
			rows = append(rows, []string{"", by + wait.Holder, since})
		}
	}
	table(b, rows)
	if c := deciding.Cycle(waits); len(c) > 0 {
		fmt.Fprintf(b, "    cycle: %s\n", strings.Join(c, " -> "))
	}
}

// changed says who has changed last what a loop looks at.
func (w *Writer) changed(l *result.Look) string {
	switch {
	case l.Object == "":
		return ""
	case l.Changed == "":
		return ", nobody else has changed it"
	}
	return fmt.Sprintf(", changed last by %s at %s", l.Changed, w.Sources.At(l.By))
}

// since names the line in which a goroutine waits, and the line that called it.
func (w *Writer) since(frames []result.Frame) string {
	if len(frames) == 0 {
		return "an unknown line"
	}
	user := w.Sources.User(frames)
	at := w.Sources.Position(user[0])
	if len(user) > 1 {
		at += " from " + w.Sources.Position(user[1])
	}
	return at
}

// mostCallers is how many lines of a stack are shown below the first two.
const mostCallers = 3

// callers names the lines that called those of since.
func (w *Writer) callers(frames []result.Frame) (lines []string) {
	user := w.Sources.User(frames)
	for i := 2; i < min(len(user), 2+mostCallers); i++ {
		lines = append(lines, w.Sources.Position(user[i]))
	}
	return lines
}

func (w *Writer) accesses(b *strings.Builder, accesses []result.Access) {
	if len(accesses) == 0 {
		return
	}
	fmt.Fprintf(b, "\n  the two accesses%s, not ordered by happens-before\n", Accessed(w.Sources.Variable(accesses)))
	for _, a := range accesses {
		fmt.Fprintf(b, "    %s by %s\n", a.Text(), a.Thread)
		w.stack(b, "      ", a.Where)
	}
}

// Accessed says to what the accesses are, in a sentence; nothing if that is not known.
func Accessed(name, typ string) string {
	switch {
	case name == "":
		return ""
	case typ != "":
		typ = " (" + typ + ")"
	}
	return " to " + name + typ
}

// Variable is what the source calls the variable of the accesses, and its type; empty if that is not known.
func (s *Sources) Variable(accesses []result.Access) (name, typ string) {
	line := func(a *result.Access) variable.Line {
		f := s.User(a.Where)[0]
		return variable.Line{File: f.File, Line: f.Line, Write: a.Write}
	}
	if len(accesses) != 2 || accesses[0].Op != "" || len(accesses[0].Where) == 0 || len(accesses[1].Where) == 0 {
		return "", ""
	}
	return variable.Of(line(&accesses[0]), line(&accesses[1]))
}

// maxFrames is how many frames of a stack are shown, from the innermost one on.
const maxFrames = 20

func (w *Writer) stack(b *strings.Builder, prefix string, frames []result.Frame) {
	user := w.Sources.User(frames)
	for i, f := range user {
		if i == maxFrames {
			fmt.Fprintf(b, "%s... and %s more\n", prefix, count(len(user)-i, "frame"))
			return
		}
		fmt.Fprintf(b, "%sat %s", prefix, w.Sources.Position(f))
		if f.Func != "" {
			fmt.Fprintf(b, " in %s", function(f.Func))
		}
		b.WriteString("\n")
	}
}

func (w *Writer) goroutines(b *strings.Builder, f *result.Failure) {
	if len(f.Threads) == 0 {
		return
	}
	names := w.Sources.Names(f)
	b.WriteString("\n  goroutines\n")
	var rows [][]string
	for _, t := range f.Threads {
		made := ""
		if at := w.Sources.At(t.Created); at != "" {
			made = "started at " + at
		}
		rows = append(rows, []string{t.Path, names[t.Path], made, t.State})
	}
	table(b, rows)
}

// Names are the names of the goroutines of f, by their paths: "test", or the function that they run.
func (s *Sources) Names(f *result.Failure) map[string]string {
	names, own := map[string]string{}, s.userNames(f)
	for i, t := range f.Threads {
		if names[t.Path] = function(t.Name); i > 0 && own[t.Path] != "" {
			names[t.Path] = own[t.Path]
		}
	}
	return names
}

// userNames names the goroutines that run a function of the standard library, such as sync.(*WaitGroup).Go.func1, by
// the user's function that this one calls.
func (s *Sources) userNames(f *result.Failure) map[string]string {
	names := map[string]string{}
	note := func(path string, frames []result.Frame) {
		if len(frames) == 0 || path == "" {
			return
		}
		user := s.User(frames)
		if _, std := s.Library(frames[len(frames)-1].File); std && len(user) < len(frames) {
			names[path] = function(user[len(user)-1].Func)
		}
	}
	for _, step := range f.Steps {
		note(step.Thread, step.Where)
		note(step.Partner, step.PartnerWhere)
	}
	for _, wait := range f.Waits {
		note(wait.Thread, wait.Where)
	}
	for _, a := range f.Accesses {
		note(a.Thread, a.Where)
	}
	return names
}

// Replay is the command that runs a recorded schedule again.
func Replay(schedule string) string { return "heddle replay " + quote(schedule) }

// quote makes a file name one word for a shell.
func quote(name string) string {
	plain := func(r rune) bool {
		return r > 127 || strings.ContainsRune("/._-+,=@%", r) || '0' <= r && r <= '9' || 'a' <= r|0x20 && r|0x20 <= 'z'
	}
	if strings.IndexFunc(name, func(r rune) bool { return !plain(r) }) < 0 {
		return name
	}
	return "'" + strings.ReplaceAll(name, "'", `'\''`) + "'"
}

// decides writes what decides.
func (w *Writer) decides(b *strings.Builder, f *result.Failure) {
	if text := deciding.Fix(w.Sources, f); text != "" {
		b.WriteString("\n  what decides\n")
		b.WriteString(indent("    ", wrap(text, w.width()-4)))
	}
}

// wrap breaks text into lines of at most width columns.
func wrap(text string, width int) string {
	line, lines := "", []string{}
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return strings.Join(append(lines, line), "\n")
}
