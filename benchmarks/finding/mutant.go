package finding

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A Mutant is a package with a mistake that somebody could have made.
type Mutant struct {
	Name  string            // of the package's directory
	What  string            // the mistake
	Files map[string]string // its files; the tests are in one that every package can import
	Tests []string          // those that the package without the mistake passes
}

// wantPass is the comment on a test that passes, and the head of the test.
var wantPass = regexp.MustCompile(`(?m)^// want pass\nfunc (Test\w+)\(`)

// Mutants returns the mutants of the package in dir, as far as they compile. The mistakes: a lock is left out, with its unlock; two
// neighbouring statements are in the other order; a signal, a broadcast, a close, a send or a Done is left out, or a broadcast is a signal.
func Mutants(dir string, std types.Importer) ([]Mutant, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	files, tests := map[string]string{}, []string(nil)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("finding: %w", err)
		}
		for _, m := range wantPass.FindAllSubmatch(text, -1) {
			tests = append(tests, string(m[1]))
		}
		files[strings.ReplaceAll(filepath.Base(name), "_test.go", "_tests.go")] = string(text)
	}
	var all []Mutant
	for _, name := range slices.Sorted(maps.Keys(files)) {
		text := files[name]
		if strings.HasSuffix(name, "_tests.go") {
			continue
		}
		mistakes, err := mistakes(text)
		if err != nil {
			return nil, err
		}
		for i, m := range mistakes {
			mutant := Mutant{fmt.Sprint(filepath.Base(dir), i), m.what, maps.Clone(files), tests}
			mutant.Files[name] = m.apply(text)
			if len(tests) > 0 && mutant.compiles(std) {
				all = append(all, mutant)
			}
		}
	}
	return all, nil
}

// compiles says whether the package has no errors.
func (m *Mutant) compiles(std types.Importer) bool {
	fset := token.NewFileSet()
	var files []*ast.File
	for name, text := range m.Files {
		f, err := parser.ParseFile(fset, name, text, 0)
		if err != nil {
			return false
		}
		files = append(files, f)
	}
	_, err := (&types.Config{Importer: std}).Check("mutant", fset, files, nil)
	return err == nil
}

// A mistake is a change of a text.
type mistake struct {
	what  string
	edits []edit
}

// An edit puts another text in the place of a part.
type edit struct {
	from, to int
	by       string
}

func (m mistake) apply(text string) string {
	slices.SortFunc(m.edits, func(a, b edit) int { return b.from - a.from })
	for _, e := range m.edits {
		text = text[:e.from] + e.by + text[e.to:]
	}
	return text
}

// A source is a file in which mistakes are looked for.
type source struct {
	text string
	fset *token.FileSet
	list []mistake
}

// mistakes returns those that are made in a file.
func mistakes(text string) ([]mistake, error) {
	s := &source{text: text, fset: token.NewFileSet()}
	f, err := parser.ParseFile(s.fset, "", text, 0)
	if err != nil {
		return nil, fmt.Errorf("finding: %w", err)
	}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Body != nil {
			s.function(d.Body)
		}
	}
	return s.list, nil
}

// function adds the mistakes that are made in the body of a function.
func (s *source) function(body *ast.BlockStmt) {
	ast.Inspect(body, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BlockStmt:
			s.swaps(n.List)
		case *ast.CaseClause:
			s.swaps(n.Body)
		case *ast.CommClause:
			s.swaps(n.Body)
		case *ast.SendStmt:
			if s.alone(body, n) {
				s.add("without "+s.at(n), s.cut(n))
			}
		case *ast.ExprStmt, *ast.DeferStmt:
			s.call(body, n)
		}
		return true
	})
}

// swaps adds the mistake that two neighbours are in the other order.
func (s *source) swaps(list []ast.Stmt) {
	for i := 1; i < len(list); i++ {
		a, b := list[i-1], list[i]
		s.add("swapped "+s.at(a), s.replace(a, s.of(b)), s.replace(b, s.of(a)))
	}
}

