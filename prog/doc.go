// Package prog runs toy programs: a few threads of loads, stores, locks, channel operations and branches. The
// algorithms of package explore are tested on them, because they are small enough for an oracle that tries every
// interleaving.
//
// A Program declares objects and thread bodies. The first body is the main thread, which starts the others. A Machine
// executes it as a model.Program. A thread is a list of instructions over its own registers. Instructions that touch an
// object are visible operations. The others (set, if, goto, spawn, assert) run together with the visible operation
// before them. The text form, which Parse reads and String writes:
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
// A jump back makes a loop. A machine whose Rounds are package sched/await, as in the tests of package explore, blocks a thread that polls
// in one as long as it would do the same again; without them it goes round for ever. Package graph has both.
//
// A line "alike" makes threads interchangeable that one thread has started with the same body: see alike.go.
//
// A line "bubble 1" in a thread puts it into that bubble of testing/synctest, where idle waits until all others are durably blocked.
//
// A failed assertion marks the execution as failed and ends the thread, and so does everything that makes Go panic. The
// other threads go on. Visible instructions are named after the kinds of package model, in lower case.
//
// It has more than 2500 lines because each kind of operations is in its text form, its machine and its random programs.
package prog
