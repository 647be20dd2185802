package variable

import (
	"os"
	"path/filepath"
	"testing"
)

func TestOf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x.go")
	text := `package x

type stats struct {
	total int
	names map[string]bool
}

func (s *stats) add(n int) {
	s.total += n
	s.names["x"] = true
	if s.total > n {
		done = true
	}
	a, b := s.total, s.names
	a, b = b, a
	local++
	go func() { x.n = 1 }()
	go func() { print(x.n) }()
}

var x struct{ n int }
`
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		write, other int
		writes       bool
		name, typ    string
	}{
		{9, 9, true, "s.total", "int"},
		{9, 9, false, "s.total", "int"},
		{9, 11, false, "s.total", "int"},
		{9, 14, false, "s.total", "int"},
		{10, 14, false, "s.names", "map[string]bool"},
		{16, 16, true, "local", ""},
		{17, 18, false, "x.n", "int"},
		{15, 15, false, "", ""}, // two variables
		{9, 12, false, "", ""},
		{9, 99, false, "", ""},
	} {
		name, typ := Of(Line{file, c.write, true}, Line{file, c.other, c.writes})
		if name != c.name || typ != c.typ {
			t.Errorf("lines %d and %d: got %q %q, want %q %q", c.write, c.other, name, typ, c.name, c.typ)
		}
	}
}
