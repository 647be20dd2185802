package section

import (
	"math/rand/v2"
	"testing"
)

// TestRelation grows relations at random. Each must survive String and Parse, and must not forget: sites that were dependent stay so.
func TestRelation(t *testing.T) {
	names := []string{"p.F:1", "p.(*T).M:2", "p.F.func1:3", "q/r.F:4", "q/r.G[...]:5", "p.F:6"}
	for seed := range uint64(2000) {
		rnd := rand.New(rand.NewPCG(1, seed))
		r := Parse(On)
		type pair struct{ a, b string }
		dependent := map[pair]bool{}
		for range 1 + rnd.IntN(8) {
			a, b := names[rnd.IntN(len(names))], names[rnd.IntN(len(names))]
			switch {
			case rnd.IntN(4) == 0:
				r.Lengthen(a)
			case !r.Of(a).Long && !r.Of(b).Long:
				r.Conflict(a, b, true, rnd.IntN(2) == 0)
				dependent[pair{a, b}] = true
			}
			text := r.String()
			if again := Parse(text).String(); again != text {
				t.Fatalf("seed %d: got %q of %q, want the same", seed, again, text)
			}
			s := Parse(text)
			for _, a := range names {
				if p, q := r.Of(a), s.Of(a); p != q {
					t.Fatalf("seed %d: got %+v of %q, want %+v", seed, q, a, p)
				}
			}
			for p := range dependent {
				a, b := r.Of(p.a), r.Of(p.b)
				if !a.Long && !b.Long && (a.Group != b.Group || !a.Known || !b.Known || !a.Writer && !b.Writer) {
					t.Fatalf("seed %d: %v are independent in %q", seed, p, text)
				}
			}
		}
	}
}

func TestOf(t *testing.T) {
	r := Parse(On)
	if got := r.Of("f:1"); got != (Place{}) {
		t.Errorf("got %+v of an unknown site, want the zero value", got)
	}
	r.Conflict("f:1", "g:2", true, false)
	r.Conflict("h:3", "h:3", true, true)
	r.Lengthen("i:4")
	if got, want := r.String(), "on !i:4 *f:1+g:2 *h:3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if f, g, h := r.Of("f:1"), r.Of("g:2"), r.Of("h:3"); f.Group != g.Group || f.Group == h.Group || !f.Writer || g.Writer {
		t.Errorf("got %+v, %+v and %+v, want f:1 and g:2 in one group, and f:1 a writer", f, g, h)
	}
	r.Lengthen("f:1")
	if got, want := r.String(), "on !f:1 !i:4 g:2 *h:3"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}
