package result

import (
	"slices"
	"testing"
)

func TestHistories(t *testing.T) {
	var h Histories
	if got := h.Of("says: ", []byte("    a_test.go:3: says: a\nother\n    a_test.go:4: says: b")); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("got %q, want a and b", got)
	}
	if got := h.Of("says: ", []byte("says: b\nsays: c\nsays: c\n")); !slices.Equal(got, []string{"c"}) {
		t.Errorf("got %q, want c, which is new", got)
	}
}
