package pages

import (
	"math/rand/v2"
	"testing"
)

// TestList compares lists that grow and shrink at random with slices.
func TestList(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	var l List[int]
	type span struct {
		from int32
		want []int
	}
	var spans []span
	for step := range 20000 {
		switch k := r.IntN(10); {
		case k < 6:
			spans = append(spans, span{l.Len(), []int{step}})
			l.Push(step)
		case k < 9:
			n := r.IntN(20)
			if k == 8 && r.IntN(50) == 0 {
				n = r.IntN(4 * size)
			}
			s := span{from: l.Extend(n)}
			for i := range n {
				*l.At(s.from + int32(i)) = step + i
				s.want = append(s.want, step+i)
			}
			spans = append(spans, s)
		case len(spans) > 0 && r.IntN(20) == 0:
			n := r.IntN(len(spans))
			l.Truncate(spans[n].from)
			spans = spans[:n]
		}
		if len(spans) == 0 {
			continue
		}
		s := spans[r.IntN(len(spans))]
		got := l.Slice(s.from, int32(len(s.want)))
		for i, want := range s.want {
			if got[i] != want || *l.At(s.from + int32(i)) != want {
				t.Fatalf("step %d: value %d of the span at %d: got %d, want %d", step, i, s.from, got[i], want)
			}
		}
	}
}

// TestGrowth checks that a list grows by its pages alone.
func TestGrowth(t *testing.T) {
	var l List[int64]
	const n = 100 * size
	if got := testing.AllocsPerRun(1, func() {
		l = List[int64]{}
		for i := range n {
			l.Push(int64(i))
		}
	}); got > 100+25 {
		t.Errorf("%d values: got %v allocations, want one for each page of %d", n, got, size)
	}
}
