package share

import "sync"

// An Order lets several explorations write one output, each of them in its place: what the first one writes comes first, at once; what the
// others write comes when all before them have ended. Its methods may be called concurrently.
type Order struct {
	mu    sync.Mutex
	front int
	held  map[int][]func()
	ended map[int]bool
}

// Write calls f when it is the turn of the exploration with this number, from 0 on.
func (o *Order) Write(number int, f func()) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if number == o.front {
		f()
		return
	}
	if o.held == nil {
		o.held = map[int][]func(){}
	}
	o.held[number] = append(o.held[number], f)
}

// End ends the output of the exploration with this number.
func (o *Order) End(number int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.ended == nil {
		o.ended = map[int]bool{}
	}
	o.ended[number] = true
	for o.ended[o.front] {
		o.front++
		for _, f := range o.held[o.front] {
			f()
		}
		delete(o.held, o.front)
	}
}
