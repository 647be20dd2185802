package trace

import (
	"heddle/model"
	"heddle/trace/pages"
)

// A values holds, under Refined, the values of the atomic variables that operations are pending on, in each state.
type values struct {
	all  pages.List[value]
	ends pages.List[int32] // by state: the number of values up to its last one
}

type value struct {
	object model.Object
	value  int64
}

// observe records the values in the newest state.
func (s *values) observe(pending []model.Pending) {
	for i := range pending {
		if p := &pending[i]; p.Op.Kind <= model.CAS {
			s.all.Push(value{p.Op.Obj, p.Value})
		}
	}
	s.ends.Push(s.all.Len())
}

// truncate forgets all states after the first n, at least one.
func (s *values) truncate(n int32) {
	s.ends.Truncate(n)
	s.all.Truncate(*s.ends.Last())
}

// of is the value of o in the newest state, if an operation on it is pending, else 0.
func (s *values) of(o model.Object) int64 { return s.at(s.ends.Len()-1, o) }

// at is the value of o in state n, if an operation on it is pending there, else 0.
func (s *values) at(n int32, o model.Object) int64 {
	from := int32(0)
	if n > 0 {
		from = *s.ends.At(n - 1)
	}
	for to := *s.ends.At(n); from < to; from++ {
		if v := s.all.At(from); v.object == o {
			return v.value
		}
	}
	return 0
}
