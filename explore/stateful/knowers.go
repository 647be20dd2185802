package stateful

import (
	"encoding/binary"
	"slices"

	"heddle/model"
)

// knowers numbers sets of knowers.
type knowers struct {
	sets   [][]int32 // sorted
	byText map[string]int32
	text   []byte // scratch
}

// back is the set of knowers of which one must know an event before step s, so that one of the given set knows it after s.
func (k *knowers) back(set int32, s *model.NumberedStep) int32 {
	old := k.sets[set]
	i, ok := slices.BinarySearch(old, s.To)
	if !ok {
		return set
	}
	list := slices.Clone(old)
	if s.Kind == model.StepCopy {
		list = slices.Delete(list, i, i+1)
	}
	if at, ok := slices.BinarySearch(list, s.From); !ok && s.From >= 0 {
		list = slices.Insert(list, at, s.From)
	}
	return k.number(list)
}

// number is the number of a sorted set.
func (k *knowers) number(set []int32) int32 {
	k.text = k.text[:0]
	for _, who := range set {
		k.text = binary.AppendVarint(k.text, int64(who))
	}
	n, ok := k.byText[string(k.text)]
	if !ok {
		n = int32(len(k.sets))
		k.byText[string(k.text)] = n
		k.sets = append(k.sets, slices.Clone(set))
	}
	return n
}
