package explore

import (
	"math"
	"testing"
)

// SetChecking sets whether every explorer checks its invariants at every step.
func SetChecking(on bool) { checking = on }

// PruneAlways makes quasi prune its unfolding in every state until the test ends.
func PruneAlways(t testing.TB) {
	old := slack
	slack = math.MinInt / 2
	t.Cleanup(func() { slack = old })
}

// SmallBatches makes a frame of pop hold at most n schedules until the test ends.
func SmallBatches(t testing.TB, n int) {
	old := batch
	batch = n
	t.Cleanup(func() { batch = old })
}
