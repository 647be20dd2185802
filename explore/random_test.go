package explore_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"heddle/explore"
	"heddle/explore/search"
	"heddle/model"
	"heddle/prog"
)

var (
	seeds = flag.Uint64("seeds", 100, "the number of random programs of each theme")
	first = flag.Uint64("seed", 0, "the first seed")
)

func TestMain(m *testing.M) {
	flag.Parse()
	search.Checking = flag.Lookup("test.bench").Value.String() == ""
	os.Exit(m.Run())
}

// themes are sets of sorts for random programs.
var themes = map[string][]prog.Sort{
	"memory":    {prog.Atomic, prog.Plain},
	"mutex":     {prog.Mutex, prog.Mutex, prog.Atomic},
	"rwmutex":   {prog.RWMutex, prog.RWMutex, prog.Atomic, prog.Mutex},
	"waitgroup": {prog.WaitGroup, prog.WaitGroup, prog.Atomic},
	"once":      {prog.Once, prog.Once, prog.Mutex, prog.Atomic},
	"cond":      {prog.Cond, prog.Cond, prog.Mutex},
	"chan":      {prog.Chan},
	"chans":     {prog.Chan, prog.Chan, prog.Chan, prog.Mutex, prog.WaitGroup},
	"timer":     {prog.Timer, prog.Timer, prog.Chan, prog.Atomic, prog.Chan},
	"file":      {prog.File, prog.File, prog.File, prog.Mutex},
	"deadline":  {prog.File, prog.File, prog.Timer, prog.Timer},
	"test":      {prog.Test, prog.Test, prog.Timer, prog.Chan, prog.Mutex},
	"all":       {prog.Atomic, prog.Plain, prog.Mutex, prog.RWMutex, prog.WaitGroup, prog.Once, prog.Cond, prog.Chan, prog.Chan},
}

var (
	small = prog.Shape{Threads: 4, Length: 3, Objects: 3}
	large = prog.Shape{Threads: 5, Length: 4, Objects: 4}
)

func random(seed uint64, theme string, s prog.Shape) *prog.Program {
	s.Sorts = themes[theme]
	return prog.Random(rand.New(rand.NewPCG(seed, 8)), s)
}

// TestRandomPrograms compares every algorithm with the oracle on small programs.
func TestRandomPrograms(t *testing.T) {
	forThemes(t, small, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return againstOracle(t, p, d, 300) })
	})
}

// TestRandomLargerPrograms compares the other algorithms with sleep, which explores every trace once, on programs that
// are too large for the oracle.
func TestRandomLargerPrograms(t *testing.T) {
	forThemes(t, large, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return againstSleep(t, p, d, 1000) })
	})
}

// againstSleep compares the other algorithms with sleep. It returns the number of traces, or 0 if there are more
// executions than limit, and what is wrong.
func againstSleep(t testing.TB, p *prog.Program, d model.Dependence, limit int) (int, string) {
	want := run(t, p, "sleep", explore.Options{Dependence: d, MaxExecutions: limit})
	if want.unbalanced {
		return showOverdraw(t, p, true)
	}
	if want.result.Cut {
		return 0, ""
	}
	for _, a := range taking(reducing(), d) {
		if problem := compare(a, run(t, p, a.Name, explore.Options{Dependence: d}), want.traces); problem != "" {
			return len(want.traces), a.Name + ": " + problem
		}
	}
	return len(want.traces), comparePartial(t, p, d, want.traces)
}

// caught returns the message of a panic, a broken invariant, as what is wrong, so that the program is shrunk.
func caught(compare func() (int, string)) (n int, problem string) {
	defer func() {
		if r := recover(); r != nil {
			problem = fmt.Sprint(r)
		}
	}()
	return compare()
}

// A comparison returns the number of traces, or 0 if it skips the program, and what is wrong.
type comparison func(*prog.Program, model.Dependence) (int, string)

