// Package prog runs toy programs: a few threads of loads, stores, locks, channel operations and branches. They are what the
// algorithms of package explore are tested on, because they are small enough for an oracle that tries every interleaving.
//
// A Program declares objects and thread bodies; the first body is the main thread, which starts the others. A Machine
// executes it as a model.Program. A thread is a list of instructions over its own registers; those that touch an object are
// visible operations, the others (set, if, goto, spawn, assert) run together with the visible operation before them. The
// text form, which Parse reads and String writes:
//
//	atomic x y=1 a[3]
//	mutex m
//	chan c:2
//	thread main
//		spawn p
//		v = load x
//		assert v != 2
//	thread p
//		lock m
//		store x 2
//		unlock m
//		r = select send c 7 | recv c | default
//		if r == 0 goto end
//		store a[r] 1
//	end:
//
// A failed assertion, and what makes Go panic, marks the execution as failed and ends the thread; the others go on. The
// names of the visible instructions are those of trace's kinds, in lower case.
package prog
