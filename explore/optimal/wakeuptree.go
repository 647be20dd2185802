package optimal

import (
	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// A forest holds the wakeup trees of all states on the stack: section 6 of the source sets paper (2017). A wakeup tree after E
// is an ordered tree of transitions. Each path from its root is the beginning of an execution that is to be explored after E.
//
// Invariant (Definition 6.1), for the wakeup tree of a state E with the sleep set P:
//
//  1. No transition in P is a weak initial of a path from the root to a leaf.
//  2. If u.p and u.w are paths, w ends in a leaf, and p comes before w among the branches after u, then p is no weak initial
//     of w.
type forest struct {
	x     *trace.Execution
	pages []*page
	size  int32             // nodes in pages
	free  int32             // the first of the nodes that are in no tree, -1 for none
	used  int               // nodes that are in a tree
	ops   *model.Operations // those of the nodes
}

func newForest(x *trace.Execution) forest { return forest{x: x, free: -1, ops: model.NewOperations()} }

// A wakeupTree is the list of its root's branches, in a ring: the number of the newest node, none if there is no branch.
type wakeupTree int32

const none wakeupTree = -1

// A node is one transition of a wakeup tree. There can be as many as there are executions, times their length. So a node is small, and
// holds no pointer that the garbage collector would have to follow.
type node struct {
	trace.Transition // its operations are numbered by forest.ops
	branches         wakeupTree
	next             int32 // the next younger branch of the node above; of the youngest, the oldest
}

// A page holds nodes. A forest grows by pages and is never copied, which would take twice its memory for a moment.
type page [pageSize]node

const pageSize = 256

// at is node n.
func (f *forest) at(n int32) *node { return &f.pages[uint32(n)/pageSize][uint32(n)%pageSize] }

// first is the oldest branch, -1 for none.
func (f *forest) first(branches wakeupTree) int32 {
	if branches == none {
		return -1
	}
	return f.at(int32(branches)).next
}

// after is the branch after b, -1 for none.
func (f *forest) after(b int32, branches wakeupTree) int32 {
	if b == int32(branches) {
		return -1
	}
	return f.at(b).next
}

// insert is insert[E](v, tree): afterwards the tree has a leaf u with u ~ v, the relation of Definition 4.5, which Lemma 4.6 decides. It
// returns whether the tree has grown. It uses v up.
func (f *forest) insert(tree *wakeupTree, v *reversal.Sequence) bool {
	for branches := tree; ; {
		next := f.weakInitial(*branches, v)
		if next < 0 {
			f.addPath(branches, v)
			return true
		}
		if branches = &f.at(next).branches; *branches == none {
			return false // a leaf
		}
	}
}

// weakInitial finds the first of the branches that is a weak initial of v, and takes it out of v. It returns -1 if there is none.
func (f *forest) weakInitial(branches wakeupTree, v *reversal.Sequence) int32 {
	for b := f.first(branches); b >= 0; b = f.after(b, branches) {
		t := f.at(b)
		op, partner := f.operations(t)
		if v.WeakInitial(t.Choice, op, partner) {
			v.Execute(t.Choice, op)
			return b
		}
	}
	return -1
}

// addPath adds v as a path to the branches.
func (f *forest) addPath(branches *wakeupTree, v *reversal.Sequence) {
	for _, s := range v.Steps() {
		n := f.newNode()
		t := f.at(n)
		*t = node{f.keep(&s), none, -1}
		f.add(branches, n)
		branches = &t.branches
	}
}

// keep returns t, a transition of the execution, with the numbers that f.ops gives to its operations.
func (f *forest) keep(t *trace.Transition) trace.Transition {
	kept := trace.Transition{Choice: t.Choice, Op: f.ops.Keep(f.x.OpAt(t.Op)), PartnerOp: -1}
	if t.Joint() {
		kept.PartnerOp = f.ops.Keep(f.x.OpAt(t.PartnerOp))
	}
	return kept
}

// operations returns the operations of t. partner is nil if the transition is not joint.
func (f *forest) operations(t *node) (op, partner *model.Op) {
	if t.PartnerOp >= 0 {
		partner = f.ops.At(t.PartnerOp)
	}
	return f.ops.At(t.Op), partner
}

// add makes node n the last of the branches.
func (f *forest) add(branches *wakeupTree, n int32) {
	last := n
	if *branches != none {
		last = int32(*branches)
	}
	f.at(n).next, f.at(last).next = f.at(last).next, n
	*branches = wakeupTree(n)
}

// newNode returns a node that is in no tree.
func (f *forest) newNode() int32 {
	f.used++
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

// removeFirst removes and frees the first branch. It returns the branch's transition and its subtree.
func (f *forest) removeFirst(branches *wakeupTree) (model.Choice, wakeupTree) {
	last := int32(*branches)
	n := f.at(last).next
	t := f.at(n)
	if f.at(last).next = t.next; n == last {
		*branches = none
	}
	tree := t.branches
	f.release(n)
	return t.Choice, tree
}

// release frees node n.
func (f *forest) release(n int32) {
	f.used--
	f.at(n).next = f.free
	f.free = n
}

// releaseAll frees a whole tree.
func (f *forest) releaseAll(tree wakeupTree) {
	for b := f.first(tree); b >= 0; {
		next := f.after(b, tree)
		f.releaseAll(f.at(b).branches)
		f.release(b)
		b = next
	}
}
