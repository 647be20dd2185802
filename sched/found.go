package sched

import (
	"sync/atomic"

	"heddle/model"
)

// Some objects exist before an execution begins: those of package-level variables, and those that the standard library shares (the closed
// channel of contexts that were cancelled before Done was called). No event brought them into their state, so algorithms are told it.

// noteFound reads the object that the pending operation of t has just named.
func noteFound(r *runtime, t *thread) {
	f := model.Found{Obj: t.op.Obj}
	switch t.op.Kind {
	case model.Lock, model.TryLock, model.Unlock:
		f.Taken = mutexHeld(t)
	case model.Announce, model.RWTryLock, model.RWUnlock, model.RLock, model.TryRLock, model.RUnlock:
		if f.N = readerCount(t); f.N < 0 {
			f.N, f.Taken = f.N+maxReaders, true
		}
	case model.WGAdd, model.WGDone, model.WGWait:
		f.N = counter(t)
	case model.OnceBegin:
		f.Taken, f.Closed = mutexHeld(t), atomic.LoadUint32((*uint32)(t.addr)) != 0 // Once begins with done
	}
	keepFound(r, f)
}

// keepFound tells the algorithm of f, unless the object is as if new.
func keepFound(r *runtime, f model.Found) {
	if f.N != 0 || f.Taken || f.Closed {
		r.algorithm.state.Found = append(r.algorithm.state.Found, f)
	}
}
