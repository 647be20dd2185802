package prog

import (
	"math/rand/v2"
	"testing"
)

// everySort weighs the sorts for random programs of all sorts.
var everySort = []Sort{Atomic, Plain, Mutex, RWMutex, WaitGroup, Once, Cond, Chan, Chan, Timer}

func TestTextFormRoundTrip(t *testing.T) {
	for seed := range uint64(500) {
		p := Random(rand.New(rand.NewPCG(seed, 1)), Shape{Threads: 4, Length: 4, Objects: 4, Sorts: everySort})
		text := p.String()
		q, err := Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if got := q.String(); got != text {
			t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, got, text)
		}
	}
}
