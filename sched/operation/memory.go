package operation

import (
	"sync/atomic"

	"heddle/model"
	"heddle/sched/hook"
)

// The state of a mutex is the first word of internal/sync.Mutex. Its lowest bit says that the mutex is held. A Once has a mutex as well.

// MutexHeld reports whether the mutex of the operation is held.
func (o *Operation) MutexHeld() bool { return atomic.LoadInt32((*int32)(o.Where))&1 != 0 }

// MutexFree reports whether it is free.
func (o *Operation) MutexFree() bool { return !o.MutexHeld() }

// Mutex describes it.
func (o *Operation) Mutex() model.Found { return model.Found{Taken: o.MutexHeld()} }

// Once describes the Once of the operation.
func (o *Operation) Once() model.Found {
	return model.Found{Taken: o.MutexHeld(), Closed: atomic.LoadUint32((*uint32)(o.Addr)) != 0} // Once begins with done
}

// maxReaders is sync.rwmutexMaxReaders. The state of an RWMutex is its readerCount: the number of readers, minus maxReaders when a writer
// has announced itself.
const maxReaders = 1 << 30

func (o *Operation) readerCount() int32 { return atomic.LoadInt32((*int32)(o.Where)) }

// RWMutex describes the RWMutex of the operation.
func (o *Operation) RWMutex() model.Found {
	n := o.readerCount()
	if n < 0 {
		return model.Found{N: n + maxReaders, Taken: true}
	}
	return model.Found{N: n}
}

// NoWriter reports whether no writer has announced itself.
func (o *Operation) NoWriter() bool { return o.readerCount() >= 0 }

// NoReader reports whether no reader is left that the writer, which has announced itself, must wait for.
func (o *Operation) NoReader() bool { return o.readerCount() == -maxReaders }

// RWFree reports whether neither a reader nor a writer holds the RWMutex.
func (o *Operation) RWFree() bool { return o.readerCount() == 0 }

// Counter returns the counter of the WaitGroup of the operation: the upper half of its state.
func (o *Operation) Counter() int32 { return int32(atomic.LoadUint64((*uint64)(o.Where)) >> 32) }

// CounterZero reports whether it is zero.
func (o *Operation) CounterZero() bool { return o.Counter() == 0 }

// WaitGroup describes the WaitGroup.
func (o *Operation) WaitGroup() model.Found { return model.Found{N: o.Counter()} }

// CanReceive reports whether the channel of the operation, a Recv, has a value or is closed. A sender that waits offers a joint event itself.
func (o *Operation) CanReceive() bool {
	n, _, closed, _, _, _ := hook.ChanInfo(o.Addr)
	return closed || n > 0
}
