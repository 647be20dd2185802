package report

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWriteFile checks that a file is replaced as a whole, that links and pipes stay what they are, and that nothing else is left.
func TestWriteFile(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	check := func(name, want string) {
		t.Helper()
		if got, err := os.ReadFile(at(name)); err != nil || string(got) != want {
			t.Errorf("%s: got %q (%v), want %q", name, got, err, want)
		}
	}
	write := func(name, text string) {
		t.Helper()
		if err := CheckFile(at(name)); err != nil {
			t.Error(err)
		}
		if err := WriteFile(at(name), []byte(text)); err != nil {
			t.Error(err)
		}
	}
	write("new/x", "one")
	write("new/x", "two")
	check("new/x", "two")
	if err := os.Symlink("new/x", at("link")); err != nil {
		t.Skip(err)
	}
	write("link", "three")
	check("new/x", "three")
	if info, err := os.Lstat(at("link")); err != nil || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("the link is %v (%v)", info, err)
	}
	for _, name := range []string{"new", "new/x/y"} {
		if CheckFile(at(name)) == nil || WriteFile(at(name), nil) == nil {
			t.Errorf("%s can be written", name)
		}
	}
	if list, err := os.ReadDir(at("new")); err != nil || len(list) != 1 {
		t.Errorf("there are %v (%v)", list, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
		t.Errorf("there are %v (%v)", entries, err)
	}
}
