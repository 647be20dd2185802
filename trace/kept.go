package trace

import (
	"heddle/model"
	"heddle/trace/pages"
)

// An operations holds the operations that have been reached. A loop reaches the same ones again: of those that are equal it has few copies.
type operations struct {
	all    pages.List[model.Op]
	recent [64]int32 // by hash: the number of an operation with it, if there is one
}

// keep returns a copy of op that is valid until all.Truncate removes it.
func (s *operations) keep(op *model.Op) *model.Op {
	r := &s.recent[op.Hash()%uint32(len(s.recent))]
	if len(op.Cases) == 0 && *r < s.all.Len() {
		if k := s.all.At(*r); len(k.Cases) == 0 && k.Kind == op.Kind && k.Obj == op.Obj && k.Clock == op.Clock && k.Arg == op.Arg && k.Cap == op.Cap {
			return k
		}
	}
	*r = s.all.Len()
	s.all.Push(*op)
	return s.all.Last()
}
