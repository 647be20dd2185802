package cover

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"heddle/result"
)

// program is a program with two packages.
type program struct {
	functions [2][]result.Function
	counters  map[[2]int][]uint32
	err       error
}

func (p *program) Begin() {}

func (p *program) Functions(visit func(pkg, function int, f result.Function)) error {
	for pkg, list := range p.functions {
		for i, f := range list {
			visit(pkg, i, f)
		}
	}
	return p.err
}

func (p *program) Counters(visit func(pkg, function int, counters []uint32)) error {
	for at, counters := range p.counters {
		visit(at[0], at[1], counters)
	}
	return nil
}

// TestReached checks that each entry of a block is told once, and that a counter may overflow.
func TestReached(t *testing.T) {
	defer Register(nil)
	Register(nil)
	if Begin() != nil {
		t.Fatal("a program without counters has counts")
	}
	p := &program{counters: map[[2]int][]uint32{{7, 7}: {1}}}
	p.functions[0] = []result.Function{{Name: "a", Blocks: make([]result.Block, 2)}, {Name: "b", Blocks: make([]result.Block, 1)}}
	p.functions[1] = []result.Function{{Name: "c", Blocks: make([]result.Block, 2)}}
	Register(p)
	c := Begin()
	if n := len(c.Functions()); n != 3 {
		t.Fatalf("got %d functions, want 3", n)
	}
	for _, step := range []struct {
		at       [2]int
		counters []uint32
		want     map[int]uint64
	}{
		{[2]int{0, 1}, []uint32{0}, nil},
		{[2]int{1, 0}, []uint32{0, 3}, map[int]uint64{4: 3}},
		{[2]int{1, 0}, []uint32{0, 3}, nil},
		{[2]int{0, 0}, []uint32{math.MaxUint32, 1}, map[int]uint64{0: math.MaxUint32, 1: 1}},
		{[2]int{0, 0}, []uint32{1, 1}, map[int]uint64{0: 2}},
	} {
		p.counters[step.at] = step.counters
		if got := c.Reached(); !reflect.DeepEqual(got, step.want) {
			t.Errorf("with %v at %v: got %v, want %v", step.counters, step.at, got, step.want)
		}
	}
	p.err = errors.New("unknown format")
	if Begin() != nil {
		t.Error("a program whose counters cannot be read has counts")
	}
}
