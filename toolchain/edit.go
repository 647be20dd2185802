package toolchain

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"strings"
)

// An Edit is what a patch does: one of Head, Body, Replace, Const, Import and DropText.
type Edit interface {
	// edit adds splices to s and returns what they insert. decl is the patch's function, nil when it names none.
	edit(s *source, decl *ast.FuncDecl) (string, error)
}

// Head inserts statements at the head of a function's body.
//
//	before: func newproc(fn *funcval) {
//	after:  func newproc(fn *funcval) { if heddleSpawn(fn) { return };
type Head string

// Body gives a body to a function that is declared without one.
//
//	before: func LoadInt32(addr *int32) (val int32)
//	after:  func LoadInt32(addr *int32) (val int32) { ... }
type Body string

// Replace replaces every occurrence of Old, in the function or, if the patch names none, in the file. Where Old starts
// or ends with a letter or digit, only whole words match.
type Replace struct{ Old, New string }

// Const replaces the value of a constant of the file.
//
//	before: const Enabled = false
//	after:  const Enabled = true
type Const struct{ Name, Value string }

// Import adds an import to the file. Its value is an import declaration without the keyword: `"path"` or `name "path"`.
type Import string

// DropText removes a function from an assembly file.
type DropText string

func (e Head) edit(s *source, decl *ast.FuncDecl) (string, error) {
	if decl == nil || decl.Body == nil {
		return "", errors.New("the function has no body")
	}
	at := s.offset(decl.Body.Lbrace) + 1
	s.splice(at, at, " "+string(e)+";")
	return string(e), nil
}

func (e Body) edit(s *source, decl *ast.FuncDecl) (string, error) {
	if decl == nil || decl.Body != nil {
		return "", errors.New("the function has a body already")
	}
	// A function with a body must not be marked noescape; the compiler finds out by itself. Instead, conversions of its pointers are not
	// checked: Go's own has none.
	if decl.Doc != nil {
		for _, c := range decl.Doc.List {
			if c.Text == "//go:noescape" {
				s.splice(s.offset(c.Pos()), s.offset(c.End()), "//go:nocheckptr")
			}
		}
	}
	at := s.offset(decl.End())
	s.splice(at, at, " { "+string(e)+" }")
	return string(e), nil
}

func (e Replace) edit(s *source, decl *ast.FuncDecl) (string, error) {
	start, end := 0, len(s.data)
	if decl != nil {
		start, end = s.offset(decl.Pos()), s.offset(decl.End())
	}
	n := 0
	for at := start; ; {
		i := bytes.Index(s.data[at:end], []byte(e.Old))
		if i < 0 {
			break
		}
		at += i
		if wholeWord(s.data, at, at+len(e.Old)) {
			s.splice(at, at+len(e.Old), e.New)
			n++
		}
		at += len(e.Old)
	}
	if n == 0 {
		return "", fmt.Errorf("%s does not occur", e.Old)
	}
	return fmt.Sprintf("%s -> %s (%d times)", e.Old, e.New, n), nil
}

// wholeWord reports whether data[start:end] is not part of a longer identifier.
func wholeWord(data []byte, start, end int) bool {
	joins := func(i, j int) bool { return i >= 0 && j < len(data) && isWord(data[i]) && isWord(data[j]) }
	return !joins(start-1, start) && !joins(end-1, end)
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

func (e Const) edit(s *source, _ *ast.FuncDecl) (string, error) {
	for _, d := range s.file.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, spec := range g.Specs {
			v := spec.(*ast.ValueSpec)
			for i, name := range v.Names {
				if name.Name == e.Name && i < len(v.Values) {
					s.splice(s.offset(v.Values[i].Pos()), s.offset(v.Values[i].End()), e.Value)
					return "const " + e.Name + " = " + e.Value, nil
				}
			}
		}
	}
	return "", fmt.Errorf("there is no constant %s", e.Name)
}

func (e Import) edit(s *source, _ *ast.FuncDecl) (string, error) {
	at := s.offset(s.file.Name.End())
	s.splice(at, at, "; import "+string(e))
	return "import " + string(e), nil
}

func (e DropText) edit(s *source, _ *ast.FuncDecl) (string, error) {
	start := bytes.Index(s.data, []byte("\nTEXT ·"+string(e)+"(SB)"))
	if start < 0 {
		return "", fmt.Errorf("there is no TEXT of %s", e)
	}
	start++
	end := len(s.data)
	if i := bytes.Index(s.data[start:], []byte("\nTEXT ")); i >= 0 {
		end = start + i + 1
	}
	// Directives between this function and the next are not ours to remove.
	if i := strings.Index(string(s.data[start:end]), "\n#"); i >= 0 {
		end = start + i + 1
	}
	s.splice(start, end, "")
	return "no TEXT of " + string(e), nil
}
