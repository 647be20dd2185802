package unreceived

import (
	"errors"
	"io/fs"
	"testing"
)

func stat(name string) (int64, error) {
	sizes := map[string]int64{"go.mod": 25, "main.go": 1200}
	size, ok := sizes[name]
	if !ok {
		return 0, fs.ErrNotExist
	}
	return size, nil
}

// want leak
func TestTotalSize(t *testing.T) { missing(t, TotalSize) }

// want pass
func TestTotalSizeFixed(t *testing.T) { missing(t, TotalSizeBuffered) }

func missing(t *testing.T, total func(Stat, ...string) (int64, error)) {
	if _, err := total(stat, "go.mod", "main.go", "gone.go"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v, want %v", err, fs.ErrNotExist)
	}
}

// want pass
func TestTotalSizeOfAll(t *testing.T) {
	if got, err := TotalSize(stat, "go.mod", "main.go"); got != 1225 || err != nil {
		t.Errorf("got %d, %v, want 1225", got, err)
	}
}
