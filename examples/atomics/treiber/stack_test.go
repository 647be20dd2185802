package treiber

import (
	"slices"
	"testing"
)

// want fatal
func TestStack(t *testing.T) { exchange(t, New[int]()) }

// want pass
func TestStackFixed(t *testing.T) { exchange(t, NewFresh[int]()) }

// exchange lets two goroutines pop values, and one of them push another one. Each value must be popped once.
func exchange(t *testing.T, s *Stack[int]) {
	s.Push(1)
	s.Push(2)
	c := make(chan int)
	go func() {
		v, _ := s.Pop()
		c <- v
	}()
	var popped [4]int
	popped[0], _ = s.Pop()
	popped[1], _ = s.Pop()
	s.Push(3)
	popped[2] = <-c
	popped[3], _ = s.Pop()
	slices.Sort(popped[:])
	if want := [4]int{0, 1, 2, 3}; popped != want {
		t.Errorf("popped %v, want %v", popped, want)
	}
}
