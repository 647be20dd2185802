package share

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestSlots checks that those that wait come in the order of their rounds, then of their numbers.
func TestSlots(t *testing.T) {
	s := NewSlots(1)
	if err := s.Acquire(t.Context(), 0, 0); err != nil {
		t.Fatal(err)
	}
	order := make(chan string)
	for i, w := range [][2]int{{1, 0}, {0, 2}, {1, 1}, {0, 1}} {
		go func() {
			if s.Acquire(t.Context(), w[0], w[1]) == nil {
				order <- fmt.Sprint(w)
				s.Release()
			}
		}()
		for deadline := time.Now().Add(10 * time.Second); waiting(s) <= i && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
	}
	s.Release()
	var got []string
	for range 4 {
		got = append(got, <-order)
	}
	if want := []string{"[0 1]", "[0 2]", "[1 0]", "[1 1]"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func waiting(s *Slots) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.waiting)
}

// TestSlotsGivenUp checks that a wait that was given up takes no slot.
func TestSlotsGivenUp(t *testing.T) {
	s := NewSlots(1)
	ctx, cancel := context.WithCancel(t.Context())
	if err := s.Acquire(ctx, 0, 0); err != nil {
		t.Fatal(err)
	}
	cancel()
	if s.Acquire(ctx, 0, 1) == nil {
		t.Error("got a second slot, want an error")
	}
	s.Release()
	if err := s.Acquire(t.Context(), 0, 2); err != nil {
		t.Error(err)
	}
}

func TestOrder(t *testing.T) {
	var o Order
	var out strings.Builder
	write := func(n int, text string) { o.Write(n, func() { out.WriteString(text) }) }
	write(1, "b")
	write(0, "a")
	write(2, "d")
	o.End(2)
	write(1, "c")
	write(0, "a")
	if o.End(0); out.String() != "aabc" {
		t.Errorf("got %q, want aabc", out.String())
	}
	write(1, "c")
	if o.End(1); out.String() != "aabccd" {
		t.Errorf("got %q, want aabccd", out.String())
	}
}

func TestRoom(t *testing.T) {
	r := Room{Processes: 2, Bytes: 10}
	for _, c := range []struct {
		bytes int64
		want  bool
	}{{6, true}, {6, false}, {4, true}, {0, false}} {
		if got := r.Enter(c.bytes); got != c.want {
			t.Errorf("%d bytes: got %v, want %v", c.bytes, got, c.want)
		}
	}
	if r.Leave(6); !r.Enter(6) {
		t.Error("got no room for what has left")
	}
}
