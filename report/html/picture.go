package html

import (
	"math"
	"slices"
	"unicode/utf8"
)

// The sizes of the picture of a graph.
const (
	nodeWidth, nodeHeight = 126, 40
	gapWidth, gapHeight   = 72, 28
	fullTurn              = nodeHeight + gapHeight
)

// A picture is a graph with coordinates, for the template.
type picture struct {
	Width, Height int
	Boxes         []box
	Lines         []line
	Left          int // how many goroutines are left out
}

// A box is a node.
type box struct {
	X, Y, MidX    int
	TextY, LabelY int
	Name, Label   string
	Object        bool
}

// A line is an edge, from the border of a box to that of another one.
type line struct {
	X1, Y1, X2, Y2 float64
	TextX, TextY   float64
	Text, Anchor   string
	Cycle          bool
}

// picture returns the picture of g; nil if it has nothing to show.
func (g *graph) picture() *picture {
	if len(g.edges) == 0 {
		return nil
	}
	p := &picture{Left: g.left, Width: 2*nodeWidth + gapWidth + 4, Height: g.rows*fullTurn - gapHeight + 4}
	for _, n := range g.nodes {
		x, y := 2+n.col*(nodeWidth+gapWidth), 2+n.row*fullTurn
		b := box{x, y, x + nodeWidth/2, y + 18, y + 32, short(n.name), short(n.label), n.object}
		if n.label == "" {
			b.TextY = y + 25
		}
		p.Boxes = append(p.Boxes, b)
	}
	for _, e := range g.edges {
		back := slices.ContainsFunc(g.edges, func(o edge) bool { return o.from == e.to && o.to == e.from })
		p.Lines = append(p.Lines, newLine(&p.Boxes[e.from], &p.Boxes[e.to], &e, back))
	}
	return p
}

// newLine returns the line of e. If there is one back, it is beside the middle.
func newLine(a, b *box, e *edge, back bool) line {
	ax, ay, bx, by := float64(a.MidX), float64(a.Y)+nodeHeight/2, float64(b.MidX), float64(b.Y)+nodeHeight/2
	length := max(1, math.Hypot(bx-ax, by-ay))
	ux, uy := (bx-ax)/length, (by-ay)/length
	beside := 0.0
	if back {
		beside = 9
	}
	ax, bx, ay, by = ax-uy*beside, bx-uy*beside, ay+ux*beside, by+ux*beside
	out := func(x, y, ux, uy float64, of *box) (float64, float64) {
		n := 0.0
		for ; n < length && x > float64(of.X) && x < float64(of.X+nodeWidth) && y > float64(of.Y) && y < float64(of.Y+nodeHeight); n++ {
			x, y = x+ux, y+uy
		}
		return x, y
	}
	l := line{Text: e.text, Anchor: "middle", Cycle: e.cycle}
	l.X1, l.Y1 = out(ax, ay, ux, uy, a)
	l.X2, l.Y2 = out(bx, by, -ux, -uy, b)
	l.TextX, l.TextY = math.Round((l.X1+l.X2)/2), math.Round((l.Y1+l.Y2)/2)-5
	if math.Abs(uy) > math.Abs(ux) { // the text is beside the line, not on it
		if l.Anchor, l.TextX, l.TextY = "start", l.TextX+7, l.TextY+9; back && uy > 0 {
			l.Anchor, l.TextX = "end", l.TextX-14
		}
	}
	for _, v := range []*float64{&l.X1, &l.Y1, &l.X2, &l.Y2} {
		*v = math.Round(*v*10) / 10
	}
	return l
}

// mostLabel is how many characters of a label fit into a box.
const mostLabel = 18

// short cuts a label so that its end, which says more, is left.
func short(text string) string {
	if n := utf8.RuneCountInString(text); n > mostLabel {
		return "…" + string([]rune(text)[n-mostLabel+1:])
	}
	return text
}
