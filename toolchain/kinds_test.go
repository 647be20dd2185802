package toolchain

import (
	"io/fs"
	"regexp"
	"strconv"
	"testing"

	"heddle/model"
)

// patchKinds are the kinds of operations that patched functions must tell the engine. Std cannot import package model, so patches
// and added files give them as numbers.
var patchKinds = map[string]model.Kind{
	"notifyListAdd":           model.CondAdd,
	"notifyListWait":          model.CondWait,
	"notifyListNotifyOne":     model.CondSignal,
	"notifyListNotifyAll":     model.CondBroadcast,
	"(*Mutex).Lock":           model.Lock,
	"(*Mutex).TryLock":        model.TryLock,
	"(*Mutex).Unlock":         model.Unlock,
	"(*Map).Load":             model.MapRead,
	"(*Map).Range":            model.MapRead,
	"(*Map).Store":            model.MapWrite,
	"(*Map).Clear":            model.MapWrite,
	"(*Map).LoadOrStore":      model.MapWrite,
	"(*Map).LoadAndDelete":    model.MapWrite,
	"(*Map).Delete":           model.MapWrite,
	"(*Map).Swap":             model.MapWrite,
	"(*Map).CompareAndSwap":   model.MapWrite,
	"(*Map).CompareAndDelete": model.MapWrite,

	"sync_atomic_StorePointer":          model.Store,
	"sync_atomic_SwapPointer":           model.Swap,
	"sync_atomic_CompareAndSwapPointer": model.CAS,
}

// atomicKinds are those of sync/atomic's functions, by the beginning of their names.
var atomicKinds = map[string]model.Kind{
	"Load": model.Load, "Store": model.Store, "Swap": model.Swap, "Add": model.Add, "And": model.And, "Or": model.Or, "CompareAndSwap": model.CAS,
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
		if !ok {
			t.Errorf("%s: the function is in no table of this test", where(p))
			continue
		}
		if got, _ := strconv.Atoi(m[1]); model.Kind(got) != want {
			t.Errorf("%s: got kind %d, want %d", where(p), got, want)
		}
	}
}

// The constants heddleKind... of added files have the values of package model, where two of them have other names.
func TestInjectedKinds(t *testing.T) {
	want := map[string]model.Kind{
		"Announce": model.Announce, "Acquire": model.Acquire, "RWTryLock": model.RWTryLock, "RWUnlock": model.RWUnlock,
		"RLock": model.RLock, "TryRLock": model.TryRLock, "RUnlock": model.RUnlock,
		"Add": model.WGAdd, "Done": model.WGDone, "Wait": model.WGWait,
		"OnceBegin": model.OnceBegin, "OnceEnd": model.OnceEnd, "MapRead": model.MapRead,
		"Return": model.Return, "TestUse": model.TestUse, "TestEnd": model.TestEnd, "TestChange": model.TestChange,
		"FileRead": model.FileRead, "FileWrite": model.FileWrite, "FileClose": model.FileClose, "FileLeave": model.FileLeave, "FileReaders": model.FileReaders,
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
			if !ok {
				t.Errorf("%s: heddleKind%s is not in the table of this test", name, m[1])
				continue
			}
			if got, _ := strconv.Atoi(m[2]); model.Kind(got) != kind {
				t.Errorf("%s: heddleKind%s: got %d, want %d", name, m[1], got, kind)
			}
		}
		return err
	})
	if err != nil || found != len(want) {
		t.Errorf("got %d constants, %v, want %d", found, err, len(want))
	}
}
