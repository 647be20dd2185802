package record

import (
	"heddle/model"
	"heddle/result"
)

// OpNames are the names of operations, for people.
var OpNames = [model.NumKinds]string{
	model.Load: "Load", model.Store: "Store", model.Swap: "Swap", model.Add: "Add", model.And: "And", model.Or: "Or", model.CAS: "CompareAndSwap",
	model.Read: "read", model.Write: "write",
	model.Lock: "Lock", model.TryLock: "TryLock", model.Unlock: "Unlock",
	model.Announce: result.Announces, model.Acquire: "Lock", model.RWTryLock: "TryLock", model.RWUnlock: "Unlock",
	model.RLock: "RLock", model.TryRLock: "TryRLock", model.RUnlock: "RUnlock",
	model.WGAdd: "Add", model.WGDone: "Done", model.WGWait: "Wait",
	model.OnceBegin: "Do", model.OnceEnd: "Do returns",
	model.CondAdd: "Wait (begins)", model.CondWait: "Wait", model.CondSignal: "Signal", model.CondBroadcast: "Broadcast",
	model.MapRead: "read", model.MapWrite: "write",
	model.Send: "send", model.Recv: "receive", model.Close: "close", model.Len: "len", model.Select: "select", model.Never: "block forever",
	model.TimerStart: "start", model.TimerStop: "Stop", model.TimerFire: "fires", model.Wake: "Sleep ends", model.Now: "Now",
	model.Return: "test function returns", model.SystemRead: "read", model.SystemWrite: "write", model.Pick: "choose",
	model.TestUse: "use", model.TestEnd: "end", model.TestChange: "change", model.PoolGet: "Get", model.PoolPut: "Put",
	model.Collect: "runtime.GC", model.Idle: "bubble is idle",
	model.FileRead: "read", model.FileWrite: "write", model.FileClose: "close", model.FileLeave: "close", model.FileReaders: "set a deadline", model.FileWriters: "set a deadline",
	model.ReadSection: "Lock to Unlock", model.WriteSection: "Lock to Unlock",
}

// What result.Wait.Again says of loops.
const (
	Polls     = "polls"
	GoesRound = "goes round"
)

// objectKind returns the name of the kind of objects that operations of kind k are on.
func objectKind(k model.Kind) string {
	switch k {
	case model.Read, model.Write:
		return "memory"
	case model.Lock, model.TryLock, model.Unlock, model.ReadSection, model.WriteSection:
		return "mutex"
	case model.Announce, model.Acquire, model.RWTryLock, model.RWUnlock, model.RLock, model.TryRLock, model.RUnlock:
		return "rwmutex"
	case model.WGAdd, model.WGDone, model.WGWait:
		return "waitgroup"
	case model.OnceBegin, model.OnceEnd:
		return "once"
	case model.CondAdd, model.CondWait, model.CondSignal, model.CondBroadcast:
		return "cond"
	case model.MapRead, model.MapWrite:
		return "map"
	case model.PoolGet, model.PoolPut:
		return "pool"
	case model.SystemRead, model.SystemWrite:
		return "system"
	case model.Send, model.Recv, model.Close, model.Len, model.Select:
		return "channel"
	case model.TimerStart, model.TimerStop, model.TimerFire, model.Wake:
		return "timer"
	case model.TestUse, model.TestEnd, model.TestChange:
		return "test"
	case model.FileRead, model.FileWrite, model.FileClose, model.FileLeave, model.FileReaders, model.FileWriters:
		return "file"
	}
	return "atomic"
}
