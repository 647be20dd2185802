package explore

import (
	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// A forest holds the wakeup trees of all states on the stack: section 6 of the source sets paper (2017). A wakeup tree after E
// is an ordered tree of transitions; each path from its root is the beginning of an execution that is to be explored after E.
// A tree is named by its list of branches.
//
// Invariant (Definition 6.1), for the wakeup tree of a state E with the sleep set P:
//
//  1. No transition in P is a weak initial of a path from the root to a leaf.
//  2. If u.p and u.w are paths, w ends in a leaf, and p comes before w among the branches after u, then p is no weak initial
//     of w.
type forest struct {
	x     *trace.Execution
	pages []*page
	size  int32             // twigs in pages
	free  int32             // the first of the twigs that are in no tree, -1 for none
	live  int               // twigs that are in a tree
	ops   *model.Operations // those of the twigs
}

func newForest(x *trace.Execution) forest { return forest{x: x, free: -1, ops: model.NewOperations()} }

// A list of branches, oldest first: numbers of twigs, -1 for none.
type list struct{ first, last int32 }

var none = list{-1, -1}

// A twig is one transition of a wakeup tree. There can be as many as there are executions, times their length: it is small, and
// nothing for the garbage collector to look at.
type twig struct {
	trace.Transition // its operations are numbered by forest.ops
	branches         list
	next             int32 // the branch after it, -1 for none
}

// A page holds twigs. A forest grows by pages, not by being copied: large ones need no more memory for a moment than they have.
type page [pageSize]twig

const pageSize = 256

// at is twig n.
func (f *forest) at(n int32) *twig { return &f.pages[uint32(n)/pageSize][uint32(n)%pageSize] }

// insert makes sure that the tree holds a leaf u with u ~ v, where ~ is that of Definition 4.5 and is decided as Lemma 4.6 does.
// It returns whether the tree has grown. What is left of v has no meaning afterwards.
func (f *forest) insert(tree *list, v *reversal.Sequence) bool {
	for branches := tree; ; {
		next := f.meet(*branches, v)
		if next < 0 {
			f.plant(branches, v)
			return true
		}
		if branches = &f.at(next).branches; branches.first < 0 {
			return false // a leaf
		}
	}
}

// meet finds the first of the branches that is a weak initial of v, and takes it out of v.
func (f *forest) meet(branches list, v *reversal.Sequence) int32 {
	for b := branches.first; b >= 0; b = f.at(b).next {
		t := f.at(b)
		op, partner := f.operations(t)
		if v.WeakInitial(t.Choice, op, partner) {
			v.Execute(t.Choice, op)
			return b
		}
	}
	return -1
}

// plant adds v as a path to the branches.
func (f *forest) plant(branches *list, v *reversal.Sequence) {
	for _, s := range v.Steps() {
		n := f.grow()
		t := f.at(n)
		*t = twig{f.keep(&s), none, -1}
		f.add(branches, n)
		branches = &t.branches
	}
}

// keep returns t, a transition of the execution, with its operations as f.ops numbers them.
func (f *forest) keep(t *trace.Transition) trace.Transition {
	kept := trace.Transition{Choice: t.Choice, Op: f.ops.Keep(f.x.OpAt(t.Op), t.Op), PartnerOp: -1}
	if t.Joint() {
		kept.PartnerOp = f.ops.Keep(f.x.OpAt(t.PartnerOp), t.PartnerOp)
	}
	return kept
}

// operations are those of t; partner is nil if the transition is not joint.
func (f *forest) operations(t *twig) (op, partner *model.Op) {
	if t.PartnerOp >= 0 {
		partner = f.ops.At(t.PartnerOp)
	}
	return f.ops.At(t.Op), partner
}

// add makes twig n the last of the branches.
func (f *forest) add(branches *list, n int32) {
	if branches.first < 0 {
		branches.first = n
	} else {
		f.at(branches.last).next = n
	}
	branches.last = n
}

// grow returns a twig that is in no tree.
func (f *forest) grow() int32 {
	f.live++
	if n := f.free; n >= 0 {
		f.free = f.at(n).next
		return n
	}
	if f.size%pageSize == 0 {
		f.pages = append(f.pages, new(page))
	}
	f.size++
	return f.size - 1
}

// pluck takes the first branch off, frees it, and returns it together with the tree behind it.
func (f *forest) pluck(branches *list) (model.Choice, list) {
	n := branches.first
	t := f.at(n)
	if branches.first = t.next; t.next < 0 {
		*branches = none
	}
	tree := t.branches
	f.release(n)
	return t.Choice, tree
}

func (f *forest) release(n int32) {
	f.live--
	f.at(n).next = f.free
	f.free = n
}

// fell frees a whole tree.
func (f *forest) fell(tree list) {
	for b := tree.first; b >= 0; {
		next := f.at(b).next
		f.fell(f.at(b).branches)
		f.release(b)
		b = next
	}
}
