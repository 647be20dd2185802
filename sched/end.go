package sched

import (
	"slices"

	"heddle/model"
	"heddle/sched/failure"
	"heddle/sched/hook"
	"heddle/sched/record"
)

// drain goes on after the end of an execution (package drain).
func (r *runtime) drain() {
	if !r.clock.Stopped || r.ending.failures.Over() || r.config.IgnoreLeaks || !r.clock.Waited() && !hook.Watched() || len(r.threads.blocked()) == 0 {
		return
	}
	r.leaks.Begin(&r.clock)
	r.ending.threads = len(r.threads.list)
	// A finalizer may end goroutines of what nobody uses any more, and so make others due. Or it registers itself again and again.
	goOn(r, r.leaks.Next, func() bool {
		return hook.Watched() && !hook.MemYields && collect(r, r.threads.list[0]) && len(r.threads.list) < r.ending.threads+1000
	})
	r.clock.Stopped = true
	if polls := &r.threads.polls; r.leaks.Spins && !polls.On && r.order.Detector != nil {
		r.doubts.Polls = true
	} else if r.leaks.Spins {
		r.fail(failure.Spins())
	}
}

// goOn goes on after the end of the execution, as decide says, and once more each time that again says so. What comes then is not of the
// execution: a failure is none of the test's.
func goOn(r *runtime, decide func(*model.State) (model.Choice, bool), again func() bool) {
	maximal, taken, detector := r.ending.Outcome, r.prefix.Taken, r.order.Detector
	r.draining, r.threads.polls.Drains, r.order.Detector = true, true, nil
	r.prefix.End()
	r.algorithm.decide = decide
	for more := true; more; {
		more = again()
		if t := r.next(); t != nil {
			root.slot.Switch(&workerOf(t).slot)
		}
	}
	r.draining, r.order.Detector = false, detector
	r.ending.Outcome, r.prefix.Taken = maximal, taken
}

// proved returns f, which says that goroutines poll for ever, if they really do (await.Proof).
func proved(r *runtime, f failure.Failure) failure.Failure {
	p := r.threads.polls.Prove()
	if goOn(r, p.Next, func() bool { return false }); p.Refuted() {
		return failure.Unseen()
	}
	return f
}

// judge notes a deadlock or a leak, if threads are left in the last state. A goroutine that is blocked is shown rather than one that
// goes on.
func (r *runtime) judge() {
	if main := r.threads.list[0]; main.state == pending {
		if i := slices.IndexFunc(r.threads.list, func(t *thread) bool { return r.threads.polls.Futile(&t.await) }); i < 0 || r.threads.polls.Final() {
			r.fail(failure.Deadlock(r.threads.blocked(), i < 0))
		} else {
			r.fail(proved(r, failure.Livelock(r.threads.list[i].id, r.threads.blocked())))
		}
		return
	}
	if r.config.IgnoreLeaks {
		return
	}
	var leaked *thread
	for _, t := range r.threads.list {
		if t.state == pending && t.timer == nil && !t.ofEnd && (leaked == nil || r.leaks.GoesOn(leaked.id) && !r.leaks.GoesOn(t.id)) {
			leaked = t
		}
	}
	if leaked == nil {
		return
	} else if r.threads.polls.Futile(&leaked.await) {
		r.fail(proved(r, failure.Leak(leaked.id, false, true, r.threads.blocked())))
	} else {
		r.fail(failure.Leak(leaked.id, r.leaks.GoesOn(leaked.id), false, r.threads.blocked()))
	}
}

// recordEnd records the goroutines, and what they wait for, in the last state. Of what the drain started, only what is left is shown.
func (r *runtime) recordEnd() {
	for i, t := range r.threads.list {
		state := "finished"
		switch {
		case i >= r.ending.threads && r.ending.threads > 0 && (t.timer != nil || t.state == finished):
			continue
		case t.timer != nil:
			r.recorder.Timer(t.id, &t.trail)
			continue
		case t.state == running:
			state = "running"
		case r.threads.polls.Futile(&t.await):
			state = "polls"
			r.recorder.Wait(t.id, &t.Op, &t.trail, record.Polls)
		case t.state == pending && (t.await.Waits || r.threads.polls.Cycle != nil && !r.threads.polls.Stuck(&t.await)):
			state = "goes on"
			r.recorder.Wait(t.id, &t.Op, &t.trail, record.GoesRound)
		case t.state == pending && r.leaks.GoesOn(t.id):
			state = "goes on"
			r.recorder.Wait(t.id, &t.Op, &t.trail, r.clock.Again(&t.Op))
		case t.state == pending && len(r.alternatives(t, t.Alts[:0])) > 0:
			state = "runnable"
		case t.state == pending:
			state = "blocked"
			r.recorder.Wait(t.id, &t.Op, &t.trail, "")
		}
		r.recorder.Thread(t.id, &t.trail, state)
	}
	r.recorder.End()
}

// kill ends all goroutines. None of them runs another instruction of the program.
func (s *threads) kill() {
	for _, t := range s.list {
		if t.state != finished && t.worker != nil {
			t.worker.kill = true
			root.slot.Switch(&t.worker.slot)
		}
		t.state = finished
		t.worker, t.fn = nil, nil
	}
}

// fail notes f, unless it follows from an earlier failure of the execution, or from its end. The running thread shows it.
func (r *runtime) fail(f failure.Failure) {
	if r.ending.impossible || r.draining && !f.Late() || r.ending.failures.Ignores(&f) {
		return
	}
	if failure.Located(f.Kind) {
		if f.Thread = model.NoThread; r.threads.running != nil {
			f.Thread = r.threads.running.id
		}
		if f.Stack == nil {
			f.Stack = failure.Stack(nil)
		}
	}
	if r.ending.measured && failure.Judged(f.Kind) {
		f.Kind, f.Message = failure.KindUnsupported, failure.AfterMeasuring
	}
	f.Step = r.prefix.Taken
	r.ending.failures.Add(&f)
	if r.recorder != nil && r.config.StopAt > 0 {
		Fails(f.Kind, f.Message)
	}
}
