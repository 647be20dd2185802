package result

import (
	"slices"
	"testing"
)

func TestHistories(t *testing.T) {
	var h Histories
	log := func(text string) func() []byte { return func() []byte { return []byte(text) } }
	if got := h.Of("says: ", log("    a_test.go:3: says: a\nother\n    a_test.go:4: says: b")); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q, want a and b", got)
	}
	if got := h.Of("says: ", log("says: b\nsays: c\nsays: c\n")); !slices.Equal(got, []string{"c"}) {
		t.Errorf("got %q, want c, which is new", got)
	}
	if got := h.Of("", log("x\n")); got != nil {
		t.Errorf("got %q, want none without a prefix", got)
	}
}
