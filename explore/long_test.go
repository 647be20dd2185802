package explore_test

import (
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"heddle/explore"
	"heddle/explore/search"
	"heddle/model"
	"heddle/prog"
)

// longs are programs whose threads go through n rounds each: objects, and what each thread does in a round.
var longs = []struct {
	name    string
	objects string
	threads []string
}{
	{"atomics", "atomic x", []string{"v = load x; store x 1; v = add x 1; v = cas x 1 2", "v = load x; store x 1; v = add x 1; v = cas x 1 2"}},
	{"own", "atomic x y", []string{"store x 1; v = load x", "store y 1; v = load y"}},
	{"plain", "plain x", []string{"v = read x; write x 1", "v = read x; write x 1"}},
	{"loads", "atomic x", []string{"v = load x", "v = load x"}},
	{"readers", "atomic x y", []string{"v = load x;v = load y", "v = load x; v = add y 1"}},
	{"mutex", "mutex m\natomic x", []string{"lock m; v = add x 1; unlock m", "lock m; v = add x 1; unlock m"}},
	{"mutex4", "mutex m\natomic x", []string{"lock m; v = add x 1; unlock m", "lock m; v = add x 1; unlock m", "lock m; v = add x 1; unlock m", "lock m; v = add x 1; unlock m"}},
	{"trylock", "mutex m", []string{"v = trylock m; if v == 0 goto next; unlock m; next:", "lock m; unlock m"}},
	{"rlock", "rwmutex m", []string{"rlock m; runlock m", "rlock m; runlock m"}},
	{"rwmutex", "rwmutex m", []string{"announce m; acquire m; rwunlock m", "rlock m; runlock m"}},
	{"unbuffered", "chan c:0", []string{"send c 1", "v = recv c"}},
	{"buffered", "chan c:1", []string{"send c 1", "v = recv c"}},
	{"buffered100", "chan c:100", []string{"send c 1", "v = recv c"}},
	{"pingpong", "chan c:0 d:0", []string{"send c 1; v = recv d", "v = recv c; send d 1"}},
	{"select", "chan c:0 d:1", []string{"v = select send c 1 | send d 1", "v = select recv c | recv d"}},
	{"polls", "chan c:1", []string{"v = select send c 1 | default", "v = select recv c | default"}},
	{"waitgroup", "waitgroup g", []string{"wgadd g 1; wgdone g", "wgadd g 1; wgdone g"}},
	{"wait", "waitgroup g", []string{"wgadd g 1; wgdone g", "wgwait g"}},
	{"signal", "mutex m\ncond c", []string{"lock m; condadd c; unlock m; condwait c; lock m; unlock m", "lock m; signal c; unlock m"}},
	{"broadcast", "mutex m\ncond c", []string{"lock m; condadd c; unlock m; condwait c; lock m; unlock m", "lock m; broadcast c; unlock m"}},
	{"now", "atomic x", []string{"v = now", "v = now"}},
	{"sleep", "timer s t", []string{"timerstart s 10; wake s", "timerstart t 10; wake t"}},
	{"farsleep", "timer s t", []string{"timerstart s 1000; wake s", "timerstart t 1000; wake t"}},
	{"timer", "timer s", []string{"timerstart s 10; v = timerstop s", "timerfire s"}},
	{"fartimers", "timer s t", []string{"timerstart s 1000; v = timerstop s", "timerfire s", "timerstart t 1000; v = timerstop t", "timerfire t"}},
}

