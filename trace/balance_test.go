package trace

import (
	"math/rand/v2"
	"testing"

	"heddle/model"
)

// TestBalance compares Balance with its definition: the Dones can be matched if and only if no set of events that is closed under
// happens-before, with what the counter was found with, is below zero; and Excess finds none if and only if the set is at zero.
func TestBalance(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	held, failed, zero := 0, 0, 0
	for range 3000 {
		x, found := counters(r)
		if x.Newest(0) < 0 {
			continue
		}
		b := NewBalance(x)
		holds := b.Of(0)
		if all := b.Holds(); all != holds {
			t.Fatalf("got %v for the WaitGroup and %v for all", holds, all)
		}
		least := int64(0)
		for set := range 1 << x.Len() {
			sum, closed := sumOf(x, set)
			if !closed {
				continue
			}
			sum += found
			least = min(least, sum)
			if !holds {
				continue
			}
			_, some := b.Excess(func(e int32) bool { return set>>e&1 > 0 })
			if some == (sum == 0) {
				t.Fatalf("a set of events with the sum %d: got an Add that is not used up: %v", sum, some)
			}
			if sum == 0 {
				zero++
			}
		}
		if holds != (least >= 0) {
			t.Fatalf("got %v, where the counter can become %d", holds, least)
		}
		if holds {
			held++
		} else {
			failed++
		}
	}
	if held < 500 || failed < 500 || zero < 500 {
		t.Errorf("got %d balanced executions, %d that are not, and %d sets with the sum 0: too few", held, failed, zero)
	}
}

// counters returns a random execution of threads that add to one WaitGroup and to atomic variables, which order them. No Done fails in the
// execution itself. It also returns what the counter was found with.
func counters(r *rand.Rand) (*Execution, int64) {
	names := model.NewNames()
	threads := []model.Thread{0}
	for k := range 3 {
		threads = append(threads, names.Child(0, k+1))
	}
	x, n := NewExecution(names, model.Balanced), int64(r.IntN(2))
	counter := n
	for range 5 + r.IntN(5) {
		var s model.State
		at := r.IntN(len(threads))
		op := model.Op{Kind: model.Add, Obj: model.Object(1 + r.IntN(3)), Clock: model.NoObject}
		switch k := int64(r.IntN(3)); {
		case r.IntN(3) == 0:
		case r.IntN(2) == 0:
			op = model.Op{Kind: model.WGAdd, Obj: 0, Arg: k, Clock: model.NoObject}
		case k > 0 && counter >= k:
			op = model.Op{Kind: model.WGDone, Obj: 0, Arg: -k, Clock: model.NoObject}
		}
		if op.Obj == 0 {
			counter += op.Arg
		}
		s.Pending = []model.Pending{{Thread: threads[at], Parent: model.NoThread, Op: op}}
		s.Found = []model.Found{{Obj: 0, N: int32(n)}}
		x.Observe(&s)
		x.Append(model.Choice{Thread: threads[at], Partner: model.NoThread})
	}
	return x, n
}

// sumOf returns the sum of the Adds and Dones of a set of events, and whether it has all that happens before them.
func sumOf(x *Execution, set int) (sum int64, closed bool) {
	for j := range x.Len() {
		if set>>j&1 == 0 {
			continue
		}
		if op := x.Op(j); op.Obj == 0 {
			sum += op.Arg
		}
		for i := range j {
			if set>>i&1 == 0 && x.HappensBefore(i, j) {
				return 0, false
			}
		}
	}
	return sum, true
}
