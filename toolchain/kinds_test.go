package toolchain

import (
	"io/fs"
	"regexp"
	"strconv"
	"testing"

	"heddle/trace"
)

// patchKinds are the kinds of operations that patched functions must tell the engine. Std cannot import package trace, so patches
// and added files give them as numbers.
var patchKinds = map[string]trace.Kind{
	"notifyListAdd":           trace.CondAdd,
	"notifyListWait":          trace.CondWait,
	"notifyListNotifyOne":     trace.CondSignal,
	"notifyListNotifyAll":     trace.CondBroadcast,
	"(*Mutex).Lock":           trace.Lock,
	"(*Mutex).TryLock":        trace.TryLock,
	"(*Mutex).Unlock":         trace.Unlock,
	"(*Map).Load":             trace.MapRead,
	"(*Map).Range":            trace.MapRead,
	"(*Map).Store":            trace.MapWrite,
	"(*Map).Clear":            trace.MapWrite,
	"(*Map).LoadOrStore":      trace.MapWrite,
	"(*Map).LoadAndDelete":    trace.MapWrite,
	"(*Map).Delete":           trace.MapWrite,
	"(*Map).Swap":             trace.MapWrite,
	"(*Map).CompareAndSwap":   trace.MapWrite,
	"(*Map).CompareAndDelete": trace.MapWrite,

	"sync_atomic_StorePointer":          trace.Store,
	"sync_atomic_SwapPointer":           trace.Swap,
	"sync_atomic_CompareAndSwapPointer": trace.CAS,
}

// atomicKinds are those of sync/atomic's functions, by the beginning of their names.
var atomicKinds = map[string]trace.Kind{
	"Load": trace.Load, "Store": trace.Store, "Swap": trace.Swap, "Add": trace.Add, "And": trace.And, "Or": trace.Or, "CompareAndSwap": trace.CAS,
}

var (
	kindCall     = regexp.MustCompile(`(?:heddleStep|heddleAtomic|Cond)\((\d+)`)
	atomicName   = regexp.MustCompile(`^([A-Za-z]+?)(?:Int32|Int64|Uint32|Uint64|Uintptr|Pointer)$`)
	kindConstant = regexp.MustCompile(`heddleKind(\w+) += (\d+)`)
)

func TestPatchKinds(t *testing.T) {
	for _, p := range Patches {
		var text string
		switch e := p.Do.(type) {
		case Head:
			text = string(e)
		case Body:
			text = string(e)
		}
		m := kindCall.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		want, ok := patchKinds[p.Func]
		if n := atomicName.FindStringSubmatch(p.Func); n != nil {
			want, ok = atomicKinds[n[1]]
		}
		if got, _ := strconv.Atoi(m[1]); !ok || trace.Kind(got) != want {
			t.Errorf("%s: got kind %d, want %d", where(p), got, want)
		}
	}
}

// The constants heddleKind... of added files have the values of package trace, where two of them have other names.
func TestInjectedKinds(t *testing.T) {
	want := map[string]trace.Kind{
		"Announce": trace.Announce, "Acquire": trace.Acquire, "RWTryLock": trace.RWTryLock, "RWUnlock": trace.RWUnlock,
		"RLock": trace.RLock, "TryRLock": trace.TryRLock, "RUnlock": trace.RUnlock,
		"Add": trace.WGAdd, "Done": trace.WGDone, "Wait": trace.WGWait,
		"OnceBegin": trace.OnceBegin, "OnceEnd": trace.OnceEnd, "MapRead": trace.MapRead,
	}
	found := 0
	err := fs.WalkDir(injected, "inject", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(injected, name)
		for _, m := range kindConstant.FindAllStringSubmatch(string(data), -1) {
			found++
			kind, ok := want[m[1]]
			if got, _ := strconv.Atoi(m[2]); !ok || trace.Kind(got) != kind {
				t.Errorf("%s: heddleKind%s: got %d, want %d", name, m[1], got, kind)
			}
		}
		return err
	})
	if err != nil || found != len(want) {
		t.Errorf("got %d constants, %v, want %d", found, err, len(want))
	}
}
