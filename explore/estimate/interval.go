package estimate

import "math"

// An Estimate is a number of traces, and an interval in which the truth is in nine of ten cases.
type Estimate struct{ Traces, Low, High float64 }

// An Estimator is an Explorer that estimates.
type Estimator interface {
	// Estimate returns the estimate so far; false if there is none yet.
	Estimate() (Estimate, bool)
}

// sums are those of the weights.
type sums struct{ n, weights, squares float64 }

// add adds a weight.
func (s *sums) add(w float64) {
	s.n++
	s.weights += w
	s.squares += w * w
}

const (
	// enough is how many probes an estimate needs.
	enough = 50
	// The interval is as wide as that of a normal distribution, and wider the less is known: what has not been drawn yet is what is heavy.
	// These factors, of the relative error and of its square, were measured (docs/benchmarks.md).
	width, tail = 2.5, 6
)

// Estimate is that of Estimator.
func (p *probes) Estimate() (Estimate, bool) {
	s := &p.sums
	if s.n < enough || s.weights == 0 {
		return Estimate{}, false
	}
	mean := s.weights / s.n
	r := math.Sqrt(max(0, s.squares/s.n-mean*mean)/s.n) / mean
	around := math.Exp(width*r + tail*r*r + 0.02)
	return Estimate{mean, max(1, mean/around), mean * around}, true
}
