package trace

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestJoin checks that the join of clocks is associative, commutative and idempotent, and that it is the least upper bound.
func TestJoin(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 20000 {
		x := &history{}
		var s [3]Span
		for i := range s {
			s[i] = Span{x.clocks.Len(), int32(r.IntN(5))}
			for range s[i].N {
				x.clocks.Push(int32(r.IntN(4)))
			}
		}
		join := func(spans ...Span) []int32 {
			clock := make([]int32, 5)
			for _, s := range spans {
				x.Join(clock, s)
			}
			return clock
		}
		ab := join(s[0], s[1])
		if !slices.Equal(ab, join(s[1], s[0])) || !slices.Equal(ab, join(s[0], s[1], s[0], s[1])) {
			t.Fatalf("join of %v: not commutative or not idempotent", x.clocks)
		}
		bc := Span{x.clocks.Extend(5), 5}
		copy(x.clocks.Slice(bc.From, bc.N), join(s[1], s[2]))
		if !slices.Equal(join(s[0], bc), join(s[0], s[1], s[2])) {
			t.Fatalf("join of %v: not associative", x.clocks)
		}
	}
}
