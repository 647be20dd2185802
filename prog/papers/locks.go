package papers

import (
	"fmt"
	"strings"
)

// The programs of the papers whose threads share data under locks. The data are atomics, because a program has no
// shared memory except its objects. The locks order all accesses, so the traces are those of the originals.

func filesystem(w *writer) {
	const blocks, inodes = 26, 32
	w.declare("atomic busy[%d] inode[%d]\nmutex inodes[%[2]d] blocks[%[1]d]", blocks, inodes)
	for t := range w.n {
		i := t % inodes
		w.thread(fmt.Sprint("t", t), "lock inodes[%[1]d];v = load inode[%[1]d];if v != 0 goto end;b = set %[2]d 0;"+
			"again:;lock blocks[b];v = load busy[b];if v == 0 goto free;unlock blocks[b];b = set b 1;if b < %[3]d goto again;b = set 0 0;goto again;"+
			"free:;store busy[b] 1;b = set b 1;store inode[%[1]d] b;b = set b -1;unlock blocks[b];end:;unlock inodes[%[1]d]", i, 2*i%blocks, blocks)
	}
}

func indexer(w *writer) {
	const size = 128
	w.declare("atomic table[%d]", size)
	for t := range w.n {
		var text strings.Builder
		for m := 1; m <= 4; m++ {
			word := 11*m + t
			fmt.Fprintf(&text, "h = set %d 0;again%d:;r = cas table[h] 0 %d;if r == 1 goto done%[2]d;h = set h 1;"+
				"if h < %[4]d goto again%[2]d;h = set 0 0;goto again%[2]d;done%[2]d:;", 7*word%size, m, word, size)
		}
		w.thread(fmt.Sprint("t", t), "%s", text.String())
	}
}

// dispatcher has n servers and m requests.
func dispatcher(w *writer) {
	servers, requests := w.n, w.m
	w.declare("atomic in[%d] out[%[1]d] sid\nmutex server[%[1]d] k\nwaitgroup picked[%d]", servers, requests)
	for id := range servers {
		w.thread(fmt.Sprint("server", id), "lock server[%[1]d];v = load in[%[1]d];if v == 0 goto end;store out[%[1]d] v;end:;unlock server[%[1]d]", id)
	}
	for r := range requests {
		w.inMain(fmt.Sprintf("wgadd picked[%d] 1", r))
		w.thread(fmt.Sprint("picker", r), "again:;lock k;store sid x;unlock k;x = set x 1;if x < %d goto again;wgdone picked[%d]", servers, r)
		w.inMain("lock k\ni = load sid\nunlock k\nlock server[i]\nv = load in[i]\nv = set v 1\nstore in[i] v\nunlock server[i]")
		w.inMain(fmt.Sprintf("wgwait picked[%d]", r))
	}
}

// poke has n writers and m rounds.
func poke(w *writer) {
	w.declare("atomic a[%d] i d\nmutex cell[%[1]d] mi\nwaitgroup both[%d]", w.n, w.m)
	for x := range w.n {
		w.thread(fmt.Sprint("w", x), "lock cell[%[1]d];store a[%[1]d] 1;unlock cell[%[1]d]", x)
	}
	for k := range w.m {
		w.inMain(fmt.Sprintf("wgadd both[%d] 2", k))
		w.thread(fmt.Sprint("chooser", k),
			"x = set 1 0;again:;if x == %d goto end;lock mi;store i x;unlock mi;x = set x 1;goto again;end:;wgdone both[%d]", w.n, k)
		w.thread(fmt.Sprint("poker", k),
			"lock mi;j = load i;unlock mi;lock cell[j];v = load a[j];if v == 0 goto end;store a[j] 0;end:;unlock cell[j];wgdone both[%d]", k)
		w.inMain(fmt.Sprintf("wgwait both[%d]", k))
	}
}

// prodcons has n producers and m workers.
func prodcons(w *writer) {
	w.declare("atomic buf req[%d]\nmutex pm m[%[1]d]", w.m)
	for id := range w.m {
		w.thread(fmt.Sprint("worker", id), "again:;lock m[%[1]d];v = load req[%[1]d];if v == 0 goto idle;v = set v -1;store req[%[1]d] v;"+
			"idle:;unlock m[%[1]d];k = set k 1;if k < 2 goto again", id)
	}
	for id := range w.n {
		product := strings.Repeat("t = set t b;", w.n)
		w.thread(fmt.Sprint("p", id), "again:;lock pm;b = load buf;t = set %d 0;%sstore buf t;unlock pm;k = set k 1;if k < 2 goto again;"+
			"mod:;if t < %[3]d goto give;t = set t -%[3]d;goto mod;give:;lock m[t];v = load req[t];v = set v 1;store req[t] v;unlock m[t]",
			id, product, w.m)
	}
}
