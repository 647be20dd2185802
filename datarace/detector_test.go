package datarace

import (
	"testing"

	"heddle/model"
)

// racesWith returns a Detector in which thread 0 has started the threads 1 to n-1.
func racesWith(n int) *Detector {
	r := new(Detector)
	r.Reset()
	startRaces(r, n)
	return r
}

func startRaces(r *Detector, n int) {
	r.Start(0, model.NoThread)
	for t := 1; t < n; t++ {
		r.Start(model.Thread(t), 0)
	}
}

// A raceStep is one call of a method of a Detector, for tables.
type raceStep struct {
	do         string // read or write for Access, load or add for Atomic, or the name of another method
	t          model.Thread
	arg        int     // the object, slot or thread; the address
	size       uintptr // of an access
	wantsARace bool
}

func TestRaces(t *testing.T) {
	for _, test := range []struct {
		name  string
		steps []raceStep
	}{
		{"two reads", []raceStep{{"read", 0, 64, 0, false}, {"read", 1, 64, 0, false}}},
		{"write read", []raceStep{{"write", 0, 64, 0, false}, {"read", 1, 64, 0, true}}},
		{"read write", []raceStep{{"read", 0, 64, 0, false}, {"write", 1, 64, 0, true}}},
		{"write write", []raceStep{{"write", 0, 64, 0, false}, {"write", 1, 64, 0, true}}},
		{"load load", []raceStep{{"load", 0, 64, 4, false}, {"load", 1, 64, 4, false}}},
		{"load add", []raceStep{{"load", 0, 64, 4, false}, {"add", 1, 64, 4, false}, {"load", 0, 64, 4, false}}},
		{"load read", []raceStep{{"load", 0, 64, 4, false}, {"read", 1, 64, 0, false}}},
		{"load write", []raceStep{{"load", 0, 64, 4, false}, {"write", 1, 64, 0, true}}},
		{"write load", []raceStep{{"write", 0, 64, 0, false}, {"load", 1, 64, 4, true}}},
		{"add read", []raceStep{{"add", 0, 64, 4, false}, {"read", 1, 67, 0, true}}},
		{"read add", []raceStep{{"read", 0, 67, 0, false}, {"add", 1, 64, 4, true}}},
		{"beside an atomic variable", []raceStep{{"write", 0, 68, 0, false}, {"add", 1, 64, 4, false}}},
		{"own write, then add", []raceStep{{"write", 0, 64, 4, false}, {"add", 0, 64, 4, false}, {"load", 1, 64, 4, true}}},
		{"own add, then write", []raceStep{{"add", 0, 64, 4, false}, {"write", 0, 64, 4, false}, {"load", 1, 64, 4, true}}},
		{"own read, then add", []raceStep{{"read", 0, 64, 4, false}, {"add", 0, 64, 4, false}, {"add", 1, 64, 4, true}}},
		{"a write known, an atomic one after it", []raceStep{
			{"write", 0, 64, 4, false}, {"Release", 0, 0, 0, false}, {"Acquire", 1, 0, 0, false}, {"add", 1, 64, 4, false}, {"load", 2, 64, 4, true}}},
		{"once a word", []raceStep{
			{"write", 0, 64, 0, false}, {"write", 1, 64, 0, true}, {"write", 2, 64, 0, false}, {"write", 2, 71, 0, false}}},
		{"two bytes of a word", []raceStep{{"write", 0, 64, 0, false}, {"write", 1, 65, 0, false}, {"write", 0, 64, 0, false}}},
		{"range", []raceStep{{"write", 0, 100, 0, false}, {"read", 1, 65, 35, false}, {"read", 1, 65, 36, true}}},
		{"range of one byte", []raceStep{{"write", 0, 64, 1, false}, {"read", 1, 65, 7, false}, {"read", 1, 64, 8, true}}},
		{"an older reader", []raceStep{
			{"read", 0, 64, 0, false}, {"read", 1, 64, 0, false}, {"read", 2, 64, 0, false}, {"Release", 1, 0, 0, false},
			{"Release", 2, 1, 0, false}, {"Acquire", 0, 0, 0, false}, {"write", 0, 64, 0, true}}},
		{"released", []raceStep{
			{"write", 0, 64, 0, false}, {"Release", 0, 0, 0, false}, {"Acquire", 1, 0, 0, false}, {"write", 1, 64, 0, false}}},
		{"after the release", []raceStep{
			{"Release", 0, 0, 0, false}, {"write", 0, 64, 0, false}, {"Acquire", 1, 0, 0, false}, {"write", 1, 64, 0, true}}},
		{"other object", []raceStep{
			{"write", 0, 64, 0, false}, {"Release", 0, 0, 0, false}, {"Acquire", 1, 1, 0, false}, {"write", 1, 64, 0, true}}},
		{"slot and object", []raceStep{
			{"write", 0, 64, 0, false}, {"Release", 0, 0, 0, false}, {"AcquireSlot", 1, 0, 0, false}, {"write", 1, 64, 0, true}}},
		{"slot", []raceStep{
			{"write", 0, 64, 0, false}, {"ReleaseSlot", 0, 3, 0, false}, {"AcquireSlot", 1, 3, 0, false}, {"write", 1, 64, 0, false}}},
		{"overwritten release", []raceStep{
			{"write", 0, 64, 0, false}, {"Release", 0, 0, 0, false}, {"Release", 1, 0, 0, false}, {"Acquire", 2, 0, 0, false},
			{"read", 2, 64, 0, true}}},
		{"merged release", []raceStep{
			{"write", 0, 64, 0, false}, {"ReleaseMerge", 0, 0, 0, false}, {"ReleaseMerge", 1, 0, 0, false}, {"Acquire", 2, 0, 0, false},
			{"read", 2, 64, 0, false}}},
		{"start", []raceStep{{"write", 0, 64, 0, false}, {"Start", 9, 0, 0, false}, {"write", 9, 64, 0, false}}},
		{"after the start", []raceStep{{"Start", 9, 0, 0, false}, {"write", 0, 64, 0, false}, {"write", 9, 64, 0, true}}},
		{"join", []raceStep{{"write", 0, 64, 0, false}, {"Join", 1, 0, 0, false}, {"write", 1, 64, 0, false}}},
		{"after the join", []raceStep{{"Join", 1, 0, 0, false}, {"write", 0, 64, 0, false}, {"write", 1, 64, 0, true}}},
		{"join the other way", []raceStep{{"write", 0, 64, 0, false}, {"Join", 0, 1, 0, false}, {"write", 1, 64, 0, true}}},
		{"forgotten", []raceStep{{"write", 0, 64, 0, false}, {"Forget", 0, 0, 0, false}, {"write", 1, 64, 0, false}, {"write", 0, 64, 0, true}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r := racesWith(3)
			for i, s := range test.steps {
				if got := s.apply(r); got != s.wantsARace {
					t.Errorf("step %d, %+v: got a race: %v, want %v", i, s, got, s.wantsARace)
				}
			}
		})
	}
}

