package model

import "testing"

func TestNames(t *testing.T) {
	n := NewNames()
	a := n.Child(0, 2)
	b := n.Child(a, 1)
	if got := n.Path(b); got != "0.2.1" {
		t.Errorf("path: got %q, want 0.2.1", got)
	}
	if n.Child(0, 2) != a || n.Child(a, 1) != b {
		t.Error("a child has two names")
	}
	if n.Parent(b) != a || n.Parent(a) != 0 || n.Parent(0) != NoThread {
		t.Error("parents: wrong")
	}
	for _, path := range []string{"0", "0.2", "0.2.1", "0.7.3", "-"} {
		th, err := n.Parse(path)
		if err != nil || n.Path(th) != path {
			t.Errorf("%s: got %q, %v", path, n.Path(th), err)
		}
	}
	for _, path := range []string{"", "1", "0.", "0.0", "0.x", "0.-1", "0.99999999999"} {
		if _, err := n.Parse(path); err == nil {
			t.Errorf("%q: got no error", path)
		}
	}
}

// TestNamesHash checks that a hash depends on the path and not on the order of naming.
func TestNamesHash(t *testing.T) {
	a, b := NewNames(), NewNames()
	b.Child(0, 3)
	b.Child(b.Child(0, 1), 5)
	seen := map[uint64]string{}
	for _, path := range []string{"0", "0.1", "0.2", "0.1.1", "0.1.2", "0.2.1", "0.1.1.1", "0.3", "0.1.5"} {
		x, _ := a.Parse(path)
		y, _ := b.Parse(path)
		if a.Hash(x) != b.Hash(y) {
			t.Errorf("%s: two hashes", path)
		}
		if other, ok := seen[a.Hash(x)]; ok {
			t.Errorf("%s and %s: one hash", path, other)
		}
		seen[a.Hash(x)] = path
	}
}

func FuzzNames(f *testing.F) {
	f.Add("0.2.1")
	f.Fuzz(func(t *testing.T, path string) {
		n := NewNames()
		if len(path) > 60 {
			return
		}
		th, err := n.Parse(path)
		if err != nil {
			return
		}
		if again, err := n.Parse(n.Path(th)); err != nil || again != th {
			t.Fatalf("%q: got %v, %v, want %v", path, again, err, th)
		}
	})
}
