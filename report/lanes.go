package report

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"heddle/result"
)

// A run of more steps than maxRows shows its first headRows, its last tailRows, and in between only the last step of each goroutine.
const (
	maxRows  = 80
	headRows = 20
	tailRows = 40
)

// lanes are the columns of an interleaving: one for each goroutine, in the order in which the goroutines were started.
type lanes struct {
	names []string
	index map[string]int
}

func newLanes(f *result.Failure) *lanes {
	l := &lanes{index: map[string]int{}}
	for _, t := range f.Threads {
		l.add(t.Path)
	}
	for _, s := range f.Steps {
		l.add(s.Thread)
		l.add(s.Partner)
	}
	return l.withSteps(f.Steps)
}

func (l *lanes) add(path string) {
	if _, ok := l.index[path]; ok || path == "" {
		return
	}
	l.index[path] = len(l.names)
	l.names = append(l.names, path)
}

// withSteps keeps the lanes in which something happens.
func (l *lanes) withSteps(steps []result.Step) *lanes {
	used := map[string]bool{}
	for _, s := range steps {
		used[s.Thread], used[s.Partner] = true, true
	}
	kept := &lanes{index: map[string]int{}}
	for _, name := range l.names {
		if used[name] {
			kept.add(name)
		}
	}
	return kept
}

// interleaving writes the steps: with each step's text in its goroutine's column when all of them fit the width, else with a
// mark in the column and the text beside it.
func (w *Writer) interleaving(b *strings.Builder, f *result.Failure) {
	if len(f.Steps) == 0 {
		return
	}
	b.WriteString("\n  interleaving\n")
	l := newLanes(f)
	rows := shown(f.Steps)
	if !w.wide(b, l, f.Steps, rows) {
		w.narrow(b, l, f.Steps, rows)
	}
}

// shown returns the indices of the steps to show, ascending.
func shown(steps []result.Step) []int {
	last := map[string]int{}
	for i, s := range steps {
		last[s.Thread], last[s.Partner] = i, i
	}
	var rows []int
	for i, s := range steps {
		if len(steps) <= maxRows || i < headRows || i >= len(steps)-tailRows || last[s.Thread] == i || s.Partner != "" && last[s.Partner] == i {
			rows = append(rows, i)
		}
	}
	return rows
}

// wide writes the layout with the text in the columns, or reports false, having written nothing, when it does not fit.
func (w *Writer) wide(b *strings.Builder, l *lanes, steps []result.Step, rows []int) bool {
	widths := make([]int, len(l.names))
	for i, name := range l.names {
		widths[i] = len(name)
	}
	cells := make([][]string, len(rows))
	for i, at := range rows {
		cells[i] = w.cells(l, &steps[at])
		for j, cell := range cells[i] {
			widths[j] = max(widths[j], utf8.RuneCountInString(cell))
		}
	}
	total := 2 + numberWidth(steps)
	for _, width := range widths {
		total += 2 + width
	}
	if total > w.width() {
		return false
	}
	w.row(b, numberWidth(steps), "", l.names, widths)
	w.each(b, steps, rows, func(i, at int) {
		w.row(b, numberWidth(steps), fmt.Sprint(at+1), cells[i], widths)
	})
	return true
}

// cells are the columns of one row of the wide layout.
func (w *Writer) cells(l *lanes, s *result.Step) []string {
	cells := make([]string, len(l.names))
	cells[l.index[s.Thread]] = strings.TrimSpace(w.Sources.At(s.Where) + "  " + describe(s))
	if s.Partner != "" {
		cells[l.index[s.Partner]] = strings.TrimSpace(w.Sources.At(s.PartnerWhere) + "  with " + s.Thread)
	}
	return cells
}

func (w *Writer) row(b *strings.Builder, number int, head string, cells []string, widths []int) {
	line := fmt.Sprintf("  %*s", number, head)
	for i, cell := range cells {
		line += "  " + cell + strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// narrow writes the layout with marks in the columns. When not even the marks fit into half of the width, it names each step's goroutine instead.
func (w *Writer) narrow(b *strings.Builder, l *lanes, steps []result.Step, rows []int) {
	number := numberWidth(steps)
	heads, name := l.names, 0
	total := 0
	for _, n := range l.names {
		total += len(n) + 2
		name = max(name, len(n))
	}
	if total > w.width()/2 {
		heads = []string{strings.Repeat(" ", name)}
	}
	widths := make([]int, len(heads))
	for i, head := range heads {
		widths[i] = len(head)
	}
	position := 0
	for _, at := range rows {
		position = max(position, utf8.RuneCountInString(w.Sources.At(steps[at].Where)))
	}
	w.row(b, number, "", heads, widths)
	w.each(b, steps, rows, func(_, at int) {
		s := &steps[at]
		cells := make([]string, len(heads))
		if len(heads) == len(l.names) {
			w.marks(cells, l, s)
		} else {
			cells[0] = s.Thread
		}
		text := fmt.Sprintf("%-*s  %s", position, w.Sources.At(s.Where), describe(s))
		if s.Partner != "" {
			text += fmt.Sprintf(" with %s at %s", s.Partner, w.Sources.At(s.PartnerWhere))
		}
		if source := w.Sources.text(s.Where); source != "" {
			text += "    " + source
		}
		room := w.width() - 2 - number - 2
		for _, width := range widths {
			room -= width + 2
		}
		w.row(b, number, fmt.Sprint(at+1), append(cells, cut(text, room)), append(widths, 0))
	})
}

func (w *Writer) marks(cells []string, l *lanes, s *result.Step) {
	for i := range cells {
		cells[i] = "."
	}
	cells[l.index[s.Thread]] = "*"
	if s.Partner != "" {
		cells[l.index[s.Partner]] = "*"
	}
}

// each calls row for the shown steps, in order, and says how many stand between them.
func (w *Writer) each(b *strings.Builder, steps []result.Step, rows []int, row func(i, at int)) {
	next := 0
	for i, at := range rows {
		if at > next {
			fmt.Fprintf(b, "  %*s  ... %s not shown\n", numberWidth(steps), "", count(at-next, "step"))
		}
		row(i, at)
		next = at + 1
	}
}

func (w *Writer) width() int {
	if w.Width <= 0 {
		return DefaultWidth
	}
	return w.Width
}

func numberWidth(steps []result.Step) int {
	return len(fmt.Sprint(len(steps)))
}

// describe is the operation, its object and its value.
func describe(s *result.Step) string {
	text := s.Op
	if s.Object != "" {
		text += " " + s.Object
	}
	if s.Value != "" {
		text += " = " + s.Value
	}
	return text
}

// cut shortens text to width columns. A width with no room for anything leaves it alone.
func cut(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width || width < 20 {
		return text
	}
	return strings.TrimRight(string(runes[:width-1]), " ") + "…"
}
