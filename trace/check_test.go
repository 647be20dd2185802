package trace

import (
	"strings"
	"testing"

	"heddle/model"
)

// sample is an execution of two threads that each add to an atomic, then lock and unlock a mutex, one after the other.
func sample() *Execution {
	names := model.NewNames()
	other := names.Child(0, 1)
	ops := []model.Op{{Kind: model.Add, Obj: 0, Clock: model.NoObject}, {Kind: model.Lock, Obj: 1, Clock: model.NoObject}, {Kind: model.Unlock, Obj: 1, Clock: model.NoObject}}
	x := NewExecution(names, model.Standard)
	at := map[model.Thread]int{}
	for _, t := range []model.Thread{0, 0, 0, other, other, other} {
		var s model.State
		for _, p := range []model.Pending{{Thread: 0, Parent: model.NoThread}, {Thread: other, Parent: 0}} {
			if at[p.Thread] < len(ops) {
				p.Op = ops[at[p.Thread]]
				s.Pending = append(s.Pending, p)
			}
		}
		x.Observe(&s)
		x.Append(model.Choice{Thread: t, Partner: model.NoThread})
		at[t]++
	}
	return x
}

func TestCheckFindsWhatIsBroken(t *testing.T) {
	sample().Check()
	for name, spoil := range map[string]func(*Execution){
		"a clock":          func(x *Execution) { *x.clocks.At(x.events.At(4).Clock.From)-- },
		"an index":         func(x *Execution) { x.events.At(2).Index++ },
		"a chain":          func(x *Execution) { x.touches.At(x.touches.Len() - 1).Event = 0 },
		"a state":          func(x *Execution) { x.objects[1].now.Taken = true },
		"a choice":         func(x *Execution) { x.choices = x.Choices()[1:] },
		"a thread's count": func(x *Execution) { x.threads[0].count-- },
	} {
		x := sample()
		spoil(x)
		func() {
			defer func() {
				if r, ok := recover().(string); !ok || !strings.HasPrefix(r, "trace: execution: ") {
					t.Errorf("%s: got %v, want a panic that says what is broken", name, r)
				}
			}()
			x.Check()
		}()
	}
}

// TestTruncateAndAgain checks that an execution that was cut back and grown again is the same as before.
func TestTruncateAndAgain(t *testing.T) {
	x := sample()
	hash, choices := x.Hash(), append([]model.Choice(nil), x.Choices()...)
	x.Truncate(0)
	if x.Len() != 0 || x.Hash() == hash {
		t.Fatalf("truncated: got %d events", x.Len())
	}
	y := sample()
	y.Truncate(3)
	y.Check()
	y.Append(choices[3])
	if from, to := y.RacesOf(3); !y.HappensBefore(0, 3) || y.HappensBefore(1, 3) || to != from+1 || y.Race(from) != 0 {
		t.Errorf("event 3: got %d races, want one with event 0", to-from)
	}
	y.Check()
}
