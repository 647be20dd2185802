package report

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"heddle/result"
)

// lanes are the columns of an interleaving: one for each goroutine, in the order in which the goroutines were started.
type lanes struct {
	names []string
	index map[string]int
}

func newLanes(f *result.Failure, steps []result.Step) *lanes {
	l := &lanes{index: map[string]int{}}
	for _, t := range f.Threads {
		l.add(t.Path)
	}
	for _, s := range steps {
		l.add(s.Thread)
		l.add(s.Partner)
	}
	return l.withSteps(steps)
}

// withAccesses returns the steps of f and, between them, the accesses of a race to memory, which are no steps. A Lock of an RWMutex that comes
// at once is one step of the two that it is. The numbers are those of the steps, from 1; an access has none, 0. After the race there is nothing to see: at is the index of its second access, or -1.
func withAccesses(f *result.Failure) (steps []result.Step, numbers []int, at int) {
	accesses, at := f.Accesses, -1
	for i := 0; i <= len(f.Steps); i++ {
		for len(accesses) > 0 && accesses[0].After <= i {
			if a := &accesses[0]; a.Op == "" && !a.Atomic {
				steps, numbers = append(steps, result.Step{Thread: a.Thread, Op: "race: " + a.Text(), Where: a.Where}), append(numbers, 0)
			}
			at, accesses = len(steps)-1, accesses[1:]
		}
		if i < len(f.Steps) && !locksAtOnce(f.Steps[i:]) {
			steps, numbers = append(steps, f.Steps[i]), append(numbers, i+1)
		}
	}
	return steps, numbers, at
}

