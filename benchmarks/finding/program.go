package finding

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"heddle/model"
)

// A Planted is a random program with a failure: an execution fails if it has all of the orderings. It exists twice, as a Go test and as a toy
// program (package prog), with the same traces.
//
// The main thread starts two to five threads, waits for all, and looks at what they have seen. They use variables, a mutex and a channel of
// all (noise), wait for one another now and then, and have two to five traps: operations of two threads on an object of their own, whose
// order decides what is seen. So the orderings change nothing but what is seen.
type Planted struct {
	Seed            uint64
	Traces, Failing float64 // how many traces there are, and how many of them fail
	Orderings       []Ordering
	threads         [][]op
	objects         []object
	sees            []string // Go expressions: all hold if and only if the execution has the orderings
}

// An Ordering is that of two dependent operations of two threads.
type Ordering struct{ First, Then Event }

// An Event is event number N, from 0 on, of the thread that is started as number Thread, from 0 on.
type Event struct{ Thread, N int }

// An op is one visible operation.
type op struct {
	kind model.Kind
	on   string // the object
	goes string // as Go
	toy  string // as an instruction of package prog
	*id
}

// An id is what an ordering knows an op by.
type id struct{ at Event }

// An object is a variable that threads share.
type object struct{ name, goes, toy, begin string }

// rare is the greatest share of the traces that fails.
const rare = 1e-5

// New returns the random program of the seed with a rare failure; false if its traces are too many to count, or no failure that was
// tried is rare.
func New(seed uint64) (*Planted, bool) {
	p := draw(seed, 16)
	return p, p.Traces > 0 && p.Failing > 0 && p.Failing <= rare*p.Traces
}

// draw returns the random program of the seed. It has so many traps, and up to 13 more.
func draw(seed uint64, traps int) *Planted {
	r := rand.New(rand.NewPCG(seed, 13))
	g := &generator{Planted: Planted{Seed: seed}, r: r, units: make([][][]op, 3+r.IntN(5)/2)}
	for _, x := range []string{"x0", "x1", "x2"} {
		g.declare(object{name: x, goes: "var %s atomic.Int64", toy: "atomic %s"})
	}
	g.declare(object{name: "m", goes: "var %s sync.Mutex", toy: "mutex %s"})
	g.declare(object{name: "c", goes: "%s := make(chan int, 100)", toy: "chan %s:100"})
	for t := range g.units {
		for range 1 + r.IntN(5) {
			g.units[t] = append(g.units[t], g.noise())
		}
	}
	for range r.IntN(3) {
		g.wait()
	}
	for range traps + r.IntN(14) {
		g.trap()
	}
	g.number()
	g.plant()
	return &g.Planted
}

// plant makes what a witness has the failure, the first of some witnesses whose failure is rare, or the last.
func (g *generator) plant() {
	all := &counter{p: &g.Planted, known: map[uint64]float64{}}
	g.Traces = all.all()
	g.uniform, g.often = g.r.IntN(3) == 0, []float64{0.05, 0.2, 1}[g.r.IntN(3)]
	for try := 0; g.Traces > 0 && try < 20; try++ {
		g.Orderings, g.sees = nil, nil
		g.witness(all)
		g.Failing = (&counter{p: &g.Planted, known: map[uint64]float64{}, failing: true}).all()
		if g.Failing > 0 && g.Failing <= rare*g.Traces {
			return
		}
	}
}

// A generator makes one program.
type generator struct {
	Planted
	r       *rand.Rand
	units   [][][]op // by thread: what it does, operations that stand together in one list
	names   int
	judges  []func(before func(a, b op) bool) // decide what the failure needs
	uniform bool                              // see witness
	often   float64
}

func (g *generator) declare(o object) { g.objects = append(g.objects, o) }

// name returns a new name.
func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprint(prefix, g.names)
}

// shared declares an object of a trap.
func (g *generator) shared(prefix, goes, toy, begin string) string {
	name := g.name(prefix)
	g.declare(object{name, goes, toy, begin})
	return name
}

