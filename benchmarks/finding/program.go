// Package finding measures which algorithm finds a rare failure first, on random programs with a planted failure.
package finding

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"heddle/model"
	"heddle/prog"
)

// A Planted is a random program with a failure: an execution fails if it has all of the orderings.
type Planted struct {
	Program   *prog.Program
	Text      string
	Orderings []Ordering
}

// An Ordering is that of a store before a load of one variable, or the other way round.
type Ordering struct{ First, Then Event }

// An Event is event number N, from 0 on, of the thread that is started as number Thread, from 1 on.
type Event struct{ Thread, N int }

// New returns a random program, the same for the same seed. Each of its two to five threads does up to ten things: it loads or stores one
// of three variables, or does so with a lock. The orderings, two to five, are each between operations of two threads, on a variable
// that nothing else uses.
func New(seed uint64) *Planted {
	r := rand.New(rand.NewPCG(seed, 13))
	threads := make([][]string, 2+r.IntN(4))
	for t := range threads {
		for range 3 + r.IntN(8) {
			access := []string{"v = load x%d", "store x%d 1"}[r.IntN(2)]
			access = fmt.Sprintf(access, r.IntN(3))
			if r.IntN(4) == 0 {
				access = "lock m\n" + access + "\nunlock m"
			}
			threads[t] = append(threads[t], access)
		}
	}
	p := &Planted{}
	n := 2 + r.IntN(4)
	for i := range n {
		a := r.IntN(len(threads))
		b := (a + 1 + r.IntN(len(threads)-1)) % len(threads)
		insert(r, &threads[a], fmt.Sprintf("store f%d 1", i))
		insert(r, &threads[b], fmt.Sprintf("v = load f%d", i))
	}
	text := "atomic x0 x1 x2"
	for i := range n {
		text += fmt.Sprintf(" f%d", i)
	}
	text += "\nmutex m\nthread main\n"
	for t := range threads {
		text += fmt.Sprintf("spawn t%d\n", t)
	}
	where := map[string]Event{}
	for t := range threads {
		text += fmt.Sprintf("thread t%d\n", t)
		for i, line := range strings.Split(strings.Join(threads[t], "\n"), "\n") {
			text += line + "\n"
			where[line] = Event{t + 1, i}
		}
	}
	for i := range n {
		o := Ordering{where[fmt.Sprintf("store f%d 1", i)], where[fmt.Sprintf("v = load f%d", i)]}
		if r.IntN(2) == 0 {
			o.First, o.Then = o.Then, o.First
		}
		p.Orderings = append(p.Orderings, o)
	}
	var err error
	if p.Program, err = prog.Parse(text); err != nil {
		panic("finding: " + err.Error())
	}
	p.Text = text
	return p
}

func insert(r *rand.Rand, list *[]string, line string) {
	i := r.IntN(len(*list) + 1)
	*list = append((*list)[:i], append([]string{line}, (*list)[i:]...)...)
}

// Fails reports whether an execution has all of the orderings.
func (p *Planted) Fails(names *model.Names, choices []model.Choice) bool {
	at := map[Event]int{}
	count := map[int]int{}
	for i, c := range choices {
		var t int
		fmt.Sscanf(names.Path(c.Thread), "0.%d", &t)
		at[Event{t, count[t]}] = i
		count[t]++
	}
	for _, o := range p.Orderings {
		i, ok := at[o.First]
		j, both := at[o.Then]
		if !ok || !both || i > j {
			return false
		}
	}
	return true
}
