package sched

import (
	"encoding/binary"
	"slices"
	"strings"

	"heddle/model"
	"heddle/sched/object"
)

// A digest is the hash of a part of a state; while states are written down, the part itself as well, so that a test can compare
// states that are told by equal hashes (Config.Exact).
type digest struct {
	hash  model.Hash
	text  []byte
	parts []string // that were added in no order
}

func (d *digest) reset() { d.hash, d.text, d.parts = model.Hash{}, d.text[:0], d.parts[:0] }

// add adds a number.
func (d *digest) add(n uint64) {
	d.hash = d.hash.Then(n)
	if rt.config.Exact {
		d.text = binary.LittleEndian.AppendUint64(d.text, n)
	}
}

// addName adds the name of an allocation.
func (d *digest) addName(a *object.Allocation) {
	name := a.Words()
	d.hash = d.hash.Then(model.Hash{}.Then(name[0]).Then(name[1]).Then(name[2])[0])
	for _, n := range name {
		if rt.config.Exact {
			d.text = binary.LittleEndian.AppendUint64(d.text, n)
		}
	}
}

// plus adds another part, in no order.
func (d *digest) plus(e *digest) {
	d.hash = d.hash.Plus(e.hash)
	if rt.config.Exact {
		d.parts = append(d.parts, e.string())
	}
}

// string is all that was added: equal for equal parts of states only.
func (d *digest) string() string {
	parts := slices.Clone(d.parts)
	slices.Sort(parts)
	var b strings.Builder
	for _, p := range append(parts, string(d.text)) {
		b.Write(binary.LittleEndian.AppendUint64(nil, uint64(len(p))))
		b.WriteString(p)
	}
	return b.String()
}