// forThemes runs compare on random programs of every theme.
func forThemes(t *testing.T, s prog.Shape, compare comparison) {
	for _, name := range slices.Sorted(maps.Keys(themes)) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := s
			s.Sorts = themes[name]
			forSeeds(t, s, *seeds, compare)
		})
	}
}

// forSeeds runs compare on n random programs of one shape, and shrinks the first that fails.
func forSeeds(t *testing.T, s prog.Shape, n uint64, compare comparison) {
	programs, traces := 0, 0
	for seed := *first; seed < *first+n; seed++ {
		p, d := prog.Random(rand.New(rand.NewPCG(seed, 8)), s), model.Dependences()[seed%3]
		found, problem := compare(p, d)
		if problem != "" {
			p = shrink(p, func(p *prog.Program) bool { _, problem := compare(p, d); return problem != "" })
			_, problem = compare(p, d)
			t.Fatalf("seed %d, %s: %s\n%s", seed, d, problem, p)
		}
		if found > 0 {
			programs++
			traces += found
		}
	}
	t.Logf("%d programs, %d traces", programs, traces)
}

// TestRandomCareless is TestRandomPrograms and TestRandomLargerPrograms with RWMutexes that threads unlock without
// holding them.
func TestRandomCareless(t *testing.T) {
	s := prog.Shape{Sorts: []prog.Sort{prog.RWMutex, prog.RWMutex, prog.Atomic}, Careless: true}
	s.Threads, s.Length, s.Objects = small.Threads, small.Length, small.Objects
	forSeeds(t, s, *seeds, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return againstOracle(t, p, d, 300) })
	})
	s.Threads, s.Length, s.Objects = large.Threads, large.Length, large.Objects
	forSeeds(t, s, *seeds, func(p *prog.Program, d model.Dependence) (int, string) {
		return caught(func() (int, string) { return againstSleep(t, p, d, 1000) })
	})
}

// TestRandomTickers compares the algorithms on programs whose timers all have a channel, where there are enough of them, and are tickers for
// the most part.
func TestRandomTickers(t *testing.T) {
	for name, s := range map[string]prog.Shape{"small": {Threads: 3, Length: 3, Objects: 5}, "large": {Threads: 4, Length: 4, Objects: 6}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s.Sorts = []prog.Sort{prog.Timer, prog.Chan}
			forSeeds(t, s, *seeds, func(p *prog.Program, d model.Dependence) (int, string) {
				return caught(func() (int, string) {
					if name == "small" {
						return againstOracle(t, withTickers(p), d, 300)
					}
					return againstSleep(t, withTickers(p), d, 1000)
				})
			})
		})
	}
}

// withTickers returns p with a channel of one value for each timer, and periods.
func withTickers(p *prog.Program) *prog.Program {
	q := *p
	q.Objects = slices.Clone(p.Objects)
	next := 0
	for i := range q.Objects {
		if q.Objects[i].Sort != prog.Timer {
			continue
		}
		for next < len(q.Objects) && q.Objects[next].Sort != prog.Chan {
			next++
		}
		if next < len(q.Objects) {
			q.Objects[next].Init = 1
			next++
			q.Objects[i].Chan, q.Objects[i].Period = next, []int64{10, 30, 0, 40}[i%4]
		}
	}
	return &q
}

// TestRandomChance compares the algorithms, and parts of explorations, on programs with n-way choices, which are transitions of one
// thread without an object. With other themes it finds nothing else: each has the kinds that these have.
func TestRandomChance(t *testing.T) {
	stateful := checked{prog.Shape{Threads: 3, Length: 2, Objects: 2},
		func(p *prog.Program, d model.Dependence) (int, string) { return statefulAgainstAll(t, p, d, 500) }}
	compareThemes(t, []string{"all", "chans", "timer"}, withChance, stateful)
}

// TestRandomCollections compares the algorithms on programs with collections, which depend on all other operations.
func TestRandomCollections(t *testing.T) {
	compareThemes(t, []string{"all", "chans", "timer", "test", "mutex"}, withCollections)
}

// A checked is a shape of programs, and what is compared on them.
type checked struct {
	shape prog.Shape
	check comparison
}

