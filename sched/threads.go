package sched

import (
	"slices"

	"heddle/model"
	"heddle/sched/bubble"
	"heddle/sched/chance"
	"heddle/sched/due"
	"heddle/sched/hook"
	"heddle/sched/operation"
	"heddle/sched/record"
)

// threads are the threads of the running execution.
type threads struct {
	names *model.Names // of all executions
	seed  uint64       // what Config.Seed adds to the seeds of the threads
	list  []*thread    // in the order in which they were started; a prefix of arena
	arena []*thread
	byID  []*thread // by model.Thread

	finalizer *thread   // that runs finalizers, or nil
	due       due.Queue // what it has not begun

	bubbles []*bubble.Bubble // of testing/synctest
	gaps    []gap
	apart   bool // no goroutines are twins: the executions are none of the exploration
	files   bool // there have been operations on files that wait

	polls   polls     // which of them poll
	running *thread   // the thread that runs, or ran last
	queue   []*thread // they must run up to their next operation before the next decision
}

// reset makes ready for an execution.
func (s *threads) reset() {
	s.list, s.running, s.queue = s.list[:0], nil, s.queue[:0]
	s.finalizer, s.due, s.bubbles = nil, due.Queue{}, s.bubbles[:0]
	s.files, s.gaps = false, s.gaps[:0]
	clear(s.byID)
}

// start adds the next child of parent; nil for the test function's thread.
func (s *threads) start(parent *thread) *thread {
	t := s.reuse()
	if parent == nil {
		t.id, t.parent = 0, model.NoThread
	} else {
		parent.children++
		t.id, t.parent = s.names.Child(parent.id, parent.children), parent.id
	}
	t.local = hook.Thread{Seed: s.names.Hash(t.id) + s.seed, ID: int(t.id)}
	for len(s.byID) <= int(t.id) {
		s.byID = append(s.byID, nil)
	}
	s.byID[t.id] = t
	s.list = append(s.list, t)
	return t
}

// reuse returns a cleared thread from the arena.
func (s *threads) reuse() *thread {
	n := len(s.list)
	if n < len(s.arena) {
		t := s.arena[n]
		*t = thread{await: t.await, Operation: operation.Operation{Alts: t.Alts[:0], Cases: t.Cases[:0], OpCases: t.OpCases[:0]}, chance: chance.Thread{Pools: t.chance.Pools[:0]},
			memory: t.memory.Emptied(), twin: twin{first: model.Op{Cases: t.twin.first.Cases[:0]}, starts: t.twin.starts[:0], between: t.twin.between[:0]}}
		return t
	}
	t := new(thread)
	s.arena = append(s.arena, t)
	return t
}

// of returns the thread of that name, nil if this execution has not started it.
func (s *threads) of(id model.Thread) *thread {
	if int(id) >= len(s.byID) {
		return nil
	}
	return s.byID[id]
}

// queued removes the first thread from the queue and returns it; nil if the queue is empty.
func (s *threads) queued() *thread {
	if len(s.queue) == 0 {
		return nil
	}
	t := s.queue[0]
	s.queue = slices.Delete(s.queue, 0, 1)
	return t
}

// blocked lists what goroutines that are pending wait for, and where. Those that poll are named: each may stand anywhere in its round.
func (s *threads) blocked() []string {
	var list []string
	for _, t := range s.list {
		switch {
		case t.state != pending || t.timer != nil:
		case t.await.Waits || s.polls.Futile(&t.await):
			list = append(list, s.names.Path(t.id)+" "+record.Polls)
		default:
			list = append(list, record.OpNames[t.Op.Kind]+rt.memory.place(t))
		}
	}
	return list
}
