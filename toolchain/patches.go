package toolchain

// Patches is the list of all patches of the standard library, file by file.
var Patches = append([]Patch{
	{File: "runtime/proc.go", Func: "newproc", Sig: "(fn *funcval)", Do: Head(`if heddleSpawn(fn, sys.GetCallerPC()) { return }`)},
}, atomicPatches()...)
