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
		Chance:       hookChance,
		System:       hookSystem,
		Watch:        hookWatch,
		Collect:      hookCollect,
	}
	hook.ExemptHook = hookExempt
}

// Each line's functions are in the file of its primitive.
func init() {
	gates = [model.NumKinds]gate{
		model.Load:  {run: runLoad, shown: atomicShown},
		model.Store: {run: runStore, shown: atomicShown},
		model.Swap:  {run: runUpdate, shown: atomicShown},
		model.Add:   {run: runUpdate, shown: atomicShown},
		model.And:   {run: runUpdate, shown: atomicShown},
		model.Or:    {run: runUpdate, shown: atomicShown},
		model.CAS:   {run: runCAS, shown: atomicShown},

		model.Lock:    {found: mutexFound, enabled: mutexFree, run: runLock},
		model.TryLock: {found: mutexFound, run: runTryLock},
		model.Unlock:  {found: mutexFound, run: runUnlock},

		model.Announce:  {found: readersFound, enabled: noWriter},
		model.Acquire:   {found: readersFound, enabled: noReader, take: takeWriter},
		model.RWTryLock: {found: readersFound, take: takeTryWriter},
		model.RWUnlock:  {found: readersFound, take: takeWriterUnlock},
		model.RLock:     {found: readersFound, enabled: noWriter, take: takeReader},
		model.TryRLock:  {found: readersFound, take: takeTryReader},
		model.RUnlock:   {found: readersFound, take: takeReaderUnlock},

		model.WGAdd:  {found: counterFound, take: takeAdd, shown: counterShown},
		model.WGDone: {found: counterFound, take: takeDone, shown: counterShown},
		model.WGWait: {found: counterFound, enabled: counterZero, take: takeWait},

		model.OnceBegin: {found: onceFound, enabled: mutexFree, take: takeOnceBegin},
		model.OnceEnd:   {found: onceFound, take: takeOnceEnd},

		model.CondAdd:       {take: takeCondAdd},
		model.CondWait:      {enabled: condWoken, take: takeCondWait},
		model.CondSignal:    {alternatives: signalAlternatives, take: takeSignal},
		model.CondBroadcast: {take: takeBroadcast},

		model.MapRead:  {take: takeMapRead},
		model.MapWrite: {take: takeMapWrite},

		model.SystemRead:  {take: takeMapRead},
		model.SystemWrite: {take: takeMapWrite},

		model.Send:   {alternatives: sendAlternatives, take: takeChan},
		model.Recv:   {alternatives: recvAlternatives, take: takeChan},
		model.Close:  {take: takeClose},
		model.Select: {alternatives: selectAlternatives, take: takeSelect},
		model.Never:  {enabled: never},

		model.TimerStart: {},
		model.TimerStop:  {},
		model.TimerFire:  {enabled: fireNear, take: takeFire},
		model.Wake:       {enabled: wakeNear, take: takeWake},
		model.Return:     {take: takeReturn},

		model.Pick: {alternatives: pickAlternatives, take: takePick},
	}
}
