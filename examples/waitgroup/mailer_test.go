package waitgroup

import (
	"runtime"
	"slices"
	"testing"
)

// want fatal
func TestDrain(t *testing.T) {
	m := new(Mailer)
	m.Send("welcome")
	runtime.Gosched() // hides the bug from go test most of the time
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
