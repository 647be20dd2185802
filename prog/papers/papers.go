// Package papers has the programs that the papers measure, as texts of package prog.
package papers

import (
	"fmt"
	"strings"

	"heddle/prog"
)

// Program returns a program of the papers. The size is one number or two. Shared variables of atomic
// type are atomics. Variables under a mutex are left out if their values do not matter, since plain accesses are no
// visible operations there.
func Program(name string, size ...int) (*prog.Program, error) {
	write, ok := programs[name]
	if !ok {
		return nil, fmt.Errorf("papers: the papers have no program %q", name)
	}
	if len(size) != 1 && len(size) != 2 {
		return nil, fmt.Errorf("papers: %s: got %d numbers as its size, want one or two", name, len(size))
	}
	w := &writer{n: size[0], m: size[len(size)-1]}
	write(w)
	return prog.Parse(w.head.String() + w.main.String() + w.bodies.String())
}

var programs = map[string]func(*writer){
	"readers": readers, "lastzero": lastzero, "fib": fib, "writers": writers, "circular": circular, "pi": pi, "mpat": mpat,
	"philosophers": philosophers, "figure1": figure1, "groups": groups, "expmem": expmem,
	"length": length, "trylock": trylock, "rwlocks": rwlocks,
	"filesystem": filesystem, "indexer": indexer, "dispatcher": dispatcher, "poke": poke, "prodcons": prodcons,
	"example1": example1, "sharedArray": sharedArray, "bbuf": bbuf,
}

// A writer writes the text of a program: declarations, the main thread, the other threads.
type writer struct {
	n, m               int // the size: its first number and its last
	head, main, bodies strings.Builder
}

func (w *writer) declare(format string, args ...any) { fmt.Fprintf(&w.head, format+"\n", args...) }

// inMain adds instructions to the main thread.
func (w *writer) inMain(lines string) {
	if w.main.Len() == 0 {
		w.main.WriteString("thread main\n")
	}
	w.main.WriteString(lines + "\n")
}

// thread adds a body that the main thread starts. Its lines are separated by semicolons.
func (w *writer) thread(name, format string, args ...any) {
	w.inMain("spawn " + name)
	w.body(name, format, args...)
}

func (w *writer) body(name, format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), ";", "\n")
	fmt.Fprintf(&w.bodies, "thread %s\n%s\n", name, text)
}

func readers(w *writer) {
	w.declare("atomic x")
	w.thread("writer", "store x 1")
	for i := range w.n {
		w.thread(fmt.Sprint("r", i), "r = load x")
	}
}

func lastzero(w *writer) {
	w.declare("atomic a[%d]", w.n+1)
	w.thread("p", "i = set %d 0;again:;v = load a[i];if v == 0 goto end;i = set i -1;goto again;end:", w.n)
	for j := 1; j <= w.n; j++ {
		w.thread(fmt.Sprint("q", j), "v = load a[%d];v = set v 1;store a[%d] v", j-1, j)
	}
}

func fib(w *writer) {
	w.declare("atomic i=1 j=1")
	w.thread("p", "again:;k = set k 1;x = load i;y = load j;x = set x y;store i x;if k < %d goto again", w.n)
	w.thread("q", "again:;k = set k 1;x = load j;y = load i;x = set x y;store j x;if k < %d goto again", w.n)
	w.inMain("x = load i\ny = load j")
}

func writers(w *writer) {
	w.declare("atomic c x[%d]", w.n)
	for i := range w.n {
		w.thread(fmt.Sprint("w", i), "store x[%d] 1", i)
	}
	w.thread("count", "again:;k = set k 1;store c k;if k < %d goto again", w.n-1)
	w.thread("master", "i = load c;store x[i] 2")
}

func circular(w *writer) {
	w.declare("mutex m")
	for i := range 2 {
		w.thread(fmt.Sprint("p", i), "again:;k = set k 1;lock m;unlock m;if k < %d goto again", w.n)
	}
}

func pi(w *writer) {
	w.declare("mutex m")
	for i := range w.n {
		w.thread(fmt.Sprint("p", i), "lock m;unlock m")
	}
}

func mpat(w *writer) {
	w.declare("mutex mi a[%d]", w.n)
	for i := range w.n {
		w.thread(fmt.Sprint("w", i), "lock a[%d];unlock a[%d]", i, i)
	}
	for i := range w.n {
		w.thread(fmt.Sprint("r", i), "lock mi;lock a[%d];unlock a[%d];unlock mi", i, i)
	}
}

func philosophers(w *writer) {
	w.declare("mutex f[%d]", w.n)
	for i := range w.n {
		k := (i + 1) % w.n
		w.thread(fmt.Sprint("p", i), "lock f[%d];lock f[%d];unlock f[%d];unlock f[%d]", i, k, k, i)
	}
}

func figure1(w *writer) {
	w.declare("atomic x y z g")
	w.thread("p", "store x 1")
	w.thread("q", "store y 1;store z 1")
	w.thread("r", "store g 1;a = load y;b = load x")
	w.thread("s", "c = load y;d = load z;e = load x")
}

func groups(w *writer) {
	w.declare("atomic x[%d] y[%d] z[%d]", w.n+1, w.n+1, w.n+1)
	for g := 1; g <= w.n; g++ {
		next := ";"
		if g < w.n {
			next = fmt.Sprintf(";if v == 0 goto end;spawn p%[1]d;spawn q%[1]d;spawn r%[1]d;spawn s%[1]d;end:", g+1)
		}
		w.body(fmt.Sprint("p", g), "v = load x[%d]%s", g, next)
		w.body(fmt.Sprint("q", g), "store y[%d] 1", g)
		w.body(fmt.Sprint("r", g), "v = load y[%d];if v != 0 goto end;store z[%d] 1;end:", g, g)
		w.body(fmt.Sprint("s", g), "v = load z[%[1]d];if v != 1 goto end;u = load y[%[1]d];if u != 0 goto end;store x[%[1]d] 1;end:", g)
	}
	w.inMain("spawn p1\nspawn q1\nspawn r1\nspawn s1")
}

func expmem(w *writer) {
	w.declare("atomic x y\nwaitgroup g")
	w.thread("p", "store x 1")
	starts := ""
	for i := range w.n {
		starts += fmt.Sprintf("spawn t%d;", i)
		w.body(fmt.Sprint("t", i), "store y 1;wgdone g")
	}
	w.thread("q", "wgadd g %d;%swgwait g;v = load x", w.n, starts)
}

func length(w *writer) {
	w.declare("atomic own[2] shared")
	for i := range 2 {
		again := fmt.Sprintf("again:;k = set k 1;store own[%d] 1;v = load own[%d];if k < %d goto again", i, i, w.n)
		w.thread(fmt.Sprint("p", i), "%s;store shared 1;v = load shared", again)
	}
}

func trylock(w *writer) {
	w.declare("atomic l v")
	for i := range 2 {
		section := fmt.Sprintf("r = cas l 0 1;if r == 0 goto next;store v %d;u = load v;store l 0;next:", i)
		w.thread(fmt.Sprint("p", i), "again:;k = set k 1;%s;if k < %d goto again", section, w.n)
	}
}

func rwlocks(w *writer) {
	w.declare("atomic v=0x100000 w")
	for i := range 2 {
		section := fmt.Sprintf("r = add v -0x100000;if r != 0 goto undo;store w %d;u = load w;undo:;r = add v 0x100000", i)
		w.thread(fmt.Sprint("p", i), "again:;k = set k 1;%s;if k < %d goto again", section, w.n)
	}
}
