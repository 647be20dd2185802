package papers

// The programs of the paper on stateful DPOR (2008).

// example1 is the program of its figure 1 with N = n, without the assertion. Each atomic block is one addition.
func example1(w *writer) {
	w.declare("atomic d")
	w.thread("p", "again:;r = add d i;r = set 0 0;i = set i 5;if i < %d goto again", w.n)
	w.thread("q", "again:;r = add d j;r = set 0 0;j = set j -2;if %d < j goto again", -w.n)
}

// sharedArray has two threads. Each writes n elements of one array, under one mutex.
func sharedArray(w *writer) {
	w.declare("mutex m\natomic a[%d]", 2*w.n)
	w.thread("p", "again:;lock m;store a[i] 1;unlock m;i = set i 2;if i < %d goto again", 2*w.n)
	w.thread("q", "i = set 1 0;again:;lock m;store a[i] 1;unlock m;i = set i 2;if i < %d goto again", 2*w.n)
}

// bbuf has two producers and two consumers of n items each, and a buffer for one item.
func bbuf(w *writer) {
	w.declare("mutex m\natomic count\ncond full empty")
	for i := range 2 {
		side := func(name, wait, signal string, blocked, then int) {
			w.thread(name, "again:;k = set k 1;lock m;look:;v = load count;if v != %d goto go;condadd %s;unlock m;condwait %s;"+
				"lock m;goto look;go:;v = set 0 0;store count %d;signal %s;unlock m;if k < %d goto again", blocked, wait, wait, then, signal, w.n)
		}
		side([]string{"p0", "p1"}[i], "full", "empty", 1, 1)
		side([]string{"c0", "c1"}[i], "empty", "full", 0, 0)
	}
}
