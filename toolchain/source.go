package toolchain

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A source is one file that is being patched. Splices refer to positions in the unpatched text, so all other bytes stay
// as they are.
type source struct {
	name    string
	data    []byte
	fset    *token.FileSet
	file    *ast.File // nil for assembly, and until it is needed
	splices []splice
}

// A splice replaces data[start:end] by text.
type splice struct {
	start, end int
	text       string
}

// apply collects the splices of one patch and returns what they insert.
func (s *source) apply(p Patch) (string, error) {
	if s.file == nil && strings.HasSuffix(s.name, ".go") {
		s.fset = token.NewFileSet()
		file, err := parser.ParseFile(s.fset, s.name, s.data, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return "", err
		}
		s.file = file
	}
	var decl *ast.FuncDecl
	if p.Func != "" && s.file != nil {
		if decl = s.find(p.Func); decl == nil {
			return "", errors.New("there is no such function")
		}
		if sig := s.signature(decl); p.Sig != "" && sig != p.Sig {
			return "", fmt.Errorf("the signature is %s, not %s", sig, p.Sig)
		}
	}
	return p.Do.edit(s, decl)
}

// result returns the patched text.
func (s *source) result() []byte {
	slices.SortStableFunc(s.splices, func(a, b splice) int { return cmp.Compare(a.start, b.start) })
	var out bytes.Buffer
	at := 0
	for _, sp := range s.splices {
		if sp.start < at {
			panic(fmt.Sprintf("toolchain: patches of %s overlap at byte %d", s.name, sp.start))
		}
		out.Write(s.data[at:sp.start])
		out.WriteString(sp.text)
		at = sp.end
	}
	out.Write(s.data[at:])
	return out.Bytes()
}

// splice replaces what lies between two positions.
func (s *source) splice(start, end int, text string) {
	s.splices = append(s.splices, splice{start, end, text})
}

// offset returns the byte offset of pos.
func (s *source) offset(pos token.Pos) int { return s.fset.Position(pos).Offset }

// find returns the declaration of a function "f" or a method "(*T).m" or "T.m"; nil when there is none.
func (s *source) find(name string) *ast.FuncDecl {
	for _, d := range s.file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && funcName(f) == name {
			return f
		}
	}
	return nil
}

// signature returns the text of f's parameters and results, with white space made single blanks.
func (s *source) signature(f *ast.FuncDecl) string {
	text := s.data[s.offset(f.Type.Params.Pos()):s.offset(f.Type.End())]
	return strings.Join(strings.Fields(string(text)), " ")
}

// funcName returns the name of a function as patches give it. Type parameters of the receiver are left out.
func funcName(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) == 0 {
		return f.Name.Name
	}
	star := false
	t := f.Recv.List[0].Type
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			star, t = true, x.X
			continue
		case *ast.IndexExpr:
			t = x.X
			continue
		case *ast.IndexListExpr:
			t = x.X
			continue
		case *ast.Ident:
			if star {
				return "(*" + x.Name + ")." + f.Name.Name
			}
			return x.Name + "." + f.Name.Name
		}
		return f.Name.Name
	}
}