func (s raceStep) apply(r *Detector) (raced bool) {
	switch s.do {
	case "read", "write":
		raced = r.Access(s.t, uintptr(s.arg), s.size, s.do == "write") != nil
	case "load", "add":
		raced = r.Atomic(s.t, uintptr(s.arg), s.size, s.do == "add") != nil
	case "Acquire":
		r.Acquire(s.t, model.Object(s.arg))
	case "Release":
		r.Release(s.t, model.Object(s.arg))
	case "ReleaseMerge":
		r.ReleaseMerge(s.t, model.Object(s.arg))
	case "AcquireSlot":
		r.AcquireSlot(s.t, int32(s.arg))
	case "ReleaseSlot":
		r.ReleaseSlot(s.t, int32(s.arg))
	case "Start":
		r.Start(s.t, model.Thread(s.arg))
	case "Join":
		r.Join(s.t, model.Thread(s.arg))
	case "Forget":
		r.Forget()
	default:
		panic("no such step: " + s.do)
	}
	return raced
}

func TestConflict(t *testing.T) {
	r := racesWith(3)
	r.Access(1, 8, 0, false)
	r.Access(1, 80, 4, true)
	r.Access(2, 8, 0, false)
	got := r.Access(2, 77, 8, false)
	want := Race{Access{AccessID{1, 2}, true, false}, Access{AccessID{2, 2}, false, false}, 80}
	if got == nil || *got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestRacesReset checks that nothing of one execution is left in the next.
func TestRacesReset(t *testing.T) {
	r := racesWith(2)
	r.Access(0, 64, 0, true)
	r.Release(0, 0)
	r.ReleaseSlot(0, 0)
	r.Reset()
	r.Start(7, model.NoThread)
	r.Start(1, 7)
	if c := r.Access(1, 64, 0, true); c != nil {
		t.Errorf("got %+v, want no race with an earlier execution", c)
	}
	r.Acquire(7, 0)
	r.AcquireSlot(7, 0)
	got := r.Access(7, 64, 0, true)
	want := Race{Access{AccessID{1, 1}, true, false}, Access{AccessID{7, 1}, true, false}, 64}
	if got == nil || *got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestRacesWrap checks that old accesses do not come back when the generation overflows.
func TestRacesWrap(t *testing.T) {
	r := racesWith(2)
	r.Access(0, 64, 0, true)
	r.Release(0, 0)
	r.shadow.gen, r.run = ^uint32(0), ^uint32(0)
	r.Reset()
	startRaces(r, 2)
	r.Acquire(1, 0)
	if c := r.Access(1, 64, 0, true); c != nil {
		t.Errorf("got %+v, want no race", c)
	}
	if r.Access(0, 64, 0, true) == nil {
		t.Errorf("got no race, want one: object 0 is not released in this execution")
	}
}

func TestLargeRange(t *testing.T) {
	r := racesWith(2)
	const size = 16 << 20
	r.Access(0, 1<<30+3, size, true)
	if got := len(r.shadow.cells) * cellSize; got <= keepSize {
		t.Fatalf("got a table of %d bytes, want one that is too large to keep", got)
	}
	c := r.Access(1, 1<<30+size+2, 1, false)
	if c == nil || c.Addr != 1<<30+size+2 {
		t.Errorf("got %+v, want a race at the last byte", c)
	}
	if c := r.Access(1, 1<<30+size+3, 1, false); c != nil {
		t.Errorf("got %+v, want no race beyond the last byte", c)
	}
	c = r.Access(1, 1<<30, size, true)
	if c == nil || c.Addr != 1<<30+3 {
		t.Errorf("got %+v, want a race at the first common byte", c)
	}
	r.Reset()
	if got := len(r.shadow.cells); got != minCells {
		t.Errorf("got %d cells after Reset, want %d", got, minCells)
	}
	if r.Partial() {
		t.Errorf("got Partial, want all accesses kept")
	}
}

func BenchmarkAccessSameEpoch(b *testing.B) {
	r := racesWith(2)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Access(1, uintptr(0xc000100000+i&63*8), 0, true)
	}
}

func BenchmarkAccessRange(b *testing.B) {
	r := racesWith(2)
	b.ReportAllocs()
	b.SetBytes(4096)
	for b.Loop() {
		r.Access(1, 0xc000100000, 4096, true)
		r.Release(1, 0)
	}
}

func BenchmarkAccessReadShared(b *testing.B) {
	r := racesWith(4)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		r.Access(model.Thread(i&3), uintptr(0xc000100000+i>>2&63*8), 0, false)
	}
}

// BenchmarkAccessUnderLock: each iteration is a lock, two accesses and an unlock.
func BenchmarkAccessUnderLock(b *testing.B) {
	r := racesWith(4)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		t := model.Thread(i & 3)
		r.Acquire(t, 0)
		r.Access(t, 0xc000100008, 0, false)
		if r.Access(t, 0xc000100008, 0, true) != nil {
			b.Fatal("got a race, want none")
		}
		r.Release(t, 0)
	}
}

// BenchmarkRacesExecution: each iteration is an execution of two threads that write 32 words each.
func BenchmarkRacesExecution(b *testing.B) {
	r := new(Detector)
	b.ReportAllocs()
	for b.Loop() {
		r.Reset()
		startRaces(r, 2)
		for t := range model.Thread(2) {
			for i := range uintptr(32) {
				r.Access(t, 0xc000100000+uintptr(t)<<8+i*8, 0, true)
			}
			r.Release(t, model.Object(t))
		}
	}
}