// do returns an operation, with the object's name in place of each %s.
func do(kind model.Kind, on, goes, toy string) op {
	return op{kind, on, strings.ReplaceAll(goes, "%s", on), strings.ReplaceAll(toy, "%s", on), new(id)}
}

// noise returns what no ordering is about.
func (g *generator) noise() []op {
	x := fmt.Sprint("x", g.r.IntN(3))
	access := []op{
		do(model.Load, x, "%s.Load()", "v = load %s"), do(model.Store, x, "%s.Store(1)", "store %s 1"), do(model.Add, x, "%s.Add(1)", "v = add %s 1"),
	}[g.r.IntN(3)]
	switch g.r.IntN(8) {
	case 0, 1:
		return []op{do(model.Lock, "m", "%s.Lock()", "lock %s"), access, do(model.Unlock, "m", "%s.Unlock()", "unlock %s")}
	case 2:
		return []op{do(model.Send, "c", "%s <- 1", "send %s 1")}
	case 3:
		return []op{do(model.Select, "c", "select { case <-%s: default: }", "v = select recv %s | default")}
	}
	return []op{access}
}

// insert inserts units into thread t, at random places, in this order.
func (g *generator) insert(t int, units ...[]op) {
	at := make([]int, len(units))
	for i := range at {
		at[i] = g.r.IntN(len(g.units[t]) + 1)
	}
	slices.Sort(at)
	for i := len(units) - 1; i >= 0; i-- {
		g.units[t] = slices.Insert(g.units[t], at[i], units[i])
	}
}

// two draws two threads.
func (g *generator) two() (a, b int) {
	a = g.r.IntN(len(g.units))
	return a, (a + 1 + g.r.IntN(len(g.units)-1)) % len(g.units)
}

// wait lets a thread wait for one with a smaller number, so there is no deadlock.
func (g *generator) wait() {
	a, b := g.two()
	a, b = min(a, b), max(a, b)
	if g.r.IntN(2) == 0 {
		w := g.shared("w", "var %s sync.WaitGroup", "waitgroup %s", "wgadd %s 1")
		g.insert(a, []op{do(model.WGDone, w, "%s.Done()", "wgdone %s")})
		g.insert(b, []op{do(model.WGWait, w, "%s.Wait()", "wgwait %s")})
		return
	}
	c := g.shared("c", "%s := make(chan int, 1)", "chan %s:1", "")
	g.insert(a, []op{do(model.Send, c, "%s <- 1", "send %s 1")})
	g.insert(b, []op{do(model.Recv, c, "<-%s", "v = recv %s")})
}

const atomically, channel = "var %s atomic.Int64", "%s := make(chan int, 2)"

// trap plants operations whose order decides what is seen. When the witness is known, which order it has is what the failure needs.
func (g *generator) trap() {
	a, b := g.two()
	v := g.name("v")
	if kind := g.r.IntN(8); kind < len(pairs) {
		g.pair(a, b, v, pairs[kind])
		return
	}
	f := g.shared("f", atomically, "atomic %s", "")
	if g.r.IntN(2) == 0 { // a state that is passed
		one, two := do(model.Store, f, "%s.Store(1)", "store %s 1"), do(model.Store, f, "%s.Store(2)", "store %s 2")
		load := do(model.Load, f, v+" = int(%s.Load())", "v = load %s")
		g.insert(a, []op{one}, []op{two})
		g.insert(b, []op{load})
		g.declare(object{name: v, goes: "%s := 0"})
		g.judge(func(before func(a, b op) bool) {
			switch {
			case before(load, one):
				g.need(load, one, v+" == 0")
			case before(two, load):
				g.need(two, load, v+" == 2")
			default:
				g.need(one, load, v+" == 1")
				g.need(load, two, v+" == 1")
			}
		})
		return
	}
	var loads, stores []op // an update that may be lost
	for i, t := range []int{a, b} {
		mine := fmt.Sprint(v, "of", i)
		loads = append(loads, do(model.Load, f, mine+" := %s.Load()", "v = load %s"))
		stores = append(stores, do(model.Store, f, "%s.Store("+mine+" + 1)", "store %s 1"))
		g.insert(t, loads[i:], stores[i:])
	}
	g.judge(func(before func(a, b op) bool) {
		if before(loads[0], stores[1]) && before(loads[1], stores[0]) {
			g.need(loads[0], stores[1], f+".Load() == 1")
			g.need(loads[1], stores[0], f+".Load() == 1")
		}
	})
}

