package heddle

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
)

// layers are the packages of the engine, lowest first. A package may import those of lower layers.
var layers = [][]string{
	{"model", "result", "trace/pages", "sched/hook", "sched/section", "sched/table", "agent/inputs"},
	{"datarace", "trace", "explore/quasi/unfold", "sched/frames"},
	{"reversal", "reversal/growing", "explore/search", "sched/object", "sched/clock", "sched/chance", "sched/due", "guide", "guide/named", "agent/cover"},
	{"sched/operation", "sched/alike"},
	{"sched/bubble"},
	{"explore/source", "explore/optimal", "explore/pop", "explore/quasi", "explore/sample", "explore/estimate", "sched/caller", "sched/drain", "sched/order", "sched/state"},
	{"sched/await", "sched/system", "explore/stateful", "sched/failure", "sched/record", "sched/config"},
	{"explore", "sched/prefix"},
	{"sched", "simplest", "agent/wire"},
	{"agent"},
}

// The most lines that a package may have without its tests, and the most methods and fields of one type, unless the comment of the package
// or the type says why there are more.
const (
	maxLines   = 2500
	maxMethods = 25
	maxFields  = 15
)

// TestLayers checks that imports of the engine go down, and that none of its packages and types has grown too large.
func TestLayers(t *testing.T) {
	layer := map[string]int{}
	for i, names := range layers {
		for _, name := range names {
			layer[name] = i
		}
	}
	found := map[string]bool{}
	for _, dir := range packageDirs(t, Engine) {
		i, ok := layer[dir]
		if !ok {
			t.Errorf("package %s is in no layer", dir)
			continue
		}
		found[dir] = true
		checkPackage(t, dir, func(imported string) {
			if j, ok := layer[imported]; !ok || j >= i {
				t.Errorf("%s imports %s, which is not below it", dir, imported)
			}
		})
	}
	for name := range layer {
		if !found[name] {
			t.Errorf("there is no package %s", name)
		}
	}
}

// TestSizes checks the sizes of the packages that are not the engine's.
func TestSizes(t *testing.T) {
	engine := packageDirs(t, Engine)
	for _, dir := range packageDirs(t, os.DirFS(".")) {
		if !slices.Contains(engine, dir) {
			checkPackage(t, dir, func(string) {})
		}
	}
}

// packageDirs are the directories of fsys that hold a package.
func packageDirs(t *testing.T, fsys fs.FS) []string {
	dirs := map[string]bool{}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || len(name) > 1 && strings.HasPrefix(d.Name(), ".")):
			return fs.SkipDir
		case strings.HasSuffix(name, ".go"):
			dirs[path.Dir(name)] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return slices.Sorted(maps.Keys(dirs))
}

// checkPackage checks one package and calls imports with each package of this module that it imports.
func checkPackage(t *testing.T, dir string, imports func(string)) {
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	sizes, set, lines, doc := typeSizes{}, token.NewFileSet(), 0, ""
	for _, f := range files {
		if !strings.HasSuffix(f.Name(), ".go") || strings.HasSuffix(f.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path.Join(dir, f.Name()), nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		doc += strings.Join(strings.Fields(file.Doc.Text()), " ")
		lines += set.File(file.Pos()).LineCount()
		for _, s := range file.Imports {
			if name, ok := strings.CutPrefix(strings.Trim(s.Path.Value, `"`), "heddle/"); ok {
				imports(name)
			}
		}
		sizes.add(file)
	}
	if lines > maxLines && !strings.Contains(doc, fmt.Sprintf("more than %d lines because", maxLines)) {
		t.Errorf("%s has %d lines, more than %d", dir, lines, maxLines)
	}
	for name, size := range sizes {
		if !size.explained() {
			t.Errorf("%s.%s has %d methods and %d fields, and its comment does not say why there are more than %d or %d",
				dir, name, size.methods, size.fields, maxMethods, maxFields)
		}
	}
}

// typeSizes are the types of a package, by their names.
type typeSizes map[string]*typeSize

type typeSize struct {
	methods, fields int
	comment         string
}

// explained says whether the comment says that the type has too many methods or fields, and so why.
func (s *typeSize) explained() bool {
	comment := strings.Join(strings.Fields(s.comment), " ")
	return (s.fields <= maxFields || strings.Contains(comment, fmt.Sprintf("more than %d fields because", maxFields))) &&
		(s.methods <= maxMethods || strings.Contains(comment, fmt.Sprintf("more than %d methods because", maxMethods)))
}

func (s typeSizes) of(name string) *typeSize {
	if s[name] == nil {
		s[name] = &typeSize{}
	}
	return s[name]
}

// add adds the types and methods that a file declares.
func (s typeSizes) add(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil {
				s.of(receiver(d.Recv.List[0].Type)).methods++
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				spec, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				size := s.of(spec.Name.Name)
				size.comment = d.Doc.Text() + spec.Doc.Text()
				if st, ok := spec.Type.(*ast.StructType); ok {
					size.fields = fieldCount(st)
				}
			}
		}
	}
}

func fieldCount(st *ast.StructType) (n int) {
	for _, f := range st.Fields.List {
		n += max(1, len(f.Names))
	}
	return n
}

// receiver is the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	return ""
}
