package report

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"heddle/result"
)

// TestSourcesTogether uses Sources as the explorations of several packages do: at the same time.
func TestSourcesTogether(t *testing.T) {
	dir := t.TempDir()
	var s Sources
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for k := range 100 {
				name := filepath.Join(dir, fmt.Sprintf("%d_%d.go", i, k))
				if err := os.WriteFile(name, []byte("package p\nfunc f() { mu.Lock() }\n"), 0o666); err != nil {
					t.Error(err)
					return
				}
				at := []result.Frame{{File: name, Line: 2}}
				if got := s.Text(at); got != "func f() { mu.Lock() }" {
					t.Errorf("got %q", got)
				}
				if got := s.Operand("Lock", at); got != "mu" {
					t.Errorf("got %q", got)
				}
			}
		})
	}
	all.Wait()
}