// dropped are the calls that are left out, and unlocked the unlock that a lock is left out with.
var (
	dropped  = regexp.MustCompile(`^(defer )?(close\(.*\)|.*\.(Signal|Broadcast|Done)\(\)|cancel\(\))$`)
	unlocked = map[string]string{".Lock()": ".Unlock()", ".RLock()": ".RUnlock()"}
)

// call adds the mistakes that are made of a statement that is a call.
func (s *source) call(body *ast.BlockStmt, n ast.Node) {
	text := s.of(n)
	if dropped.MatchString(text) {
		s.add("without "+s.at(n), s.cut(n))
	}
	if strings.HasSuffix(text, ".Broadcast()") {
		s.add("one signal for "+s.at(n), s.replace(n, strings.Replace(text, "Broadcast", "Signal", 1)))
	}
	for lock, unlock := range unlocked {
		mutex, ok := strings.CutSuffix(text, lock)
		if !ok {
			continue
		}
		edits := []edit{s.cut(n)}
		ast.Inspect(body, func(u ast.Node) bool {
			switch u.(type) {
			case *ast.ExprStmt, *ast.DeferStmt:
				if strings.TrimPrefix(s.of(u), "defer ") == mutex+unlock {
					edits = append(edits, s.cut(u))
				}
			}
			return true
		})
		s.add("without "+s.at(n), edits...)
	}
}

// alone says whether a send is a statement of its own, no case of a select.
func (s *source) alone(body *ast.BlockStmt, n *ast.SendStmt) bool {
	alone := true
	ast.Inspect(body, func(m ast.Node) bool {
		if c, ok := m.(*ast.CommClause); ok && c.Comm == ast.Stmt(n) {
			alone = false
		}
		return true
	})
	return alone
}

func (s *source) add(what string, edits ...edit) { s.list = append(s.list, mistake{what, edits}) }

func (s *source) place(n ast.Node) (from, to int) {
	return s.fset.Position(n.Pos()).Offset, s.fset.Position(n.End()).Offset
}

func (s *source) of(n ast.Node) string {
	from, to := s.place(n)
	return s.text[from:to]
}

func (s *source) replace(n ast.Node, by string) edit {
	from, to := s.place(n)
	return edit{from, to, by}
}

func (s *source) cut(n ast.Node) edit { return s.replace(n, "") }

// at is the first line of n, with its number.
func (s *source) at(n ast.Node) string {
	line, _, _ := strings.Cut(s.of(n), "\n")
	return fmt.Sprintf("%q, line %d", line, s.fset.Position(n.Pos()).Line)
}

// MutantModule writes a module into dir with a package for each mutant, and one test binary for all. It returns the names of the tests.
func MutantModule(dir string, mutants []Mutant) ([]string, error) {
	var imports, tests bytes.Buffer
	var names []string
	for i, m := range mutants {
		for name, text := range m.Files {
			if err := writeFile(filepath.Join(dir, m.Name, name), text); err != nil {
				return nil, err
			}
		}
		fmt.Fprintf(&imports, "m%d \"finding/%s\"\n", i, m.Name)
		for _, test := range m.Tests {
			name := "Test_" + m.Name + "_" + strings.TrimPrefix(test, "Test")
			names = append(names, name)
			fmt.Fprintf(&tests, "func %s(t *testing.T) { m%d.%s(t) }\n", name, i, test)
		}
	}
	text := "package finding\n\nimport (\n\"testing\"\n" + imports.String() + ")\n" + tests.String()
	if err := writeFile(filepath.Join(dir, "all_test.go"), text); err != nil {
		return nil, err
	}
	return names, writeFile(filepath.Join(dir, "go.mod"), "module finding\n\ngo 1.25\n")
}

func writeFile(name, text string) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return fmt.Errorf("finding: %w", err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		return fmt.Errorf("finding: %w", err)
	}
	return nil
}
