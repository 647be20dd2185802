package html

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"heddle/report/deciding"
	"heddle/result"
)

// A graph is the wait-for graph: a goroutine waits for an object, which a goroutine may hold. It has two columns. A goroutine that is in no
// cycle stands to the left, and what it waits for to the right. Below them is the cycle: down the left column, up the right one.
type graph struct {
	nodes []node
	edges []edge
	rows  int
	left  int               // how many goroutines are left out
	alike map[string]string // the node of a goroutine that has none of its own
}

// A node is a goroutine or an object, in its place.
type node struct {
	name     string // path of a goroutine, or the object
	label    string // what else is known of it
	object   bool
	col, row int
}

// An edge says that a goroutine waits for an object, or that a goroutine holds it.
type edge struct {
	from, to int // nodes
	text     string
	cycle    bool
}

// mostWaits is how many goroutines that are in no cycle are drawn, and mostCycle how many in one.
const (
	mostWaits = 12
	mostCycle = 12
)

// newGraph returns the graph of the goroutines that are blocked at the end of f. labels says what the source calls a goroutine or an object.
func newGraph(f *result.Failure, labels map[string]string) *graph {
	g, waits := &graph{}, map[string]*result.Wait{}
	for i := range f.Waits {
		if w := &f.Waits[i]; w.Again == "" {
			waits[w.Thread] = w
		}
	}
	cycle := deciding.Cycle(f.Waits)
	cycle = cycle[:max(0, len(cycle)-1)]
	if len(cycle) > mostCycle || slices.ContainsFunc(cycle, func(t string) bool { return waits[t] == nil }) {
		cycle = nil
	}
	g.join(f, cycle)
	var drawn []*result.Wait
	for i := range f.Waits {
		w := &f.Waits[i]
		switch {
		case waits[w.Thread] != w:
		case slices.Contains(cycle, w.Thread) || g.find(g.node(w.Thread)) >= 0:
			drawn = append(drawn, w)
		case g.rows >= mostWaits:
			g.left++
		default:
			drawn = append(drawn, w)
			g.place(node{name: g.node(w.Thread), row: g.rows})
			from := g.rows
			for _, object := range waited(w) {
				if g.find(object) < 0 {
					g.place(node{name: object, object: true, col: 1, row: g.rows})
					g.rows++
				}
			}
			g.rows = max(g.rows, from+1)
		}
	}
	g.ring(cycle, waits)
	for _, w := range drawn {
		g.connect(w)
	}
	for i := range g.nodes {
		path, _, _ := strings.Cut(g.nodes[i].name, ", ")
		g.nodes[i].label = labels[path]
	}
	return g
}

// few is how many goroutines that wait for the same have a node each.
const few = 3

// join gives many goroutines that wait for the same one node, unless they hold something that another one waits for.
func (g *graph) join(f *result.Failure, cycle []string) {
	g.alike = map[string]string{}
	groups := map[string][]string{}
	for _, w := range f.Waits {
		holds := slices.ContainsFunc(f.Waits, func(o result.Wait) bool { return o.Holder == w.Thread })
		if w.Again == "" && !holds && !slices.Contains(cycle, w.Thread) {
			key := w.For + " " + w.Holder
			groups[key] = append(groups[key], w.Thread)
		}
	}
	for _, list := range groups {
		for _, t := range list {
			if len(list) > few {
				g.alike[t] = fmt.Sprintf("%s, %d more", list[0], len(list)-1)
			}
		}
	}
}

// node is the name of the node of a goroutine.
func (g *graph) node(path string) string { return cmp.Or(g.alike[path], path) }

// waited are the objects that w waits for.
func waited(w *result.Wait) (objects []string) {
	list, ok := strings.CutPrefix(w.For, "select: ")
	if !ok {
		object, _, _ := strings.Cut(w.For, ": ")
		return []string{object}
	}
	for _, c := range strings.Split(list, " or ") {
		if _, object, ok := strings.Cut(c, " on "); ok {
			objects = append(objects, object)
		}
	}
	return objects
}

func (g *graph) find(name string) int {
	return slices.IndexFunc(g.nodes, func(n node) bool { return n.name == name })
}

// place adds the node, or moves the one of that name there.
func (g *graph) place(n node) int {
	i := g.find(n.name)
	if i < 0 {
		i = len(g.nodes)
		g.nodes = append(g.nodes, n)
	}
	g.nodes[i] = n
	return i
}

// ring places the cycle.
func (g *graph) ring(cycle []string, waits map[string]*result.Wait) {
	for k, t := range cycle {
		for j, n := range []node{{name: t}, {name: waited(waits[t])[0], object: true}} {
			at := 2*k + j
			if n.row = g.rows + at; at >= len(cycle) {
				n.col, n.row = 1, g.rows+2*len(cycle)-1-at
			}
			g.place(n)
		}
	}
	g.rows += len(cycle)
}

// connect adds the edges of w.
func (g *graph) connect(w *result.Wait) {
	for _, object := range waited(w) {
		g.edge(edge{g.find(g.node(w.Thread)), g.find(object), "", w.Cycle})
		if w.Holder == "" {
			continue
		}
		holder, text := g.find(w.Holder), "held by"
		if holder < 0 {
			holder = g.place(node{name: w.Holder, row: g.rows})
			g.rows++
		}
		if w.Behind {
			text = "behind"
		}
		g.edge(edge{g.find(object), holder, text, w.Cycle})
	}
}

// edge adds an edge, or marks the one that is there already.
func (g *graph) edge(e edge) {
	i := slices.IndexFunc(g.edges, func(o edge) bool { return o.from == e.from && o.to == e.to })
	if i < 0 {
		i = len(g.edges)
		g.edges = append(g.edges, e)
	}
	g.edges[i].cycle = g.edges[i].cycle || e.cycle
}
