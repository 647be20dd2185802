package order

import "heddle/model"

// Reads is the fine time: how many readings of the clock each thread knows of. The coarse clock stands still while goroutines run, but a
// program may take for granted that time passes: that a second reading is later than the first. So a reading is the coarse time and a
// nanosecond for each reading in the longest chain of readings that happen before it, the reading itself included.
//
// Readings still commute, and no verdict depends on the order in which independent ones are made. What orders them here is program order,
// go statements, rendezvous, and the operations that acquire and release an object, in their order on that object: less than the
// happens-before of every model.Dependence, because operations on one object that commute there are not ordered here either (they only
// acquire, or they only release, and the greater of two numbers is the same in either order). A number is a function of what is ordered
// before it, so it is the same in equivalent executions, and an event that is moved with all that happens before it reads the same time.
//
// A goroutine that learns of a reading reads a later time itself, because in a program without data races it learns of it through these
// operations. Exempt operations are no events, so they order nothing here. A timer that fires makes a reading, too: what it sends is later
// than any time that the goroutine that armed it has read.
type Reads struct {
	Off     bool // an exempt operation runs
	any     bool // the execution has read the clock
	threads []int64
	objects []int64 // by their index in object.Set
	slots   []int64
}

// reset makes ready for an execution.
func (r *Reads) reset() {
	if r.any {
		clear(r.threads)
		clear(r.objects)
		clear(r.slots)
	}
	r.any = false
}

// Read makes a reading by t and returns how many nanoseconds it adds to the coarse time.
func (r *Reads) Read(t model.Thread) int64 {
	r.any = true
	n := at(&r.threads, int32(t))
	*n++
	return *n
}

// Of returns the number of readings that t knows of.
func (r *Reads) Of(t model.Thread) int64 { return known(r.threads, int32(t)) }

// learn makes the i-th of to know what the k-th of from knows.
func (r *Reads) learn(to *[]int64, i int32, from []int64, k int32) {
	if n := known(from, k); n != 0 && !r.Off {
		p := at(to, i)
		*p = max(*p, n)
	}
}

func known(list []int64, i int32) int64 {
	if int(i) >= len(list) {
		return 0
	}
	return list[i]
}

func at(list *[]int64, i int32) *int64 {
	for int(i) >= len(*list) {
		*list = append(*list, 0)
	}
	return &(*list)[i]
}

// Readings is a hash of how many readings each object and each slot knows of; 0 if none knows of any.
func (e *Edges) Readings() (sum uint64) {
	add := func(o model.Object, slot int32, n int64) {
		sum += model.HashOf(nil).Then(uint64(o)).Then(uint64(slot)).Then(uint64(n))[0]
	}
	for i, n := range e.Reads.objects {
		if n != 0 {
			add(e.objects.List[i].Name, 0, n)
		}
	}
	for i, n := range e.Reads.slots {
		if n != 0 {
			o, slot := e.objects.OfSlot(int32(i))
			add(o.Name, slot, n)
		}
	}
	return sum
}
