package primitives

import (
	"fmt"
	"hash/maphash"
	"maps"
	"math/rand"
	randv2 "math/rand/v2"
	"slices"
	"sync"
	"testing"
)

// Random numbers and the order of maps are fixed in each execution, so only one of their outcomes is explored. Each
// scenario checks what must hold for all.

func TestRandRange(t *testing.T) {
	check(t, func() string {
		a, b := rand.Intn(10), randv2.IntN(10)
		return fmt.Sprint(a >= 0 && a < 10, b >= 0 && b < 10, len(rand.Perm(5)))
	}, "true true 5")
}

func TestRandDiffers(t *testing.T) {
	check(t, func() string {
		return fmt.Sprint(rand.Uint64() != rand.Uint64(), randv2.Uint64() != randv2.Uint64())
	}, "true true")
}

// Goroutines draw different numbers, and the lock of the global source is not an interaction.
func TestRandGoroutines(t *testing.T) {
	check(t, func() string {
		var a, b uint64
		parallel(func() { a = rand.Uint64(); rand.Shuffle(3, func(i, j int) {}) }, func() { b = randv2.Uint64() })
		return fmt.Sprint(a != b)
	}, "true")
}

func TestRandSeeded(t *testing.T) {
	check(t, func() string {
		r := rand.New(rand.NewSource(1))
		s := randv2.New(randv2.NewPCG(1, 2))
		return fmt.Sprint(r.Intn(100), s.IntN(100))
	}, "81 76")
}

func TestMapIteration(t *testing.T) {
	check(t, func() string {
		m := map[int]bool{}
		for i := range 20 {
			m[i] = true
		}
		seen := map[int]bool{}
		for k := range m {
			seen[k] = true
			delete(m, k)
		}
		return fmt.Sprint(len(seen), len(m), slices.Sorted(maps.Keys(seen))[19])
	}, "20 0 19")
}

// The order in which a map's range starts goroutines must be the same in every execution.
func TestMapIterationStartsGoroutines(t *testing.T) {
	check(t, func() string {
		m := map[string]int{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8, "i": 9, "j": 10}
		var wg sync.WaitGroup
		var mu sync.Mutex
		sum := 0
		for _, v := range m {
			if v > 2 {
				continue
			}
			wg.Go(func() { mu.Lock(); sum = sum*10 + v; mu.Unlock() })
		}
		wg.Wait()
		return fmt.Sprint(sum)
	}, "12", "21")
}

func TestMaphash(t *testing.T) {
	check(t, func() string {
		seed := maphash.MakeSeed()
		return fmt.Sprint(maphash.String(seed, "a") == maphash.String(seed, "a"))
	}, "true")
}

func TestMapConcurrentRead(t *testing.T) {
	check(t, func() string {
		m := map[int]int{1: 2}
		var a, b int
		parallel(func() { a = m[1] }, func() { b = m[1] })
		return fmt.Sprint(a, b)
	}, "2 2")
}
