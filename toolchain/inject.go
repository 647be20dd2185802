package toolchain

import (
	"bytes"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"heddle"
)

// injected are the files that are added to packages of the standard library: inject/<import path>/<name>.go.txt becomes
// src/<import path>/<name>.go.
//
//go:embed inject
var injected embed.FS

// EnginePath is the first element of the engine's import paths in a shadow, where its packages are part of the standard library.
// Import paths may have a plus sign and the paths of published modules may not, so that no package of a module is taken for one of
// the engine's: a user's module may be named heddle too.
const EnginePath = "heddle+"

// addedFiles returns all added files by their paths below GOROOT/src: the injected ones and the engine. They name packages of the
// engine in strings that begin with heddle/: imports, and the names of functions.
func addedFiles() (map[string][]byte, error) {
	files := map[string][]byte{}
	if err := addInjected(files, injected); err != nil {
		return nil, err
	}
	if err := addEngine(files, heddle.Engine); err != nil {
		return nil, err
	}
	for name, data := range files {
		files[name] = bytes.ReplaceAll(data, []byte(`"heddle/`), []byte(`"`+EnginePath+`/`))
	}
	return files, nil
}

// addInjected adds the files below inject/ of fsys.
func addInjected(files map[string][]byte, fsys fs.FS) error {
	return fs.WalkDir(fsys, "inject", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".txt") {
			return err
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return fmt.Errorf("toolchain: %w", err)
		}
		files[strings.TrimSuffix(strings.TrimPrefix(name, "inject/"), ".txt")] = data
		return nil
	})
}

// addEngine adds the sources of all packages of fsys, below EnginePath.
func addEngine(files map[string][]byte, fsys fs.FS) error {
	return fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "testdata" {
				return fs.SkipDir
			}
			return nil
		}
		isSource := strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".s")
		if !isSource {
			return nil
		}
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return fmt.Errorf("toolchain: %w", err)
		}
		files[EnginePath+"/"+name] = data
		return nil
	})
}
