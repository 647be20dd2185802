package table

import (
	"strings"
	"testing"

	"heddle/explore"
)

// TestPublished checks that the papers' numbers agree with the numbers of traces: an optimal algorithm explores each
// trace once, one with blocked executions explores these in addition, and none explores less.
func TestPublished(t *testing.T) {
	traces := map[Program]float64{}
	for _, c := range Traces() {
		if _, ok := traces[c.Program]; ok {
			t.Errorf("%s: two lines in traces.csv", c.Program)
		}
		traces[c.Program] = float64(c.Traces)
	}
	for _, r := range Published() {
		want, ok := traces[r.Program]
		if !ok {
			t.Errorf("%s %s: %s is not in traces.csv", r.Paper, r.Table, r.Program)
		}
		algorithm, _, _ := strings.Cut(r.Algorithm, " ")
		if _, err := explore.Find(algorithm); err != nil {
			t.Errorf("%s %s: %v", r.Paper, r.Table, err)
		}
		switch {
		case r.Explored == nil:
		case r.Algorithm == "optimal" && *r.Explored != want, *r.Explored < want:
			t.Errorf("%s %s: %s explores %v of %s, which has %v traces", r.Paper, r.Table, r.Algorithm, *r.Explored, r.Program, want)
		case r.Blocked != nil && *r.Explored-*r.Blocked != want:
			t.Errorf("%s %s: %s explores %v of %s, %v of them blocked, want %v traces", r.Paper, r.Table, r.Algorithm, *r.Explored, r.Program,
				*r.Blocked, want)
		}
	}
}