// A pair is a trap of two operations. With v in place of each $, sees says in Go that the first came first, or that it did not.
type pair struct {
	goes, toy   string // of the object
	one, two    op
	first, then string
	unlock      bool // each is a lock
}

var pairs = []pair{
	{atomically, "atomic %s", op{kind: model.Store, goes: "%s.Store(1)", toy: "store %s 1"},
		op{kind: model.Load, goes: "$ = int(%s.Load())", toy: "v = load %s"}, "$ == 1", "$ == 0", false},
	{"var %s sync.Mutex; n%s := 0", "mutex %s", op{kind: model.Lock, goes: "%s.Lock(); $ = n%s; n%s++", toy: "lock %s"},
		op{kind: model.Lock, goes: "%s.Lock(); n%s++", toy: "lock %s"}, "$ == 0", "$ == 1", true},
	{channel, "chan %s:2", op{kind: model.Send, goes: "%s <- 1", toy: "send %s 1"}, op{kind: model.Send, goes: "%s <- 2", toy: "send %s 2"},
		"<-%s == 1", "<-%s == 2", false},
	{atomically, "atomic %s", op{kind: model.CAS, goes: "if %s.CompareAndSwap(0, 1) { $ = 1 }", toy: "v = cas %s 0 1"},
		op{kind: model.CAS, goes: "%s.CompareAndSwap(0, 1)", toy: "v = cas %s 0 1"}, "$ == 1", "$ == 0", false},
	{atomically, "atomic %s", op{kind: model.Add, goes: "$ = int(%s.Add(1))", toy: "v = add %s 1"}, op{kind: model.Add, goes: "%s.Add(1)", toy: "v = add %s 1"},
		"$ == 1", "$ == 2", false},
	{channel, "chan %s:2", op{kind: model.Close, goes: "close(%s)", toy: "close %s"},
		op{kind: model.Select, goes: "select { case <-%s: $ = 1; default: }", toy: "v = select recv %s | default"}, "$ == 1", "$ == 0", false},
}

// pair plants p in threads a and b.
func (g *generator) pair(a, b int, v string, p pair) {
	o := g.shared("o", p.goes, p.toy, "")
	fill := func(s string) string { return strings.ReplaceAll(strings.ReplaceAll(s, "%s", o), "$", v) }
	one, two := do(p.one.kind, o, fill(p.one.goes), p.one.toy), do(p.two.kind, o, fill(p.two.goes), p.two.toy)
	for i, first := range []op{one, two} {
		unit := []op{first}
		if p.unlock {
			unit = append(unit, do(model.Unlock, o, "%s.Unlock()", "unlock %s"))
		}
		g.insert([]int{a, b}[i], unit)
	}
	g.declare(object{name: v, goes: "%s := 0"})
	g.judge(func(before func(a, b op) bool) {
		if before(one, two) {
			g.need(one, two, fill(p.first))
		} else {
			g.need(two, one, fill(p.then))
		}
	})
}

// judge keeps what decides, when the witness is known, what the failure needs.
func (g *generator) judge(f func(before func(a, b op) bool)) { g.judges = append(g.judges, f) }

// need makes an ordering one that the failure needs. sees says in Go that an execution has it.
func (g *generator) need(first, then op, sees string) {
	g.Orderings = append(g.Orderings, Ordering{first.at, then.at})
	if !slices.Contains(g.sees, sees) {
		g.sees = append(g.sees, sees)
	}
}

