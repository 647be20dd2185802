package explore

import (
	"math"
	"testing"
)

// SetChecking makes every explorer check its invariants at every step, or not.
func SetChecking(on bool) { Checking = on }

// PruneAlways makes quasi prune its unfolding in every state, until the test is over.
func PruneAlways(t testing.TB) {
	old := slack
	slack = math.MinInt / 2
	t.Cleanup(func() { slack = old })
}

// SmallBatches makes a frame of pop hold n schedules at most, until the test is over.
func SmallBatches(t testing.TB, n int) {
	old := batch
	batch = n
	t.Cleanup(func() { batch = old })
}
