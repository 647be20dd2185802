package sched

import (
	"heddle/model"
	"heddle/sched/hook"
)

// install fills the hook table. Before that, and for every unmanaged goroutine, the patched functions do what they always do.
func install() {
	hook.Hooks = hook.Table{
		Spawn:        hookSpawn,
		Step:         hookStep,
		Mem:          hookMem,
		ChanSend:     hookSend,
		ChanRecv:     hookRecv,
		ChanClose:    hookClose,
		ChanLen:      hookLen,
		Select:       hookSelect,
		Block:        hookBlock,
		Cond:         hookCond,
		Now:          hookNow,
		Sleep:        hookSleep,
		TimerNew:     hookTimerNew,
		TimerStop:    hookTimerStop,
		TimerReset:   hookTimerReset,
		Gosched:      hookGosched,
		NumGoroutine: hookNumGoroutine,
		Goroutines:   hookGoroutines,
		Exit:         hookExit,
		Output:       hookOutput,
		Unsupported:  hookUnsupported,
		PoolGet:      hookPoolGet,
		PoolPut:      hookPoolPut,
	}
	hook.ExemptHook = hookExempt
}

// Each line's functions are in the file of its primitive.
func init() {
	gates = [model.NumKinds]gate{
		model.Load:  {take: takeLoad, shown: atomicShown},
		model.Store: {take: takeStore, shown: atomicShown},
		model.Swap:  {take: takeUpdate, shown: atomicShown},
		model.Add:   {take: takeUpdate, shown: atomicShown},
		model.And:   {take: takeUpdate, shown: atomicShown},
		model.Or:    {take: takeUpdate, shown: atomicShown},
		model.CAS:   {take: takeCAS, shown: atomicShown},

		model.Lock:    {enabled: mutexFree, take: takeLock},
		model.TryLock: {take: takeTryLock},
		model.Unlock:  {take: takeUnlock},

		model.Announce:  {enabled: noWriter},
		model.Acquire:   {enabled: noReader, take: takeWriter},
		model.RWTryLock: {take: takeTryWriter},
		model.RWUnlock:  {take: takeWriterUnlock},
		model.RLock:     {enabled: noWriter, take: takeReader},
		model.TryRLock:  {take: takeTryReader},
		model.RUnlock:   {take: takeReaderUnlock},

		model.WGAdd:  {take: takeAdd, shown: counterShown},
		model.WGDone: {take: takeDone, shown: counterShown},
		model.WGWait: {enabled: counterZero, take: takeWait},

		model.OnceBegin: {enabled: mutexFree, take: takeOnceBegin},
		model.OnceEnd:   {take: takeOnceEnd},

		model.CondAdd:       {take: takeCondAdd},
		model.CondWait:      {enabled: condWoken, take: takeCondWait},
		model.CondSignal:    {alternatives: signalAlternatives, take: takeSignal},
		model.CondBroadcast: {take: takeBroadcast},

		model.MapRead:  {take: takeLoad},
		model.MapWrite: {take: takeUpdate},

		model.Send:   {alternatives: sendAlternatives, take: takeChan},
		model.Recv:   {alternatives: recvAlternatives, take: takeChan},
		model.Close:  {take: takeClose},
		model.Select: {alternatives: selectAlternatives, take: takeSelect},
		model.Never:  {enabled: never},

		model.TimerStart: {take: takeTimerStart},
		model.TimerStop:  {take: takeTimerStop},
		model.TimerFire:  {enabled: fireNear, take: takeFire},
		model.Wake:       {enabled: wakeNear, take: takeWake},
		model.Return:     {take: takeReturn},
	}
}
