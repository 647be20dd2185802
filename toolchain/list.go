package toolchain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// A Package is a package that the user's patterns name.
type Package struct {
	ImportPath string
	Dir        string   // absolute
	HasTests   bool     // it has test files for the build tags in force, or cannot be loaded
	Checked    []string // import paths of the checked packages in its test binary, sorted; that of an external test ends in "_test"

	args []string // its name for the go command
	err  error    // why it cannot be loaded, for Build
}

// A listed is go list's description of one package.
type listed struct {
	ImportPath   string
	Dir          string
	ForTest      string
	Standard     bool
	DepOnly      bool
	TestGoFiles  []string
	XTestGoFiles []string
	Deps         []string
	Error        *listError
}

type listError struct {
	ImportStack []string
	Pos         string
	Err         string
}

const listFields = "-json=ImportPath,Dir,ForTest,Standard,DepOnly,TestGoFiles,XTestGoFiles,Deps,Error"

// List returns the packages that patterns name, in the order of the go command. If they name no package, or none that
// can be loaded, it returns an error with the go command's own message. It leaves other errors to Build: packages that
// cannot be loaded, if some can; errors in imported packages; type errors.
func (b *Builder) List(ctx context.Context, patterns []string) ([]Package, error) {
	if err := b.coverPackages(ctx); err != nil {
		return nil, err
	}
	doing := "listing " + strings.Join(patterns, " ")
	args := slices.Concat([]string{"list", "-e", "-deps", "-test", listFields}, b.flags, plainFlags, []string{"--"}, patterns)
	stdout, stderr, err := b.run(ctx, doing, args...)
	if err != nil {
		return nil, err
	}
	all, err := parseList(stdout)
	if err != nil {
		return nil, fmt.Errorf("toolchain: %s: %w", doing, err)
	}
	byPath := map[string]*listed{}
	for _, p := range all {
		byPath[p.ImportPath] = p
	}
	var pkgs []Package
	var problems []string
	for _, p := range all {
		if p.DepOnly || p.ForTest != "" || strings.HasSuffix(p.ImportPath, ".test") {
			continue
		}
		pkg := newPackage(p, byPath)
		switch {
		case p.ImportPath == "command-line-arguments":
			pkg.args = patterns // files
		case strings.HasPrefix(p.ImportPath, "_/"):
			if rel, err := filepath.Rel(b.dir, p.Dir); err == nil { // outside of GOPATH, without modules
				pkg.args = []string{"." + string(filepath.Separator) + rel}
			}
		}
		if pkg.err != nil {
			problems = append(problems, p.Error.text())
		}
		pkgs = append(pkgs, pkg)
	}
	switch {
	case len(pkgs) == 0:
		return nil, &GoError{Doing: doing, Output: string(stderr), Err: errors.New("no packages")}
	case len(problems) == len(pkgs):
		return nil, &GoError{Doing: doing, Output: strings.Join(problems, "\n"), Err: errNotLoaded}
	}
	return pkgs, nil
}

var errNotLoaded = errors.New("the go command cannot load it")

func newPackage(p *listed, byPath map[string]*listed) Package {
	pkg := Package{ImportPath: p.ImportPath, Dir: p.Dir, args: []string{p.ImportPath}}
	pkg.HasTests = len(p.TestGoFiles)+len(p.XTestGoFiles) > 0
	if p.Error != nil {
		pkg.HasTests = true
		pkg.err = &GoError{Doing: "building the tests of " + p.ImportPath, Output: p.Error.text(), Err: errNotLoaded}
	} else if pkg.HasTests {
		pkg.Checked = checked(byPath, p.ImportPath)
	}
	return pkg
}

// parseList reads the JSON objects that go list prints.
func parseList(data []byte) ([]*listed, error) {
	var all []*listed
	d := json.NewDecoder(bytes.NewReader(data))
	for {
		p := new(listed)
		switch err := d.Decode(p); err {
		case nil:
			all = append(all, p)
		case io.EOF:
			return all, nil
		default:
			return nil, err
		}
	}
}

// text returns the error as the go command prints it.
func (e *listError) text() string {
	switch {
	case e.Pos != "":
		return e.Pos + ": " + e.Err
	case len(e.ImportStack) > 1:
		return "package " + strings.Join(e.ImportStack, "\n\timports ") + ": " + e.Err
	}
	return e.Err
}

// checked returns the checked packages of the test binary of path.
func checked(byPath map[string]*listed, path string) []string {
	main := byPath[path+".test"]
	if main == nil {
		return nil
	}
	var paths []string
	for _, dep := range main.Deps {
		if p := byPath[dep]; p != nil && !p.Standard {
			paths = append(paths, plainPath(dep))
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// plainPath returns an import path without the mark of a package that is built for one test: "p [p.test]".
func plainPath(path string) string {
	path, _, _ = strings.Cut(path, " ")
	return path
}

// Names lists the packages, only the first five if there are more.
func Names(packages []Package) string {
	var list []string
	for i, p := range packages {
		if i == 5 {
			list = append(list, fmt.Sprintf("%d more", len(packages)-i))
			break
		}
		list = append(list, p.ImportPath)
	}
	return strings.Join(list, ", ")
}
