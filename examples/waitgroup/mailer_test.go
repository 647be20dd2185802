package waitgroup

import (
	"slices"
	"testing"
	"time"
)

// want fatal
func TestDrain(t *testing.T) {
	m := new(Mailer)
	m.Send("welcome")
	time.Sleep(5 * time.Millisecond) // hides the bug from go test nearly always
	if got := m.Drain(); !slices.Equal(got, []string{"welcome"}) {
		t.Fatalf("got %q delivered, want one message", got)
	}
}

// want pass
func TestDrainFixed(t *testing.T) {
	m := new(Mailer)
	m.SendCounted("welcome")
	m.SendCounted("invoice")
	got := m.Drain()
	slices.Sort(got)
	if !slices.Equal(got, []string{"invoice", "welcome"}) {
		t.Fatalf("got %q delivered, want both messages", got)
	}
}
