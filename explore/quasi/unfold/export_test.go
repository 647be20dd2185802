package unfold

// A Forest exports a forest to the benchmarks and tests.
type Forest struct{ f forest }

// NewForest returns a forest that is one path of n nodes.
func NewForest(n int) Forest {
	f := newForest()
	for i := range n {
		f.add(int32(i), 0)
	}
	return Forest{f}
}

// Below is forest.below.
func (f *Forest) Below(n, a int32) bool { return f.f.below(n, a) }

// Ancestor is forest.ancestor.
func (f *Forest) Ancestor(n, depth int32) int32 { return f.f.ancestor(n, depth) }

// Walk is Ancestor without skip pointers.
func (f *Forest) Walk(n, depth int32) int32 {
	for f.f.nodes[n].depth > depth {
		n = f.f.nodes[n].parent
	}
	return n
}

// Depths visits every node of the trees of threads, then of objects, with the number of its tree and its depth.
func (s *Structure) Depths(visit func(tree int32, depth int32)) {
	trees := int32(0)
	for _, f := range []*forest{&s.threads, &s.objects} {
		of := make([]int32, len(f.nodes))
		keys := map[int32]int32{}
		for n := range f.nodes {
			at := &f.nodes[n]
			if n == 0 {
				continue
			}
			if of[n] = of[at.parent]; at.parent == 0 {
				key := s.treeOf(f, int32(n))
				if keys[key] == 0 {
					trees++
					keys[key] = trees
				}
				of[n] = keys[key]
			}
			visit(of[n], at.depth)
		}
	}
}

// treeOf returns the thread or the object whose tree has the node n.
func (s *Structure) treeOf(f *forest, n int32) int32 {
	e := f.nodes[n].event
	if f == &s.threads {
		if s.events[e].node == n {
			return int32(s.events[e].Thread)
		}
		return int32(s.events[e].Partner)
	}
	for _, m := range s.objectsOf(e) {
		if s.tips[m.value].full == n {
			return m.key
		}
	}
	return -1
}
