package estimate

import (
	"math"

	"heddle/explore/search"
)

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
	// These factors, of the relative error and of its square, are measured: TestPrograms and TestRandomPrograms.
	width, tail = 2.5, 6
)

// Estimate is that of search.Estimator.
func (p *probes) Estimate() search.Estimate {
	s := &p.sums
	if s.n < enough || s.weights == 0 {
		return search.Estimate{}
	}
	mean := s.weights / s.n
	r := math.Sqrt(max(0, s.squares/s.n-mean*mean)/s.n) / mean
	around := math.Exp(width*r + tail*r*r + 0.02)
	return search.Estimate{Traces: mean, Low: max(1, mean/around), High: mean * around}
}
