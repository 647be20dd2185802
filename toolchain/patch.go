package toolchain

import (
	"fmt"
	"io/fs"
	"slices"
)

// A Patch is one change to one file of the standard library.
//
// No patch changes the number of lines of a file that is not assembly: stack traces name the same lines as before.
type Patch struct {
	// File is the path of the file below GOROOT/src, with slashes.
	File string
	// Func is the function or method as it is declared, "newproc" or "(*Mutex).Lock"; empty if Do is about a file.
	Func string
	// Sig is the signature that Func must have, parameters and results as they stand in the source; empty for any.
	Sig string
	// Do is the change.
	Do Edit
	// Since and Until are the first and the last release ("go1.26") that have the patched code; empty for no bound.
	Since, Until string
}

// applies reports whether release has the code that p patches.
func (p Patch) applies(release string) bool {
	i := slices.Index(Releases, release)
	return (p.Since == "" || slices.Index(Releases, p.Since) <= i) && (p.Until == "" || i <= slices.Index(Releases, p.Until))
}

// A change is the effect of one patch on a file, for the golden files.
type change struct {
	patch Patch
	text  string // what was inserted, or old -> new
}

// applyPatches applies patches to the files in src and returns the patched files, by their paths below src.
func applyPatches(g *Go, src fs.FS, patches []Patch) (map[string][]byte, []change, error) {
	files := map[string][]byte{}
	var changes []change
	for _, name := range patchedFiles(g, patches) {
		data, err := fs.ReadFile(src, name)
		if err != nil {
			return nil, nil, fmt.Errorf("toolchain: patching %s: %w; this version of heddle does not support it", g.Version, err)
		}
		f := &source{name: name, data: data}
		for _, p := range patches {
			if p.File != name || !p.applies(g.Release) {
				continue
			}
			text, err := f.apply(p)
			if err != nil {
				return nil, nil, fmt.Errorf("toolchain: patching %s: %s: %w; this version of heddle does not support it", g.Version, where(p), err)
			}
			changes = append(changes, change{p, text})
		}
		files[name] = f.result()
	}
	return files, changes, nil
}

// patchedFiles returns the files that patches touch, in the order in which they are first named.
func patchedFiles(g *Go, patches []Patch) []string {
	var names []string
	for _, p := range patches {
		if p.applies(g.Release) && !slices.Contains(names, p.File) {
			names = append(names, p.File)
		}
	}
	return names
}

// where names the code that p patches.
func where(p Patch) string {
	if p.Func == "" {
		return p.File
	}
	return p.File + ": " + p.Func
}