// witness draws an execution, which fails. all has counted the traces.
//
// In one of three programs it is any trace, each with the same probability. In the others each thread has a priority, and one that has done
// something gets a new one: nearly always, as in a random walk, or now and then, so there are few switches.
func (g *generator) witness(all *counter) {
	var priorities [most]float64
	for t := range priorities {
		priorities[t] = g.r.Float64()
	}
	order, at, asleep := map[*id]int{}, position{}, uint8(0)
	for {
		best, next := -1, uint8(0)
		left := g.r.Float64() * all.count(at, asleep)
		for t := range g.threads {
			if int(at[t]) == len(g.threads[t]) || asleep&(1<<t) != 0 || !all.enabled(at, t) {
				continue
			}
			if g.uniform {
				there := at
				there[t]++
				if n := all.count(there, all.awake(asleep, at, t)); n > 0 && (best < 0 || left > 0) {
					best, next = t, all.awake(asleep, at, t)
					left -= n
				}
				asleep |= 1 << t
			} else if best < 0 || priorities[t] > priorities[best] {
				best = t
			}
		}
		if best < 0 {
			break
		}
		asleep = next
		order[g.threads[best][at[best]].id] = len(order)
		if at[best]++; g.r.Float64() < g.often {
			priorities[best] = g.r.Float64()
		}
	}
	for _, f := range g.judges {
		f(func(a, b op) bool { return order[a.id] < order[b.id] })
	}
}

// number notes where the operations are.
func (g *generator) number() {
	g.threads = make([][]op, len(g.units))
	for t := range g.units {
		g.threads[t] = slices.Concat(g.units[t]...)
		for n, o := range g.threads[t] {
			o.at = Event{t, n}
		}
	}
}

// File returns a Go test file with these programs.
func File(programs []*Planted) string {
	text := "package finding\n\nimport (\n\"sync\"\n\"sync/atomic\"\n\"testing\"\n)\n\nvar _ atomic.Int64\n"
	for _, p := range programs {
		text += "\n" + p.Go()
	}
	return text
}

// Name is that of the Go test.
func (p *Planted) Name() string { return fmt.Sprintf("TestP%d", p.Seed) }

// Go returns the program as a test function.
func (p *Planted) Go() string {
	var b strings.Builder
	fmt.Fprintf(&b, "func %s(t *testing.T) {\n", p.Name())
	for _, o := range p.objects {
		fmt.Fprintf(&b, "%s; _ = &%s\n", strings.ReplaceAll(o.goes, "%s", o.name), o.name)
		if o.begin != "" {
			fmt.Fprintf(&b, "%s.Add(1)\n", o.name)
		}
	}
	fmt.Fprintf(&b, "var all sync.WaitGroup\nall.Add(%d)\n", len(p.threads))
	for _, thread := range p.threads {
		b.WriteString("go func() {\ndefer all.Done()\n")
		for _, o := range thread {
			b.WriteString(o.goes + "\n")
		}
		b.WriteString("}()\n")
	}
	fmt.Fprintf(&b, "all.Wait()\nif %s { t.Error(\"planted\") }\n}\n", strings.Join(p.sees, " && "))
	return b.String()
}

// Toy returns the program as package prog reads it.
func (p *Planted) Toy() string {
	var b, begin strings.Builder
	for _, o := range p.objects {
		if o.toy != "" {
			fmt.Fprintln(&b, strings.ReplaceAll(o.toy, "%s", o.name))
		}
		if o.begin != "" {
			fmt.Fprintln(&begin, strings.ReplaceAll(o.begin, "%s", o.name))
		}
	}
	fmt.Fprintf(&b, "waitgroup all\nthread main\n%swgadd all %d\n", begin.String(), len(p.threads))
	for t := range p.threads {
		fmt.Fprintf(&b, "spawn t%d\n", t)
	}
	b.WriteString("wgwait all\n")
	for t, thread := range p.threads {
		fmt.Fprintf(&b, "thread t%d\n", t)
		for _, o := range thread {
			b.WriteString(o.toy + "\n")
		}
		b.WriteString("wgdone all\n")
	}
	return b.String()
}

// Fails reports whether an execution of the toy program has all of the orderings.
func (p *Planted) Fails(names *model.Names, choices []model.Choice) bool {
	at := make([][]int, len(p.threads))
	for i, c := range choices {
		if t := int(c.Thread) - 1; t >= 0 {
			at[t] = append(at[t], i)
		}
	}
	for _, o := range p.Orderings {
		if at[o.First.Thread][o.First.N] > at[o.Then.Thread][o.Then.N] {
			return false
		}
	}
	return true
}
