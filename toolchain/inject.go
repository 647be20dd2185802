package toolchain

import (
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

// addedFiles returns all added files by their paths below GOROOT/src: the injected ones and the engine.
func addedFiles() (map[string][]byte, error) {
	files := map[string][]byte{}
	if err := addInjected(files, injected); err != nil {
		return nil, err
	}
	if err := addEngine(files, heddle.Engine); err != nil {
		return nil, err
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

// addEngine adds the sources of all packages of fsys, below heddle/.
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
		files["heddle/"+name] = data
		return nil
	})
}
