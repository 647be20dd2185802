package coverage

import (
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"heddle/report"
	"heddle/report/reached"
	"heddle/result"
)

// A summary gathers what was never reached in the covered packages.
type summary struct {
	sources  *report.Sources
	pkg, dir string // the tested package, and its directory
	at       *result.Coverage

	called        map[*result.Function]bool
	uncalled      map[string][]span // of functions that were never called, by file
	lines         map[string][]span // that were never reached, of the others, likewise
	files         []string          // of lines, in order
	functions     []string
	cases         []string
	selects       int // cases
	total, within int // statements, and those that were reached
}

// A span is the lines from first to last.
type span struct{ first, last int }

// Summary says which share of the code was reached, and what was not. The tested package is in the directory dir; the covered packages are
// those of the patterns in, or the tested one if there are none.
func (b *Binary) Summary(sources *report.Sources, pkg, dir, in string) *reached.Coverage {
	s := &summary{sources: sources, pkg: pkg, dir: dir, at: b.Total(), called: map[*result.Function]bool{}, uncalled: map[string][]span{}, lines: map[string][]span{}}
	s.count()
	s.neverCalled()
	s.neverReached()
	c := reached.Covers(pkg, in, s.total, s.within)
	c.Cases = s.selects
	c.Never(s.functions, s.cases, s.ranges())
	return c
}

// count counts the statements, and finds the functions that were called.
func (s *summary) count() {
	each(s.at, func(f *result.Function, block result.Block, n uint64) {
		s.total += block.Statements()
		if n > 0 {
			s.within += block.Statements()
			s.called[f] = true
		}
	})
}

// neverCalled finds the functions that were never called and have statements. What is inside of such a function is not listed again.
func (s *summary) neverCalled() {
	for i := range s.at.Functions {
		f := &s.at.Functions[i]
		if s.called[f] || f.Literal || len(f.Blocks) == 0 {
			continue
		}
		all, statements := span{f.Blocks[0][0], 0}, 0
		for _, block := range f.Blocks {
			all.last = max(all.last, block[2])
			statements += block.Statements()
		}
		s.uncalled[f.File] = append(s.uncalled[f.File], all)
		if statements > 0 {
			s.functions = append(s.functions, fmt.Sprintf("%s (%s:%d)", named(f.Name), s.name(f.File), all.first))
		}
	}
}

// neverReached finds the lines and the select cases that were never reached in the other functions.
func (s *summary) neverReached() {
	cases := map[string]map[[2]int]string{}
	each(s.at, func(f *result.Function, block result.Block, n uint64) {
		lines := span{block[0], block[2]}
		if slices.ContainsFunc(s.uncalled[f.File], func(u span) bool { return u.first <= lines.first && lines.last <= u.last }) {
			return
		}
		if cases[f.File] == nil {
			cases[f.File] = s.selectCases(f)
		}
		text, isCase := cases[f.File][[2]int{block[0], block[1]}]
		if isCase {
			s.selects++
		}
		if n > 0 {
			return
		}
		if isCase {
			s.cases = append(s.cases, fmt.Sprintf("%s:%d (%s)", s.name(f.File), block[0], text))
		}
		if block.Statements() > 0 {
			if s.lines[f.File] == nil {
				s.files = append(s.files, f.File)
			}
			s.lines[f.File] = append(s.lines[f.File], lines)
		}
	})
}

// selectCases returns the text of each case of a select statement in the file of f, by the line and the column where its block begins: after
// the colon. It returns none of a file that is not in the directory of the tested package, or cannot be read.
func (s *summary) selectCases(f *result.Function) map[[2]int]string {
	cases, set := map[[2]int]string{}, token.NewFileSet()
	if f.Package != s.pkg {
		return cases
	}
	file, err := parser.ParseFile(set, filepath.Join(s.dir, path.Base(f.File)), nil, parser.SkipObjectResolution)
	if err != nil {
		return cases
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if c, ok := n.(*ast.CommClause); ok {
			text := "default"
			if c.Comm != nil {
				var b strings.Builder
				_ = format.Node(&b, set, c.Comm) // a strings.Builder takes everything, and the parser has made the node
				text = "case " + b.String()
			}
			at := set.Position(c.Colon + 1)
			cases[[2]int{at.Line, at.Column}] = text
		}
		return true
	})
	return cases
}

// ranges are the lines that were never reached: "p.go:3", "p.go:5-9".
func (s *summary) ranges() (list []string) {
	for _, file := range s.files {
		spans := s.lines[file]
		slices.SortFunc(spans, func(a, b span) int { return a.first - b.first })
		for i := 0; i < len(spans); {
			all := spans[i]
			for i++; i < len(spans) && spans[i].first <= all.last+1; i++ {
				all.last = max(all.last, spans[i].last)
			}
			text := fmt.Sprintf("%s:%d", s.name(file), all.first)
			if all.last > all.first {
				text += fmt.Sprintf("-%d", all.last)
			}
			list = append(list, text)
		}
	}
	return list
}

// name is the name of a covered file for people.
func (s *summary) name(file string) string {
	if path.Dir(file) == s.pkg {
		return s.sources.Name(filepath.Join(s.dir, path.Base(file)))
	}
	return file
}

// named is the name of a function for people: the compiler's "*T.M" is "(*T).M".
func named(function string) string {
	if receiver, method, ok := strings.Cut(function, "."); ok && strings.HasPrefix(receiver, "*") {
		return "(" + receiver + ")." + method
	}
	return function
}
