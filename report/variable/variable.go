// Package variable finds what the source calls the variable of a data race, from the two lines that access it, and its type.
package variable

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"
)

// A Line is a line of a file that accesses the variable.
type Line struct {
	File  string
	Line  int
	Write bool
}

// Of returns what the first line calls the variable that both lines access, and its type as the file declares it; empty where that is not
// known. The lines must name one variable, or one field, in common.
func Of(a, b Line) (name, typ string) {
	first, second := accessed(a), accessed(b)
	for _, x := range first {
		if !slices.ContainsFunc(second, func(y string) bool { return last(x) == last(y) }) || x == name {
			continue
		}
		if name != "" {
			return "", ""
		}
		name = x
	}
	if name == "" {
		return "", ""
	}
	return name, declared(filepath.Dir(a.File), last(name))
}

// last is the variable, or the field, that the expression ends with.
func last(x string) string { return x[strings.LastIndexByte(x, '.')+1:] }

// accessed returns the variables that the line writes, or reads. Of s.mu.n, s.mu is read as well, but that is not the variable.
func accessed(l Line) (names []string) {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, l.File, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	add := func(x ast.Expr) {
		if index, ok := x.(*ast.IndexExpr); ok {
			x = index.X
		}
		if set.Position(x.Pos()).Line != l.Line {
			return
		}
		switch x.(type) {
		case *ast.Ident, *ast.SelectorExpr:
			if name := types.ExprString(x); name != "_" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, x := range n.Lhs {
				if l.Write || n.Tok != token.ASSIGN && n.Tok != token.DEFINE {
					add(x)
				}
			}
			if !l.Write {
				for _, x := range n.Rhs {
					ast.Inspect(x, reads(add))
				}
			}
			return true
		case *ast.IncDecStmt:
			add(n.X)
		case *ast.FuncLit:
		case ast.Expr:
			if !l.Write {
				return reads(add)(n)
			}
		}
		return true
	})
	return names
}

// reads calls add with each variable or field of an expression.
func reads(add func(ast.Expr)) func(ast.Node) bool {
	return func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt, *ast.FuncLit:
			return false
		case *ast.SelectorExpr:
			add(n)
			return false
		case *ast.Ident:
			add(n)
		}
		return true
	}
}

// declared returns the type with which a file of the directory declares a field or a variable of that name, if there is one.
func declared(dir, name string) (typ string) {
	files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for _, f := range files {
		file, err := parser.ParseFile(token.NewFileSet(), f, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		several := false
		note := func(names []*ast.Ident, t ast.Expr) {
			if t == nil || !slices.ContainsFunc(names, func(i *ast.Ident) bool { return i.Name == name }) {
				return
			}
			text := types.ExprString(t)
			several = several || typ != "" && typ != text
			typ = text
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ValueSpec:
				note(n.Names, n.Type)
			case *ast.Field:
				note(n.Names, n.Type)
			}
			return true
		})
		if several {
			return ""
		}
	}
	return typ
}