// locksAtOnce reports whether the first step is that of a writer that need not wait for readers.
func locksAtOnce(steps []result.Step) bool {
	return steps[0].Op == result.Announces && len(steps) > 1 && steps[1].Op == "Lock" && steps[1].Thread == steps[0].Thread
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

// interleaving writes the steps. If all of them fit the width with their source, each step's text stands in the column of its goroutine.
// Otherwise there is a mark in the column and the text beside it.
func (w *Writer) interleaving(b *strings.Builder, f *result.Failure) {
	if len(f.Steps) == 0 {
		return
	}
	b.WriteString("\n  interleaving\n")
	steps, numbers, last := withAccesses(f)
	all := len(steps)
	if last >= 0 {
		steps, numbers = steps[:last+1], numbers[:last+1]
	}
	decides := f.DecisiveSteps()
	rows := w.shown(f, steps, numbers, decides)
	var seen []result.Step
	for _, at := range rows {
		seen = append(seen, steps[at])
	}
	l := newLanes(f, seen)
	g := &grid{b: b, number: len(fmt.Sprint(len(f.Steps))), numbers: numbers, decides: decides}
	if !w.wide(g, w.fullCells(l, steps, rows), rows, l) {
		w.narrow(g, l, steps, rows)
	}
	switch left := all - g.next; {
	case left > 0 && g.next == end(f, numbers, decides):
		g.gap(count(left, "more step") + " after the failure")
	case left > 0:
		g.gap(count(left, "step") + " not shown")
	}
}

// gap writes a line about steps that are left out.
func (g *grid) gap(what string) { fmt.Fprintf(g.b, "  %*s  ... %s\n", g.number, "", what) }

// A grid writes rows of cells after the number of a step.
type grid struct {
	b      *strings.Builder
	number int   // width of the number
	widths []int // of the cells; a cell beyond them is not padded
	next   int   // index of the step after the last one written
	// numbers are those of the steps; 0 for what has none.
	numbers []int
	decides []int // numbers of steps that decide: they are marked
}

// width is the width of a row when each cell is as wide as it may be.
func (g *grid) width() int {
	total := 2 + g.number
	for _, n := range g.widths {
		total += 2 + n
	}
	return total
}

func (g *grid) row(head string, cells []string) {
	line := fmt.Sprintf("%*s", 2+g.number, head)
	for i, cell := range cells {
		line += "  " + cell
		if i < len(g.widths) {
			line += strings.Repeat(" ", max(0, g.widths[i]-utf8.RuneCountInString(cell)))
		}
	}
	g.b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// step writes the row of the step with index at, and before it the number of steps left out.
func (g *grid) step(at int, cells []string) {
	g.skip(at)
	g.next = at + 1
	head := ""
	if n := g.numbers[at]; n > 0 {
		head = fmt.Sprint(n)
		if slices.Contains(g.decides, n) {
			head = "> " + strings.Repeat(" ", g.number-len(head)) + head
		}
	}
	g.row(head, cells)
}

// skip says how many steps before index at are left out.
func (g *grid) skip(at int) {
	if at > g.next+1 { // the numbers of the steps say it if one is left out
		g.gap(count(at-g.next, "step") + " not shown")
	}
}

// wide writes the layout with the text in the columns. If that does not fit, it writes nothing and returns false.
func (w *Writer) wide(g *grid, cells [][]string, rows []int, l *lanes) bool {
	g.setWidths(l.names)
	for _, row := range cells {
		for j, cell := range row {
			g.widths[j] = max(g.widths[j], utf8.RuneCountInString(cell))
		}
	}
	if g.width() > w.width() {
		return false
	}
	g.row("", l.names)
	for i, at := range rows {
		g.step(at, cells[i])
	}
	return true
}

// cells are the rows of the wide layout.
func (w *Writer) cells(l *lanes, steps []result.Step, rows []int) [][]string {
	cells := make([][]string, len(rows))
	for i, at := range rows {
		s := &steps[at]
		cells[i] = make([]string, len(l.names))
		cells[i][l.index[s.Thread]] = strings.TrimSpace(w.Sources.At(s.Where) + "  " + s.Describe())
		if s.Partner != "" {
			cells[i][l.index[s.Partner]] = strings.TrimSpace(w.Sources.At(s.PartnerWhere) + "  with " + s.Thread)
		}
	}
	return cells
}

// fullCells are cells with the text of the source lines.
func (w *Writer) fullCells(l *lanes, steps []result.Step, rows []int) [][]string {
	cells := w.cells(l, steps, rows)
	for i, at := range rows {
		s := &steps[at]
		if source := w.Sources.Text(s.Where); source != "" {
			cells[i][l.index[s.Thread]] += "    " + source
		}
		if source := w.Sources.Text(s.PartnerWhere); s.Partner != "" && source != "" {
			cells[i][l.index[s.Partner]] += "    " + source
		}
	}
	return cells
}

// narrow writes the layout with marks in the columns. When not even the marks fit into half of the width, it names each step's goroutine instead.
func (w *Writer) narrow(g *grid, l *lanes, steps []result.Step, rows []int) {
	heads, mark := l.names, l.marks
	g.setWidths(heads)
	if g.width() > w.width()/2 {
		heads, mark = nil, func(s *result.Step) []string { return []string{s.Thread} }
		g.widths = []int{l.width()}
	}
	texts := w.texts(steps, rows, w.width()-g.width()-2)
	if heads != nil {
		g.row("", heads)
	}
	for i, at := range rows {
		g.step(at, append(mark(&steps[at]), cut(texts[i], w.width()-g.width()-2)))
	}
}

func (g *grid) setWidths(heads []string) {
	g.widths = make([]int, len(heads))
	for i, head := range heads {
		g.widths[i] = len(head)
	}
}

// width is the width of the longest name.
func (l *lanes) width() int {
	n := 0
	for _, name := range l.names {
		n = max(n, len(name))
	}
	return n
}

// marks are the columns of one row of the narrow layout.
func (l *lanes) marks(s *result.Step) []string {
	cells := make([]string, len(l.names))
	for i := range cells {
		cells[i] = "."
	}
	cells[l.index[s.Thread]] = "*"
	if s.Partner != "" {
		cells[l.index[s.Partner]] = "*"
	}
	return cells
}

// maxAligned is the greatest width of a description after which the source text is aligned.
const maxAligned = 40

// leastSource is the least room in which source text is shown.
const leastSource = 20

// texts returns the text beside the marks: where, what, with whom, and the source line itself. If the width leaves little room for that,
// files are named without their directories; if that is not enough, there is no source text.
func (w *Writer) texts(steps []result.Step, rows []int, width int) []string {
	places, ops := make([]string, len(rows)), make([]string, len(rows))
	place, op := 0, 0
	for i, at := range rows {
		s := &steps[at]
		places[i], ops[i] = w.Sources.At(s.Where), s.Describe()
		if s.Partner != "" {
			ops[i] += fmt.Sprintf(" (%s at %s)", s.Partner, w.Sources.At(s.PartnerWhere))
		}
		place = max(place, utf8.RuneCountInString(places[i]))
		if n := utf8.RuneCountInString(ops[i]); n <= maxAligned {
			op = max(op, n)
		}
	}
	if width-place-op-4 < leastSource {
		place = 0
		for i := range places {
			places[i] = places[i][strings.LastIndex(places[i], "/")+1:]
			place = max(place, utf8.RuneCountInString(places[i]))
		}
	}
	texts := make([]string, len(rows))
	for i, at := range rows {
		if texts[i] = fmt.Sprintf("%-*s  %-*s", place, places[i], op, ops[i]); width-place-op-4 >= leastSource {
			texts[i] += "  " + w.Sources.Text(steps[at].Where)
		}
	}
	return texts
}

func (w *Writer) width() int {
	if w.Width <= 0 {
		return DefaultWidth
	}
	return w.Width
}

// cut shortens text to width columns. A width with no room for anything leaves it alone.
func cut(text string, width int) string {
	runes := []rune(text)
	if len(runes) <= width || width < 20 {
		return text
	}
	return strings.TrimRight(string(runes[:width-1]), " ") + "…"
}
