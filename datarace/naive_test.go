package datarace

import (
	"math/rand/v2"
	"testing"

	"heddle/model"
)

// A naiveRaces keeps all accesses, and for each thread, object and slot the set of accesses that happen before its next
// step.
type naiveRaces struct {
	accesses       []naiveAccess
	threads        map[model.Thread]naiveSet
	objects, slots map[int32]naiveSet
	count          map[model.Thread]uint64
	raced          map[uintptr]bool // words
}

type naiveAccess struct {
	id       AccessID
	from, to uintptr
	write    bool
	atomic   bool
}

type naiveSet map[AccessID]bool

func (s naiveSet) union(u naiveSet) naiveSet {
	both := naiveSet{}
	for _, set := range []naiveSet{s, u} {
		for id := range set {
			both[id] = true
		}
	}
	return both
}

// access returns the first word on which the new access races, and the accesses that it races with there.
func (n *naiveRaces) access(t model.Thread, addr, size uintptr, write, atomic bool) (with map[AccessID]Access, word uintptr) {
	n.count[t]++
	a := naiveAccess{AccessID{t, n.count[t]}, addr, addr + max(size, 1), write, atomic}
	words := map[uintptr]bool{}
	for _, b := range n.accesses {
		if n.threads[t][b.id] || !a.write && !b.write || a.atomic && b.atomic {
			continue
		}
		for at := max(a.from, b.from); at < min(a.to, b.to); at++ {
			if w := at >> 3; !n.raced[w] {
				words[w] = true
				if with == nil || w < word {
					with, word = map[AccessID]Access{}, w
				}
				if w == word {
					with[b.id] = Access{b.id, b.write, b.atomic}
				}
			}
		}
	}
	for w := range words {
		n.raced[w] = true
	}
	n.accesses = append(n.accesses, a)
	n.threads[t] = n.threads[t].union(naiveSet{a.id: true})
	return with, word
}

// TestRacesAgainstNaive compares a Detector with a naiveRaces on random executions.
func TestRacesAgainstNaive(t *testing.T) {
	count := 20000
	if testing.Short() {
		count = 2000
	}
	r := new(Detector)
	races := 0
	for seed := range count {
		races += compareRaces(t, r, rand.New(rand.NewPCG(1, uint64(seed))), seed)
		if t.Failed() {
			return
		}
	}
	if races < count || races > 20*count {
		t.Errorf("got %d races in %d executions: too few or too many to be a good test", races, count)
	}
}

func compareRaces(t *testing.T, r *Detector, rnd *rand.Rand, seed int) (races int) {
	r.Reset()
	r.Start(0, model.NoThread)
	n := &naiveRaces{nil, map[model.Thread]naiveSet{}, map[int32]naiveSet{}, map[int32]naiveSet{}, map[model.Thread]uint64{}, map[uintptr]bool{}}
	live := []model.Thread{0}
	steps, words, sync := 20+rnd.IntN(100), 1+rnd.IntN(6), 2+rnd.IntN(8)
	for step := range steps {
		th, o := live[rnd.IntN(len(live))], int32(rnd.IntN(3))
		if rnd.IntN(10) >= sync {
			addr, size, write := uintptr(0x1000+rnd.IntN(8*words)), uintptr(0), rnd.IntN(3) == 0
			switch rnd.IntN(4) {
			case 0:
				size = uintptr(rnd.IntN(20))
			case 1:
				addr, size = addr&^7, 8
			}
			atomic, do := false, r.Access
			if rnd.IntN(2) == 0 {
				do = func(t model.Thread, addr, size uintptr, write bool) *Race {
					if r.AccessAtOnce(t, addr, size, write) {
						return nil
					}
					return r.Access(t, addr, size, write)
				}
			}
			if rnd.IntN(3) == 0 {
				atomic, do = true, r.Atomic
			}
			with, word := n.access(th, addr, size, write, atomic)
			got := do(th, addr, size, write)
			if got != nil {
				races++
			}
			if (got != nil) != (with != nil) || got != nil && !rightConflict(*got, with, word, Access{AccessID{th, n.count[th]}, write, atomic}) {
				t.Errorf("seed %d, step %d: got %+v, want a race at word %#x with one of %v", seed, step, got, word, with)
				return races
			}
			continue
		}
		switch rnd.IntN(9) {
		case 0:
			child := model.Thread(rnd.IntN(12))
			if _, ok := n.count[child]; ok || child == 0 {
				continue
			}
			live, n.count[child] = append(live, child), 0
			n.threads[child] = n.threads[th]
			r.Start(child, th)
		case 1, 2:
			n.threads[th] = n.threads[th].union(n.objects[o])
			r.Acquire(th, model.Object(o))
		case 3:
			n.objects[o] = n.threads[th]
			r.Release(th, model.Object(o))
		case 4:
			n.objects[o] = n.objects[o].union(n.threads[th])
			r.ReleaseMerge(th, model.Object(o))
		case 5:
			u := live[rnd.IntN(len(live))]
			n.threads[th] = n.threads[th].union(n.threads[u])
			r.Join(th, u)
		case 6:
			n.threads[th] = n.threads[th].union(n.slots[o])
			r.AcquireSlot(th, o)
		case 7:
			if rnd.IntN(2) == 0 {
				n.slots[o] = n.threads[th]
				r.ReleaseSlot(th, o)
			} else {
				n.slots[o] = n.slots[o].union(n.threads[th])
				r.ReleaseMergeSlot(th, o)
			}
		case 8:
			if rnd.IntN(8) == 0 {
				n.accesses, n.raced = nil, map[uintptr]bool{}
				r.Forget()
			}
		}
	}
	return races
}

func rightConflict(got Race, with map[AccessID]Access, word uintptr, second Access) bool {
	first, known := with[got.First.AccessID]
	return known && got.First == first && got.Second == second && got.Addr>>3 == word
}
