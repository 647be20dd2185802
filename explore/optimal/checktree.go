package optimal

import (
	"fmt"

	"heddle/explore/search"
	"heddle/model"
)

// checkTree panics if the wakeup tree of state n violates Definition 6.1.
func (s *optimal) checkTree(n int) {
	var path []int32
	s.checkBranches(n, *s.wut.At(int32(n)), path)
	if s.forest.used > int(s.forest.size) {
		panic(fmt.Sprintf("explore: optimal: %d nodes of %d are used at event %d", s.forest.used, s.forest.size, n))
	}
}

func (s *optimal) checkBranches(n int, branches wakeupTree, path []int32) {
	f := &s.forest
	for b := f.first(branches); b >= 0; b = f.after(b, branches) {
		path := append(path, b)
		if next := f.at(b).branches; next != none {
			s.checkBranches(n, next, path)
			continue
		}
		s.checkLeaf(n, path)
	}
}

// checkLeaf checks Definition 6.1 for one path from the root to a leaf.
func (s *optimal) checkLeaf(n int, path []int32) {
	f := &s.forest
	offered := s.Offered(n)
	for i := range offered { // Property 1
		a := &offered[i]
		if a.Mark&(search.Asleep|search.Done) == 0 {
			continue
		}
		t := node{Transition: f.keep(&a.Transition)}
		if s.weak(&t, path) {
			panic(fmt.Sprintf("explore: optimal: %v sleeps and is a weak initial of a leaf of the wakeup tree at event %d", a.Choice, n))
		}
	}
	branches := *s.wut.At(int32(n))
	for i, b := range path { // Property 2
		for p := f.first(branches); p != b; p = f.at(p).next {
			if s.weak(f.at(p), path[i:]) {
				panic(fmt.Sprintf("explore: optimal: %v is a weak initial of a later leaf of the wakeup tree at event %d",
					f.at(p).Choice, n))
			}
		}
		branches = f.at(b).branches
	}
}

// weak says whether t is a weak initial of the path.
func (s *optimal) weak(t *node, path []int32) bool {
	f := &s.forest
	for i, b := range path {
		u := f.at(b)
		if !u.Shares(&t.Transition) {
			continue
		}
		if u.Choice != t.Choice {
			return false
		}
		for _, k := range path[:i] {
			if s.dependent(u, f.at(k)) {
				return false
			}
		}
		return true
	}
	for _, b := range path {
		if s.dependent(t, f.at(b)) {
			return false
		}
	}
	return true
}

// dependent says whether a and b may be dependent.
func (s *optimal) dependent(a, b *node) bool {
	for _, p := range s.operations(a) {
		for _, q := range s.operations(b) {
			// Two Dones are dependent if they leave the counter below zero.
			if p.Kind == model.WGDone && q.Kind == model.WGDone && s.dependence != model.Balanced || s.dependence.Dependent(p, q) {
				return true
			}
		}
	}
	return a.Shares(&b.Transition)
}

func (s *optimal) operations(t *node) []*model.Op {
	op, partner := s.forest.operations(t)
	if partner != nil {
		return []*model.Op{op, partner}
	}
	return []*model.Op{op}
}
