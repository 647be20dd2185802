// Package graph finds everything that can become of a toy program by brute force. It shares no code with package explore.
package graph

import (
	"fmt"
	"slices"

	"heddle/model"
	"heddle/prog"
)

// A Graph is what can become of a program whose threads may poll for ever: every transition of every state is executed. So it has all
// executions, also those without end.
type Graph struct {
	// Ends has the states (Machine.State) that are part of an end, and the number of that end, from 0. An end is a set of states that is never
	// left, each of which comes after each: one final state, or a livelock.
	Ends map[string]int
	// Steady has the ends in which each thread sees and does the same whenever it is in the same local state.
	Steady map[int]bool
	// Failures are all that occur (Machine.Failures).
	Failures map[string]bool

	nodes []node
	stack []int // of components
}

// A node is one state.
type node struct {
	state       string
	path, open  []model.Choice // that lead there, and that can happen
	next        []int
	sees        map[string]string // what each thread sees next, by its local state
	order, low  int               // of Tarjan's algorithm; order counts from 1
	done, leads bool
	chance      bool // a thread has two transitions
}

// Of returns the graph of p; false if it has more than limit states, or if a thread releases a read lock that none holds.
func Of(p *prog.Program, names *model.Names, limit int) (*Graph, bool) {
	g := &Graph{Ends: map[string]int{}, Steady: map[int]bool{}, Failures: map[string]bool{}}
	index := map[string]int{}
	m, wrong := prog.NewMachine(p, names), false
	visit := func(path []model.Choice) int {
		n := node{path: path}
		m.Run(path, func(s *model.State) (model.Choice, bool) {
			n.look(m, s, len(p.Objects))
			return model.Choice{}, false
		})
		for _, f := range m.Failures() {
			g.Failures[f] = true
		}
		wrong = wrong || careless(p, m)
		n.state = m.State()
		i, known := index[n.state]
		if !known {
			i = len(g.nodes)
			index[n.state] = i
			g.nodes = append(g.nodes, n)
		}
		return i
	}
	visit(nil)
	for i := 0; i < len(g.nodes); i++ {
		if i == limit || wrong {
			return nil, false
		}
		for _, c := range g.nodes[i].open {
			j := visit(append(slices.Clone(g.nodes[i].path), c))
			g.nodes[i].next = append(g.nodes[i].next, j)
		}
	}
	ends := 0
	g.component(0, new(int), func(states []int) {
		if g.steady(states) {
			g.Steady[ends] = true
		}
		for _, i := range states {
			g.Ends[g.nodes[i].state] = ends
		}
		ends++
	})
	return g, true
}

// careless says that an RWMutex has less than no readers.
func careless(p *prog.Program, m *prog.Machine) bool {
	for i := range p.Objects {
		if readers, _, _, _ := m.Cell(model.Object(i)); p.Objects[i].Sort == prog.RWMutex && readers < 0 {
			return true
		}
	}
	return false
}

// looks are the kinds of operations that show a thread something.
var looks = [model.NumKinds]bool{
	model.Load: true, model.Read: true, model.Swap: true, model.Add: true, model.CAS: true, model.OnceBegin: true,
	model.TryLock: true, model.RWTryLock: true, model.TryRLock: true, model.Recv: true, model.Len: true, model.Select: true,
}

// look notes what can happen in a state, and what each thread sees then.
func (n *node) look(m *prog.Machine, s *model.State, objects int) {
	n.sees = map[string]string{}
	for i := range s.Pending {
		p := &s.Pending[i]
		n.open = append(n.open, p.Alts...)
		n.chance = n.chance || len(p.Alts) > 1
		if !looks[p.Op.Kind] {
			continue
		}
		sees := ""
		for o := range model.Object(objects) {
			if p.Op.Touches(o) {
				sees += fmt.Sprintln(m.Cell(o))
			}
		}
		n.sees[fmt.Sprint(p.Thread, " ", m.LocalState(p.Thread))] = sees
	}
}

// steady says whether an end is one of Steady.
func (g *Graph) steady(states []int) bool {
	seen := map[string]string{}
	for _, i := range states {
		for local, sees := range g.nodes[i].sees {
			if other, ok := seen[local]; ok && other != sees {
				return false
			}
			seen[local] = sees
		}
		if g.nodes[i].chance {
			return false
		}
	}
	return true
}

// component finds the strongly connected components that node i leads to, by Tarjan's algorithm, and calls end with those that are never
// left.
func (g *Graph) component(i int, order *int, end func([]int)) {
	*order++
	n := &g.nodes[i]
	n.order, n.low = *order, *order
	g.stack = append(g.stack, i)
	for _, k := range n.next {
		to := &g.nodes[k]
		if to.order == 0 {
			g.component(k, order, end)
		}
		if to.done {
			n.leads = true // out of the component
		} else {
			n.low, n.leads = min(n.low, to.low), n.leads || to.leads
		}
	}
	if n.low < n.order {
		return
	}
	at := slices.Index(g.stack, i)
	states := slices.Clone(g.stack[at:])
	g.stack = g.stack[:at]
	for _, k := range states {
		g.nodes[k].done = true
	}
	if !n.leads {
		end(states)
	}
}