// compareThemes compares the algorithms, and parts of explorations, on random programs of these themes, after change. More is what else
// is compared.
func compareThemes(t *testing.T, names []string, change func(*prog.Program) *prog.Program, more ...checked) {
	for _, theme := range names {
		t.Run(theme, func(t *testing.T) {
			t.Parallel()
			for _, c := range append([]checked{
				{prog.Shape{Threads: 3, Length: 3, Objects: 2}, func(p *prog.Program, d model.Dependence) (int, string) { return againstOracle(t, p, d, 200) }},
				{small, func(p *prog.Program, d model.Dependence) (int, string) { return partsAgainstWhole(t, p, d, 500) }},
				{large, func(p *prog.Program, d model.Dependence) (int, string) { return againstSleep(t, p, d, 300) }},
			}, more...) {
				c.shape.Sorts = themes[theme]
				forSeeds(t, c.shape, *seeds, func(p *prog.Program, d model.Dependence) (int, string) {
					return caught(func() (int, string) { return c.check(change(p), d) })
				})
			}
		})
	}
}

// withChance returns p with n-way choices. Which value one has decides often what the thread does next.
func withChance(p *prog.Program) *prog.Program {
	return with(p, func(r *rand.Rand, b *prog.Body) {
		for range 1 + r.IntN(2) {
			insert(r, b, r.IntN(len(b.Code)+1), model.Pick)
		}
	})
}

// withCollections returns p with one or two collections. Their results often decide what the thread does next.
func withCollections(p *prog.Program) *prog.Program {
	left := 2
	return with(p, func(r *rand.Rand, b *prog.Body) {
		if left > 0 && r.IntN(2) == 0 {
			left--
			insert(r, b, r.IntN(len(b.Code)+1), model.Collect)
		}
		if r.IntN(2) == 0 {
			insert(r, b, 0, model.Pick)
		}
	})
}

// with returns a copy of p of which change has changed each body.
func with(p *prog.Program, change func(*rand.Rand, *prog.Body)) *prog.Program {
	r := rand.New(rand.NewPCG(uint64(len(p.String())), 9))
	q := *p
	q.Bodies = slices.Clone(p.Bodies)
	for i := range q.Bodies {
		b := &q.Bodies[i]
		b.Code, b.Lines = slices.Clone(b.Code), slices.Clone(b.Lines)
		change(r, b)
	}
	return &q
}

// insert inserts an operation of this kind before instruction at, and perhaps a jump over that instruction that depends on its result.
func insert(r *rand.Rand, b *prog.Body, at int, kind model.Kind) {
	none := prog.Operand{Reg: -1}
	code := []prog.Instr{{Verb: prog.Verb(kind), Dst: r.IntN(2), A: none, B: none, Index: none}}
	if kind == model.Pick {
		code[0].A.Const = int64(1 + r.IntN(3))
	}
	if at < len(b.Code) && b.Code[at].Verb != prog.Spawn && r.IntN(2) == 0 {
		over := prog.Instr{Verb: prog.If, A: prog.Operand{Reg: code[0].Dst}, B: none, Cmp: prog.NotEqual, Index: none, Dst: -1, Target: at + 1}
		code = append(code, over)
		if !slices.ContainsFunc(b.Lines, func(l prog.Label) bool { return l.At == at+1 }) {
			b.Lines = append(b.Lines, prog.Label{Name: fmt.Sprint("C", len(b.Lines)), At: at + 1})
		}
	}
	insertCode(b, at, code...)
}

// insertCode inserts instructions before instruction at.
func insertCode(b *prog.Body, at int, code ...prog.Instr) {
	b.Code = slices.Insert(slices.Clip(b.Code), at, code...)
	for i := range b.Code {
		if in := &b.Code[i]; (in.Verb == prog.If || in.Verb == prog.Goto) && in.Target > at {
			in.Target += len(code)
		}
	}
	for i := range b.Lines {
		if l := &b.Lines[i]; l.At > at {
			l.At += len(code)
		}
	}
}

