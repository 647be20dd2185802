package sched

import "heddle/sched/hook"

// install fills the hook table. Until then, and for every goroutine that is not managed, the patched functions do what they
// always do.
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
