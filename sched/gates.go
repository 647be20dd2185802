package sched

import (
	"heddle/model"
	"heddle/sched/hook"
	"heddle/sched/operation"
)

// install fills the hook table. Before that, and for every unmanaged goroutine, the patched functions do what they always do.
func install() {
	hook.CountGCs()
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
		Bubble:       hookBubble,
		Idle:         hookIdle,
		Outside:      hookOutside,
		Dies:         hookDies,
	}
	hook.ExemptHook = hookExempt
}

// Each line's functions are in the file of its primitive.
func init() {
	gates = [model.NumKinds]gate{
		model.Load:  {run: runLoad, shown: (*thread).Shown},
		model.Store: {run: runStore, shown: (*thread).Shown},
		model.Swap:  {run: runUpdate, shown: (*thread).Shown},
		model.Add:   {run: runUpdate, shown: (*thread).Shown},
		model.And:   {run: runUpdate, shown: (*thread).Shown},
		model.Or:    {run: runUpdate, shown: (*thread).Shown},
		model.CAS:   {run: runCAS, shown: (*thread).Shown},

		model.Lock:    {found: (*operation.Operation).Mutex, enabled: (*thread).MutexFree, run: runLock},
		model.TryLock: {found: (*operation.Operation).Mutex, run: runTryLock},
		model.Unlock:  {found: (*operation.Operation).Mutex, run: runUnlock},

		model.Announce:  {found: (*operation.Operation).RWMutex, enabled: (*thread).NoWriter},
		model.Acquire:   {found: (*operation.Operation).RWMutex, enabled: (*thread).NoReader, take: takeWriter},
		model.RWTryLock: {found: (*operation.Operation).RWMutex, take: takeTryWriter},
		model.RWUnlock:  {found: (*operation.Operation).RWMutex, take: takeFree},
		model.RLock:     {found: (*operation.Operation).RWMutex, enabled: (*thread).NoWriter, take: takeReader},
		model.TryRLock:  {found: (*operation.Operation).RWMutex, take: takeTryReader},
		model.RUnlock:   {found: (*operation.Operation).RWMutex, take: takeReaderUnlock},

		model.WGAdd:  {found: (*operation.Operation).WaitGroup, take: takeAdd, shown: (*thread).Shown},
		model.WGDone: {found: (*operation.Operation).WaitGroup, take: takeDone, shown: (*thread).Shown},
		model.WGWait: {found: (*operation.Operation).WaitGroup, enabled: (*thread).CounterZero, take: takeWait},

		model.OnceBegin: {found: (*operation.Operation).Once, enabled: (*thread).MutexFree, take: takeOnceBegin},
		model.OnceEnd:   {found: (*operation.Operation).Once, take: takeFree},

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

		model.Idle: {alternatives: idleAlternatives, take: takeIdle},

		model.FileRead:    {found: (*operation.Operation).File, enabled: (*thread).Allowed, take: takeFileRead},
		model.FileWrite:   {found: (*operation.Operation).File, enabled: (*thread).Allowed, take: takeFileWrite},
		model.FileClose:   {found: (*operation.Operation).File, take: takeFileClose},
		model.FileLeave:   {found: (*operation.Operation).File, take: takeFileReaders},
		model.FileReaders: {found: (*operation.Operation).File, take: takeFileReaders},
		model.FileWriters: {found: (*operation.Operation).File, take: takeFileWriters},

		model.ReadSection:  {},
		model.WriteSection: {},

		model.Pick: {alternatives: pickAlternatives, take: takePick},
	}
}
