package state

import (
	"encoding/binary"
	"slices"
	"strings"

	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/object"
)

// A Source is what states are read with.
type Source struct {
	Allocations *object.Allocations // of the execution
	Exact       bool                // write states down
}

// A Digest is the hash of a part of a state. If states are written down, it is the part itself as well, so that a test can compare
// states with equal hashes.
type Digest struct {
	source *Source
	hash   model.Hash
	text   []byte
	parts  []string // added with Plus
}

// Begin makes d empty. What is added is read with source.
func (d *Digest) Begin(source *Source) {
	d.source, d.hash, d.text, d.parts = source, model.Hash{}, d.text[:0], d.parts[:0]
}

// Hash returns the hash of all that was added.
func (d *Digest) Hash() model.Hash { return d.hash }

// Add adds a number.
func (d *Digest) Add(n uint64) {
	d.hash = d.hash.Then(n)
	if d.source.Exact {
		d.text = binary.LittleEndian.AppendUint64(d.text, n)
	}
}

// Truth adds a bool.
func (d *Digest) Truth(b bool) {
	n := uint64(0)
	if b {
		n = 1
	}
	d.Add(n)
}

// addName adds the name of an allocation.
func (d *Digest) addName(a *object.Allocation) {
	name := a.Words()
	d.hash = d.hash.Then(model.Hash{}.Then(name[0]).Then(name[1]).Then(name[2])[0])
	for _, n := range name {
		if d.source.Exact {
			d.text = binary.LittleEndian.AppendUint64(d.text, n)
		}
	}
}

// Plus adds another part. The order in which parts are added does not matter.
func (d *Digest) Plus(e *Digest) {
	d.hash = d.hash.Plus(e.hash)
	if d.source.Exact {
		d.parts = append(d.parts, e.String())
	}
}

// String returns all that was added. It is equal for equal parts of states only.
func (d *Digest) String() string {
	parts := slices.Clone(d.parts)
	slices.Sort(parts)
	var b strings.Builder
	for _, p := range append(parts, string(d.text)) {
		b.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(p))))
		b.WriteString(p)
	}
	return b.String()
}

// address adds w. If w is an address in an allocation of the execution, it adds the name of the allocation and the offset in it. It
// returns the heap object that w points into, 0 if there is none.
func (d *Digest) address(w uintptr) (base uintptr) {
	if base, _ = hook.HeapBase(w); base != 0 {
		if start, a := d.source.Allocations.At(base); a != nil {
			d.addName(a)
			w -= start
		}
	}
	d.Add(uint64(w))
	return base
}

// tail adds n bytes at addr, fewer than a word.
func (d *Digest) tail(addr, n uintptr) {
	w := uint64(0)
	for i := range n {
		w |= uint64(*hook.At[byte](addr + i)) << (8 * i)
	}
	if n > 0 {
		d.Add(w)
	}
}

// Operation adds a pending operation. Op.Arg of timers, which says whether they are far, follows from the rest of the state.
func (d *Digest) Operation(o *model.Op) {
	d.Add(uint64(o.Kind))
	d.Add(uint64(o.Obj))
	d.Add(uint64(o.Cap))
	if o.Kind != model.Wake && o.Kind != model.TimerFire {
		d.Add(uint64(o.Arg))
	}
	for i := range o.Cases {
		c := &o.Cases[i]
		d.Add(uint64(c.Obj))
		d.Add(uint64(c.Cap))
		d.Truth(c.Send)
	}
}
