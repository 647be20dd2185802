package unfold

// A forest holds trees of events that grow at their leaves, and answers which node is an ancestor of which: section 5.2. All
// trees share the root ⊥, node 0.
//
// A node at depth d has skip pointers to its ancestors step, step², ... above it: as many as the number d in base step
// has trailing zeros. So going up by n nodes takes O(step · log n) hops, and a node has 1/(step-1) skip pointers on
// average.
type forest struct {
	nodes []node
	skips []int32
}

// A node is one event in one tree.
type node struct {
	parent int32
	depth  int32
	skips  int32 // its first skip pointer, an index of forest.skips
	event  Event
}

// step is the base of the skip pointers, as in the paper. For each step, BenchmarkQueries reports how many pointers a
// query reads, and how many nodes it visits, on programs of the paper's table 1. Each pointer is at another place in
// memory.
//
//	step      2     3     4     8     16    none
//	pointers  3.68  3.40  3.27  3.74  4.37  4.94
//	nodes     1.87  2.47  2.61  3.54  4.33  4.94
//
// BenchmarkAncestor shows no difference in time beyond noise.
const step = 4

func newForest() forest { return forest{nodes: make([]node, 1)} }

// add returns a new child of parent.
func (f *forest) add(parent int32, e Event) int32 {
	n := node{parent: parent, depth: f.nodes[parent].depth + 1, skips: int32(len(f.skips)), event: e}
	at := parent
	for d, size := n.depth, int32(step); d%step == 0; d, size = d/step, size*step {
		at = f.ancestor(at, n.depth-size)
		f.skips = append(f.skips, at)
	}
	f.nodes = append(f.nodes, n)
	return int32(len(f.nodes) - 1)
}

// ancestor returns the ancestor of n at depth, or n itself: the paper's q(n, depth). The depth of n must not be
// smaller.
func (f *forest) ancestor(n, depth int32) int32 {
	for {
		at := &f.nodes[n]
		up := at.depth - depth
		if up == 0 {
			return n
		}
		n = at.parent
		for d, size, k := at.depth, int32(step), at.skips; d%step == 0 && size <= up; d, size, k = d/step, size*step, k+1 {
			n = f.skips[k]
		}
	}
}

// below says whether n is a or a descendant of a.
func (f *forest) below(n, a int32) bool {
	depth := f.nodes[a].depth
	return depth <= f.nodes[n].depth && f.ancestor(n, depth) == a
}

// apart says whether two nodes of one tree are on no common path to the root.
func (f *forest) apart(a, b int32) bool {
	compared(conflict, f, a, b)
	return a != b && !f.below(a, b) && !f.below(b, a)
}
