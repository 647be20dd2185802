package toolchain

import "fmt"

// The kinds that patched functions of sync/atomic pass to heddleAtomic.
const (
	atomicLoad = 1 + iota
	atomicStore
	atomicSwap
	atomicAdd
	atomicAnd
	atomicOr
	atomicCAS
)

// addressCAS is added to the size for a CompareAndSwap of addresses, because addresses differ between executions.
const addressCAS = 1 << 8

// An atomicType is one of the types for which sync/atomic has functions.
type atomicType struct {
	suffix                                string // of the function's name
	goType                                string
	size, casSize                         int    // as heddleAtomic takes it
	file                                  string // below sync/atomic
	word                                  string // the unsigned type that package internal/runtime/atomic works on
	delta                                 string // the type of its Xadd's delta
	xchg, cas, xadd, load, store, and, or string
}

var (
	atomic32 = atomicType{size: 4, casSize: 4, file: "doc.go", word: "uint32", delta: "int32",
		xchg: "Xchg", cas: "Cas", xadd: "Xadd", load: "Load", store: "Store", and: "And32", or: "Or32"}
	atomic64 = atomicType{size: 8, casSize: 8, file: "doc_64.go", word: "uint64", delta: "int64",
		xchg: "Xchg64", cas: "Cas64", xadd: "Xadd64", load: "Load64", store: "Store64", and: "And64", or: "Or64"}
	atomicUintptr = atomicType{suffix: "Uintptr", goType: "uintptr", size: 8, casSize: addressCAS | 8, file: "doc.go", word: "uintptr", delta: "uintptr",
		xchg: "Xchguintptr", cas: "Casuintptr", xadd: "Xadduintptr", load: "Loaduintptr", store: "Storeuintptr",
		and: "Anduintptr", or: "Oruintptr"}
)

// atomicPatches returns the patches that give Go bodies to all functions of sync/atomic. For example:
//
//	before: func AddInt32(addr *int32, delta int32) (new int32)
//	after:  func AddInt32(addr *int32, delta int32) (new int32) {
//	            if heddleOn() { heddleAtomic(4, unsafe.Pointer(addr), 4, int64(delta)) }; return ... }
//
// The call after "return" is the one that the assembly jumped to.
func atomicPatches() []Patch {
	var patches []Patch
	for _, t := range []atomicType{named(atomic32, "Int32", "int32"), named(atomic32, "Uint32", "uint32"), atomicUintptr} {
		patches = append(patches, t.patches()...)
	}
	patches = append(patches,
		Patch{File: "sync/atomic/doc.go", Func: "LoadPointer", Sig: "(addr *unsafe.Pointer) (val unsafe.Pointer)",
			Do: Body(hook(atomicLoad, 8, "0") + "return impl.Loadp(unsafe.Pointer(addr))")},
		Patch{File: "sync/atomic/asm.s", Do: DropText("LoadPointer")},
		Patch{File: "sync/atomic/doc.go", Do: Import(`impl "internal/runtime/atomic"`)})
	for _, t := range []atomicType{named(atomic64, "Int64", "int64"), named(atomic64, "Uint64", "uint64")} {
		patches = append(patches, t.patches()...)
	}
	patches = append(patches,
		Patch{File: "sync/atomic/doc_64.go", Do: Import(`impl "internal/runtime/atomic"`)},
		Patch{File: "sync/atomic/doc_64.go", Do: Import(`"unsafe"`)})
	return append(patches, pointerPatches()...)
}

func named(t atomicType, suffix, goType string) atomicType {
	t.suffix, t.goType = suffix, goType
	return t
}

// hook returns the statement that announces an atomic operation to the engine.
func hook(kind, size int, arg string) string {
	return fmt.Sprintf("if heddleOn() { heddleAtomic(%d, unsafe.Pointer(addr), %d, %s) }; ", kind, size, arg)
}

// patches returns the patches of one type's functions.
func (t atomicType) patches() []Patch {
	ptr := "(*" + t.word + ")(unsafe.Pointer(addr))"
	call := func(f, args string) string { return fmt.Sprintf("return %s(impl.%s(%s%s))", t.goType, f, ptr, args) }
	one := func(name string) string {
		return fmt.Sprintf("(addr *%s, %s %s) (old %s)", t.goType, name, t.goType, t.goType)
	}
	var patches []Patch
	add := func(name, sig, body string) {
		patches = append(patches,
			Patch{File: "sync/atomic/" + t.file, Func: name + t.suffix, Sig: sig, Do: Body(body)},
			Patch{File: "sync/atomic/asm.s", Do: DropText(name + t.suffix)})
	}
	word := func(name string) string { return ", " + t.word + "(" + name + ")" }

	add("Swap", one("new"), hook(atomicSwap, t.size, "0")+call(t.xchg, word("new")))
	add("CompareAndSwap", fmt.Sprintf("(addr *%s, old, new %s) (swapped bool)", t.goType, t.goType),
		hook(atomicCAS, t.casSize, "int64(old)")+fmt.Sprintf("return impl.%s(%s%s%s)", t.cas, ptr, word("old"), word("new")))
	add("Add", fmt.Sprintf("(addr *%s, delta %s) (new %s)", t.goType, t.goType, t.goType),
		hook(atomicAdd, t.size, "int64(delta)")+call(t.xadd, ", "+t.delta+"(delta)"))
	add("And", one("mask"), hook(atomicAnd, t.size, "0")+call(t.and, word("mask")))
	add("Or", one("mask"), hook(atomicOr, t.size, "0")+call(t.or, word("mask")))
	add("Load", fmt.Sprintf("(addr *%s) (val %s)", t.goType, t.goType), hook(atomicLoad, t.size, "0")+call(t.load, ""))
	add("Store", fmt.Sprintf("(addr *%s, val %s)", t.goType, t.goType),
		hook(atomicStore, t.size, "0")+fmt.Sprintf("impl.%s(%s%s)", t.store, ptr, word("val")))
	return patches
}

// pointerPatches returns the patches of StorePointer, SwapPointer and CompareAndSwapPointer. Package runtime implements
// these functions because they need a write barrier. The patched functions call the engine before the barrier, and no
// longer call the patched functions for uintptr.
func pointerPatches() []Patch {
	const file = "runtime/atomic_pointer.go"
	head := func(kind, size int, arg string) Edit {
		return Head(fmt.Sprintf("if heddleOn() { heddleAtomic(%d, unsafe.Pointer(ptr), %d, %s) }", kind, size, arg))
	}
	return []Patch{
		{File: file, Func: "sync_atomic_StorePointer", Sig: "(ptr *unsafe.Pointer, new unsafe.Pointer)", Do: head(atomicStore, 8, "0")},
		{File: file, Func: "sync_atomic_StorePointer", Do: Replace{"sync_atomic_StoreUintptr", "atomic.Storeuintptr"}},
		{File: file, Func: "sync_atomic_SwapPointer", Sig: "(ptr *unsafe.Pointer, new unsafe.Pointer) unsafe.Pointer", Do: head(atomicSwap, 8, "0")},
		{File: file, Func: "sync_atomic_SwapPointer", Do: Replace{"sync_atomic_SwapUintptr", "atomic.Xchguintptr"}},
		{File: file, Func: "sync_atomic_CompareAndSwapPointer", Sig: "(ptr *unsafe.Pointer, old, new unsafe.Pointer) bool",
			Do: head(atomicCAS, addressCAS|8, "int64(uintptr(old))")},
		{File: file, Func: "sync_atomic_CompareAndSwapPointer", Do: Replace{"sync_atomic_CompareAndSwapUintptr", "atomic.Casuintptr"}},
	}
}