// FuzzAlgorithms compares all algorithms with the oracle on the random program that the arguments name.
func FuzzAlgorithms(f *testing.F) {
	names := slices.Sorted(maps.Keys(themes))
	for i := range names {
		f.Add(uint64(i), uint8(i), uint8(i%3), uint8(3))
	}
	f.Fuzz(func(t *testing.T, seed uint64, theme, dependence, length uint8) {
		s := small
		s.Length = 1 + int(length%4)
		p, d := random(seed, names[int(theme)%len(names)], s), model.Dependences()[dependence%3]
		if _, problem := againstOracle(t, p, d, 300); problem != "" {
			t.Fatalf("%s: %s\n%s", d, problem, p)
		}
	})
}

// FuzzLarger compares the other algorithms with sleep on the larger random program that the arguments name.
func FuzzLarger(f *testing.F) {
	names := slices.Sorted(maps.Keys(themes))
	for i := range names {
		f.Add(uint64(i), uint8(i), uint8(i%3))
	}
	f.Fuzz(func(t *testing.T, seed uint64, theme, dependence uint8) {
		p, d := random(seed, names[int(theme)%len(names)], large), model.Dependences()[dependence%3]
		if _, problem := againstSleep(t, p, d, 1000); problem != "" {
			t.Fatalf("%s: %s\n%s", d, problem, p)
		}
	})
}

// TestRandomBubbles compares the algorithms on programs with a bubble, or two, in which threads wait until all others of it are durably
// blocked.
func TestRandomBubbles(t *testing.T) {
	compareThemes(t, []string{"all", "chans", "mutex", "cond", "waitgroup"}, withBubbles)
}

// withBubbles returns p with one or two bubbles. The main thread of a bubble starts the others of it, and as in Go nobody else does. Each
// bubble has its own copy of every second object.
func withBubbles(p *prog.Program) *prog.Program {
	n, none := len(p.Objects), prog.Operand{Reg: -1}
	bubbles := []int{0, 1, 1, 0, 1} // by body
	if n%2 == 0 && len(p.Bodies) > 4 {
		bubbles = []int{0, 1, 2, 1, 2}
	}
	body := -1
	q := with(p, func(r *rand.Rand, b *prog.Body) {
		body++
		b.Bubble = bubbles[body]
		own := func(o int) int {
			if o >= 0 && o%2 > 0 {
				return o + b.Bubble*n
			}
			return o
		}
		for i := range b.Code {
			in := &b.Code[i]
			if in.Verb == prog.Spawn {
				*in = prog.Instr{Verb: prog.Set, B: none, Index: none}
			}
			in.Obj, in.Cases = own(in.Obj), slices.Clone(in.Cases)
			for k := range in.Cases {
				in.Cases[k].Obj = own(in.Cases[k].Obj)
			}
		}
		if b.Bubble > 0 && r.IntN(3) > 0 {
			insert(r, b, r.IntN(len(b.Code)+1), model.Idle)
		}
		first := slices.Index(bubbles, b.Bubble) == body
		for k := range p.Bodies {
			if k > 0 && k != body && (first && bubbles[k] == b.Bubble || body == 0 && slices.Index(bubbles, bubbles[k]) == k) {
				spawn(b, k)
			}
		}
	})
	q.Objects = append(append(slices.Clone(p.Objects), p.Objects...), p.Objects...)
	for i := range q.Objects {
		q.Objects[i].Name = fmt.Sprint("o", i)
	}
	return q
}

// spawn makes b start body k first.
func spawn(b *prog.Body, k int) {
	none := prog.Operand{Reg: -1}
	for i := range b.Code {
		if in := &b.Code[i]; in.Verb == prog.If || in.Verb == prog.Goto {
			in.Target++
		}
	}
	for i := range b.Lines {
		b.Lines[i].At++
	}
	b.Code = slices.Insert(b.Code, 0, prog.Instr{Verb: prog.Spawn, Target: k, Dst: -1, A: none, B: none, Index: none})
}
