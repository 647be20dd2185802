package report

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"

	"heddle/result"
)

// maxObjects is how many objects are named.
const maxObjects = 12

// An Object is an object of an interleaving, and what the source calls it: one object may have several names, and several may have one.
type Object struct {
	Object string // its kind and its number: "mutex 2"
	Names  []string
}

// Objects are the objects of f that the source names, in the order of their use.
func (s *Sources) Objects(f *result.Failure) (list []Object) {
	add := func(object, op string, where []result.Frame) {
		if object == "" || len(where) == 0 {
			return
		}
		name := s.operand(op, s.User(where)[0])
		if name == "" {
			return
		}
		i := slices.IndexFunc(list, func(o Object) bool { return o.Object == object })
		if i < 0 {
			i = len(list)
			list = append(list, Object{Object: object})
		}
		if !slices.Contains(list[i].Names, name) {
			list[i].Names = append(list[i].Names, name)
		}
	}
	for i := range f.Steps {
		add(f.Steps[i].Object, f.Steps[i].Op, f.Steps[i].Where)
	}
	for i := range f.Waits {
		object, op, _ := strings.Cut(f.Waits[i].For, ": ")
		add(object, op, f.Waits[i].Where)
	}
	return list
}

// objects writes what the source calls the objects of the interleaving.
func (w *Writer) objects(b *strings.Builder, f *result.Failure) {
	list := w.Sources.Objects(f)
	if len(list) == 0 {
		return
	}
	b.WriteString("\n  objects\n")
	var rows [][]string
	for i, o := range list {
		if i == maxObjects {
			rows = append(rows, []string{"... and " + count(len(list)-i, "object") + " more"})
			break
		}
		rows = append(rows, []string{o.Object, cut(strings.Join(o.Names, ", "), w.width()-24)})
	}
	table(b, rows)
}

// Operand returns what the source calls the object of an operation there; empty if that is not known.
func (s *Sources) Operand(op string, where []result.Frame) string {
	if len(where) == 0 {
		return ""
	}
	return s.operand(op, s.User(where)[0])
}

// operand returns what the source calls the object of an operation at that line; empty if the line does not say, or names several.
func (s *Sources) operand(op string, at result.Frame) string {
	if _, std := s.Library(at.File); std {
		return ""
	}
	op, _, _ = strings.Cut(strings.TrimPrefix(op, "select: "), " ")
	found := ""
	for _, o := range s.operands(at.File)[at.Line] {
		if !slices.Contains(o.ops, op) {
			continue
		}
		if found != "" && found != o.name {
			return ""
		}
		found = o.name
	}
	return found
}

// An operand is an expression for an object in the source, and the operations on the object that the code around it may be.
type operand struct {
	name string
	ops  []string
}

// operands returns the operands of a file by their lines. A file that cannot be parsed has none.
func (s *Sources) operands(file string) map[int][]operand {
	s.mu.Lock()
	defer s.mu.Unlock()
	if of, ok := s.named[file]; ok {
		return of
	}
	if s.named == nil {
		s.named = map[string]map[int][]operand{}
	}
	of := map[int][]operand{}
	s.named[file] = of
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		return of
	}
	add := func(n ast.Node, x ast.Expr, ops ...string) {
		if name := expression(x); name != "" {
			line := set.Position(n.Pos()).Line
			of[line] = append(of[line], operand{name, ops})
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SendStmt:
			add(n, n.Chan, "send")
		case *ast.UnaryExpr:
			if n.Op == token.ARROW {
				add(n, n.X, "receive")
			}
		case *ast.RangeStmt:
			add(n, n.X, "receive")
		case *ast.CallExpr:
			switch f := n.Fun.(type) {
			case *ast.Ident:
				if f.Name == "close" && len(n.Args) == 1 {
					add(n, n.Args[0], "close")
				}
			case *ast.SelectorExpr:
				ops := []string{f.Sel.Name}
				if f.Sel.Name == "Go" { // of a WaitGroup
					ops = []string{"Add", "Done"}
				}
				add(f.Sel, f.X, ops...)
			}
		}
		return true
	})
	return of
}

// expression returns the text of x if it is a variable, a field, an element of a variable, or what a pointer points to; else nothing.
func expression(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.ParenExpr:
		return expression(x.X)
	case *ast.StarExpr:
		return expression(x.X)
	case *ast.UnaryExpr:
		if x.Op == token.AND {
			return expression(x.X)
		}
	case *ast.SelectorExpr:
		if of := expression(x.X); of != "" {
			return of + "." + x.Sel.Name
		}
	case *ast.IndexExpr:
		of, index := expression(x.X), ""
		switch i := x.Index.(type) {
		case *ast.BasicLit:
			index = i.Value
		default:
			index = expression(i)
		}
		if of != "" && index != "" {
			return of + "[" + index + "]"
		}
	}
	return ""
}
