package object

import (
	"math/rand/v2"
	"testing"

	"heddle/sched/hook"
)

// TestSearch checks that a search of the log finds what the tables hold.
func TestSearch(t *testing.T) {
	defer func(log []hook.Allocation) { hook.Allocations = log }(hook.Allocations)
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		hook.Allocations = nil
		var m Allocations
		m.reset()
		for range r.IntN(40) {
			hook.Allocations = append(hook.Allocations, hook.Allocation{Addr: uintptr(8 + 8*r.IntN(12)), Typ: uintptr(r.IntN(3)), Size: uintptr(8 * r.IntN(3)),
				Thread: r.IntN(3)})
		}
		found := map[uintptr]Allocation{}
		for addr := uintptr(0); addr < 120; addr += 8 {
			if m.search(addr) {
				found[addr] = m.found
			}
		}
		m.CatchUp()
		for addr := uintptr(0); addr < 120; addr += 8 {
			want := m.byAddr.Find(addr, uint64(addr>>3))
			if got, ok := found[addr]; ok != (want != nil) || ok && got != *want {
				t.Fatalf("log %v, address %d: got %v, want %v", hook.Allocations, addr, got, want)
			}
		}
	}
}