// long returns one of the programs, with n rounds.
func long(t testing.TB, objects string, threads []string, n int) *prog.Program {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\nthread main\n", objects)
	for i := range threads {
		fmt.Fprintf(&b, "spawn t%d\n", i)
	}
	for i, round := range threads {
		fmt.Fprintf(&b, "thread t%d\nagain:\nk = set k 1\n%s\nif k < %d goto again\n", i, strings.ReplaceAll(round, ";", "\n"), n)
	}
	p, err := prog.Parse(b.String())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// firstOf explores the first execution of a program by the algorithm, and finds what is to be explored after it. It returns the time of the
// processor that this took, the memory allocated, and the length of the execution.
func firstOf(t testing.TB, p *prog.Program, algorithm string) (took time.Duration, bytes, steps int) {
	names := model.NewNames()
	m := prog.NewMachine(p, names)
	var before, after runtime.MemStats
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // as it is during the executions of Go tests
	runtime.ReadMemStats(&before)
	began := processor()
	r, err := explore.Run(m, algorithm, explore.Options{Names: names, Preemptions: -1, MaxExecutions: 1}, all)
	took = processor() - began
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	return took, int(after.TotalAlloc - before.TotalAlloc), r.MaxSteps
}

// processor is the time of the processor that the process has used.
func processor() time.Duration {
	var r syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &r)
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

// TestLong checks that the cost of an execution grows as its length does, for each primitive: an execution of four times the rounds takes
// four times as long, and sixteen times if something is quadratic.
func TestLong(t *testing.T) {
	search.Checking = false
	defer func() { search.Checking = true }()
	for _, algorithm := range []string{"optimal", "source", "pop", "dpor", "sleep", "stateful", "random"} {
		for _, l := range longs {
			testLong(t, algorithm, l.name, l.objects, l.threads, 1000)
		}
	}
}

// TestLongBeside is TestLong with one thread more, which has nothing to do with the others: it is concurrent with all of their races.
func TestLongBeside(t *testing.T) {
	search.Checking = false
	defer func() { search.Checking = true }()
	for _, algorithm := range []string{"source", "pop", "dpor"} {
		for _, l := range longs {
			if l.name == "timer" && algorithm != "pop" {
				continue // a timer that is near costs more: docs/algorithms.md
			}
			testLong(t, algorithm, l.name+" beside another thread", l.objects+"\natomic o", append(slices.Clone(l.threads), "store o 1"), 500)
		}
	}
}

// testLong compares so many rounds with four times as many.
func testLong(t *testing.T, algorithm, name, objects string, threads []string, rounds int) {
	const most = 9
	short, long := long(t, objects, threads, rounds), long(t, objects, threads, 4*rounds)
	ratio := math.Inf(1)
	for try := 0; try < 5 && ratio > most; try++ { // the machine may be busy
		a, _, _ := firstOf(t, short, algorithm)
		b, _, _ := firstOf(t, long, algorithm)
		ratio = min(ratio, float64(b)/float64(a))
	}
	if ratio > most {
		t.Errorf("%s of %s: %d rounds take %.1f times as long as %d, want less than %d times", algorithm, name, 4*rounds, ratio, rounds, most)
	}
}

// timers returns the objects and the threads of a program with n timers, each of which has a thread that goes through the round.
func timers(n int, rounds ...string) (objects string, threads []string) {
	objects = "timer"
	for i := range n {
		s := fmt.Sprint("s", i)
		objects += " " + s
		for _, round := range rounds {
			threads = append(threads, strings.ReplaceAll(round, "$", s))
		}
	}
	return objects, threads
}

// TestLongTimers checks that an execution with four times the timers, and as many steps, takes no more than four times as long.
func TestLongTimers(t *testing.T) {
	search.Checking = false
	defer func() { search.Checking = true }()
	const few, rounds, most = 10, 40, 9
	for _, algorithm := range []string{"optimal", "pop", "source", "dpor"} {
		for _, rounded := range [][]string{
			{"timerstart $ 10; wake $"},
			{"timerstart $ 1000; wake $"},
			{"timerstart $ 1000; v = timerstop $", "timerfire $"},
			{"timerstart $ 10; v = timerstop $", "timerfire $"},
		} {
			ratio := math.Inf(1)
			for try := 0; try < 5 && ratio > most; try++ { // the machine may be busy
				objects, threads := timers(few, rounded...)
				a, _, _ := firstOf(t, long(t, objects, threads, rounds), algorithm)
				objects, threads = timers(4*few, rounded...)
				b, _, _ := firstOf(t, long(t, objects, threads, rounds/4), algorithm)
				ratio = min(ratio, float64(b)/float64(a))
			}
			if ratio > most {
				t.Errorf("%s of %v: %d timers take %.1f times as long as %d, want less than %d times", algorithm, rounded, 4*few, ratio, few, most)
			}
		}
	}
}

// TestLongMemory checks what a step of a long execution takes.
func TestLongMemory(t *testing.T) {
	search.Checking = false
	defer func() { search.Checking = true }()
	const most = 200
	for _, algorithm := range []string{"optimal", "pop", "source"} {
		for _, l := range longs {
			if l.name != "mutex" && l.name != "own" && l.name != "buffered" {
				continue
			}
			if _, bytes, steps := firstOf(t, long(t, l.objects, l.threads, 10000), algorithm); bytes/steps > most {
				t.Errorf("%s of %s: got %d bytes for a step, want %d at most", algorithm, l.name, bytes/steps, most)
			}
		}
	}
}

// BenchmarkLong reports the time and the memory of a step, by algorithm, primitive and length.
func BenchmarkLong(b *testing.B) {
	for _, algorithm := range []string{"optimal", "source", "pop", "stateful"} {
		for _, l := range longs {
			for _, rounds := range []int{1000, 10000} {
				b.Run(fmt.Sprint(algorithm, "/", l.name, "/", rounds), func(b *testing.B) {
					p := long(b, l.objects, l.threads, rounds)
					least, bytes, steps := time.Duration(math.MaxInt64), 0, 1
					for b.Loop() {
						took, n, length := firstOf(b, p, algorithm)
						least, bytes, steps = min(least, took), n, length
					}
					b.ReportMetric(float64(least)/float64(steps), "ns/step")
					b.ReportMetric(float64(bytes)/float64(steps), "B/step")
				})
			}
		}
	}
}
