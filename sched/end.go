package sched

import (
	"heddle/model"
	"heddle/sched/failure"
)

// maxDrain bounds the number of transitions after the end of an execution.
const maxDrain = 1000

// drain goes on after the end of an execution, with timers that fire, to find which blocked goroutines a timer would wake: they are not
// leaked.
func (r *runtime) drain() {
	if !r.clock.Stopped || r.ending.failure != nil || !r.clock.Waited() {
		return
	}
	blocked := false
	for _, t := range r.threads.list {
		blocked = blocked || t.leaked()
	}
	if !blocked {
		return
	}
	r.draining, r.clock.Stopped = true, false
	steps := 0
	maximal, taken := r.ending.Outcome, r.prefix.Taken
	r.prefix.End()
	r.algorithm.decide = func(s *model.State) (model.Choice, bool) {
		steps++
		for _, p := range s.Pending {
			if len(p.Alts) > 0 && steps < maxDrain {
				c := p.Alts[0]
				r.threads.byID[c.Thread].awoken = true
				if c.Partner != model.NoThread {
					r.threads.byID[c.Partner].awoken = true
				}
				return c, true
			}
		}
		return model.Choice{}, false
	}
	if t := r.next(); t != nil {
		w := t.worker
		if w == nil {
			w = takeWorker(t)
		}
		switchTo(&root, w)
	}
	r.draining, r.clock.Stopped = false, true
	r.ending.Outcome, r.prefix.Taken = maximal, taken
}

// judge notes a deadlock or a leak, if threads are blocked in the last state.
func (r *runtime) judge() {
	if r.ending.failure != nil {
		return
	}
	if main := r.threads.list[0]; main.state == pending {
		r.fail(failure.Deadlock(r.threads.blocked()))
		r.ending.failure.Thread = 0
		return
	}
	if r.config.IgnoreLeaks {
		return
	}
	for _, t := range r.threads.list {
		if t.leaked() {
			r.fail(failure.Leak(r.threads.blocked()))
			r.ending.failure.Thread = t.id
			return
		}
	}
}

// recordEnd records the goroutines, and what they wait for, in the last state.
func (r *runtime) recordEnd() {
	for _, t := range r.threads.list {
		if t.timer != nil {
			r.recorder.Timer(t.id, &t.trail)
			continue
		}
		state := "finished"
		switch t.state {
		case pending:
			state = "blocked"
			if len(r.alternatives(t, t.alts[:0])) > 0 {
				state = "runnable"
			}
		case running:
			state = "running"
		}
		if state == "blocked" {
			r.recorder.Wait(t.id, &t.op, &t.trail)
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
			switchTo(&root, t.worker)
		}
		t.state = finished
		t.worker, t.fn = nil, nil
	}
}
