package toolchain

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"heddle"
)

// injected are the files that are added to packages of the standard library: inject/<import path>/<name>.go.txt becomes
// src/<import path>/<name>.go.
//
//go:embed inject
var injected embed.FS

// addedFiles returns all files that are added, by their paths below GOROOT/src: the injected ones and the engine.
func addedFiles() (map[string][]byte, error) {
	files := map[string][]byte{}
	if err := addInjected(files, injected); err != nil {
		return nil, err
	}
	for _, pkg := range heddle.EnginePackages {
		if err := addPackage(files, heddle.Engine, pkg); err != nil {
			return nil, err
		}
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

// addPackage adds the sources of one engine package.
func addPackage(files map[string][]byte, fsys fs.FS, pkg string) error {
	entries, err := fs.ReadDir(fsys, pkg)
	if err != nil {
		return fmt.Errorf("toolchain: %w", err)
	}
	for _, e := range entries {
		name := e.Name()
		isSource := strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") || strings.HasSuffix(name, ".s")
		if e.IsDir() || !isSource {
			continue
		}
		data, err := fs.ReadFile(fsys, path.Join(pkg, name))
		if err != nil {
			return fmt.Errorf("toolchain: %w", err)
		}
		files["heddle/"+path.Join(pkg, name)] = data
	}
	return nil
}
