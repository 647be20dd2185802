package whole

import (
	"os"
	"path/filepath"
	"testing"
)

// TestWrite checks that a file is replaced as a whole, that links and pipes stay what they are, and that nothing else is left.
func TestWrite(t *testing.T) {
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
		if err := Check(at(name)); err != nil {
			t.Error(err)
		}
		if err := Write(at(name), []byte(text)); err != nil {
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
		if Check(at(name)) == nil || Write(at(name), nil) == nil {
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
