package toolchain

import (
	"debug/elf"
	"encoding/binary"
	"runtime"
	"slices"
	"testing"
)

// callers returns which of the functions call one of the targets directly, from the code of an amd64 binary.
func callers(t *testing.T, path string, functions, targets []string) map[string]bool {
	t.Helper()
	f, err := elf.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	symbols, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	text := f.Section(".text")
	code, err := text.Data()
	if err != nil {
		t.Fatal(err)
	}
	var addresses []uint64
	for _, s := range symbols {
		if slices.Contains(targets, s.Name) {
			addresses = append(addresses, s.Value)
		}
	}
	found := map[string]bool{}
	for _, s := range symbols {
		if !slices.Contains(functions, s.Name) {
			continue
		}
		found[s.Name] = false
		for at := s.Value; at+5 <= s.Value+s.Size; at++ {
			i := at - text.Addr
			if to := at + 5 + uint64(int64(int32(binary.LittleEndian.Uint32(code[i+1:])))); code[i] == 0xe8 && slices.Contains(addresses, to) {
				found[s.Name] = true
			}
		}
	}
	return found
}

// The memory hooks are in the checked packages and in the standard library, but not in packages that are unwatched. Atomic operations
// are calls.
func TestHooks(t *testing.T) {
	if runtime.GOARCH != "amd64" || runtime.GOOS != "linux" {
		t.Skip("the test reads linux/amd64 code")
	}
	t.Setenv("CGO_ENABLED", "1")
	memory := []string{"runtime.raceread", "runtime.racewrite", "runtime.racereadrange", "runtime.racewriterange"}
	atomics := []string{"sync/atomic.(*Int32).Add", "sync/atomic.AddInt32", "sync/atomic.CompareAndSwapPointer", "sync/atomic.(*Pointer[go.shape.int]).Load", "sync/atomic.LoadPointer"}
	for _, c := range []struct {
		dir, pattern string
		targets      []string
		want         map[string]bool
	}{
		{"module", "./plain", memory, map[string]bool{
			"example.com/module/plain.Add":                true,
			"example.com/module/plain.TestInternal":       true,
			"example.com/module/plain_test.TestExternal":  true,
			"example.com/module/store.Put":                true,
			"example.com/module/store.Sort[go.shape.int]": true, // std's code, compiled for a checked package
			"testing.tRunner":                             true, // the standard library is compiled with the calls as well
			"os.(*File).Write":                            true,
		}},
		{"module", "./plain", atomics, map[string]bool{"example.com/module/store.Atomics": true, "sync.(*Mutex).Lock": false}},
		{"module", "./cgo", memory, map[string]bool{"example.com/module/cgo.Twice": true}},
		{"module", "./command", memory, map[string]bool{"example.com/module/command.main": true}},
		{"vendored", ".", memory, map[string]bool{"example.org/dep.Next": true}},
		{"workspace", "./app", memory, map[string]bool{"example.com/lib.Next": true, "example.org/upstream.Next": true}},
	} {
		_, bin := build(t, c.dir, c.pattern)
		var names []string
		for name := range c.want {
			names = append(names, name)
		}
		got := callers(t, bin.Path, names, c.targets)
		for name, want := range c.want {
			if calls, ok := got[name]; !ok || calls != want {
				t.Errorf("%s %s: %s: is there %v, calls %v; want %v", c.dir, c.pattern, name, ok, calls, want)
			}
		}
	}
}
