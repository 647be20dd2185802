package linearize

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// A Package is the package of the subjects.
type Package struct {
	Path, Name, Dir string
	types           *types.Package
	fset            *token.FileSet
	args            bool // it has a HeddleArgs
	external        bool // which is in its external tests
}

// A Subject is a type whose linearizability is checked.
type Subject struct {
	Type    string   // as in its package: Queue[int]
	Name    string   // without type arguments
	New     []string // expressions that make a value, all of one function
	NewFunc string   // its name; empty for the zero value
	Methods []Method
	LeftOut []string // methods that cannot be called, with the reasons

	pkg      *Package
	receiver string // the type of the values: *Queue[int]
	fails    bool   // the function returns an error as well
}

// A Method is one that can be called.
type Method struct {
	Name    string
	Fixed   []string // lists of arguments, as Go source
	Given   []string // those of HeddleArgs, as text
	Results int

	params []string // types, for the arguments of HeddleArgs
	vary   bool     // the last one stands for any number
}

// Zero, as the function, asks for the zero value.
const Zero = "zero"

// Load finds the package that pattern names. env and dir are those of the go command.
func Load(ctx context.Context, dir, pattern string, tags string, env []string) (*Package, error) {
	config := &packages.Config{
		Context: ctx, Dir: dir, Env: env, Tests: true,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedImports | packages.NeedForTest |
			packages.NeedModule,
	}
	if tags != "" {
		config.BuildFlags = []string{"-tags=" + tags}
	}
	list, err := packages.Load(config, pattern)
	if err != nil {
		return nil, fmt.Errorf("loading %s: %w", pattern, err)
	}
	var found, tested []*packages.Package
	var external *types.Package
	for _, p := range list {
		switch {
		case strings.HasSuffix(p.ID, ".test"):
		case strings.HasSuffix(p.Name, "_test"):
			if p.Types != nil && p.Types.Scope().Lookup("HeddleArgs") != nil {
				external = p.Types
			}
		case p.ForTest != "":
			tested = append(tested, p)
		default:
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("%s names %d packages: want one", pattern, len(found))
	}
	p := found[0]
	if len(tested) == 1 {
		p = tested[0] // with the files of its tests
	}
	if len(p.Errors) > 0 {
		return nil, fmt.Errorf("loading %s: %w", pattern, p.Errors[0])
	}
	if len(p.GoFiles) == 0 {
		return nil, fmt.Errorf("%s has no Go files", pattern)
	}
	if m := found[0].Module; m != nil && !m.Main && m.Replace == nil && m.Dir != "" { // in the module cache
		return nil, fmt.Errorf("%s is in another module, %s@%s, to whose packages no test can be added: run heddle linearize in a clone of it, or on a type "+
			"of your own that calls it", pattern, m.Path, m.Version)
	}
	pkg := &Package{Path: found[0].PkgPath, Name: p.Name, Dir: filepath.Dir(p.GoFiles[0]), types: p.Types, fset: p.Fset}
	if pkg.args, err = pkg.hasArgs(p.Types); err == nil && !pkg.args && external != nil {
		pkg.args, err = pkg.hasArgs(external)
		pkg.external = true
	}
	return pkg, err
}

// hasArgs reports whether the package, or its external tests, has a HeddleArgs, which must be func(method string) [][]any.
func (p *Package) hasArgs(in *types.Package) (bool, error) {
	o := in.Scope().Lookup("HeddleArgs")
	if o == nil {
		return false, nil
	}
	if got := types.TypeString(o.Type(), p.qualify); got != "func(method string) [][]any" && got != "func(string) [][]any" {
		return false, fmt.Errorf("HeddleArgs is %s: want func(method string) [][]any", got)
	}
	return true, nil
}

// qualify is a types.Qualifier: names of the package itself have none.
func (p *Package) qualify(other *types.Package) string {
	if other == p.types {
		return ""
	}
	return other.Name()
}

// Subject finds the type, and the function that makes values: fn, or if that is empty the first NewT that can be called, or the zero value.
func (p *Package) Subject(expr, fn string) (*Subject, error) {
	tv, err := types.Eval(p.fset, p.types, token.NoPos, expr)
	if err != nil || !tv.IsType() {
		return nil, fmt.Errorf("package %s has no type %s", p.Path, expr)
	}
	named, ok := types.Unalias(tv.Type).(*types.Named)
	if !ok || named.Obj().Pkg() != p.types {
		return nil, fmt.Errorf("%s is no type that package %s declares", expr, p.Path)
	}
	if named.TypeParams().Len() > 0 && named.TypeArgs().Len() == 0 {
		return nil, fmt.Errorf("%s has type parameters: name an instantiation such as -type '%s[int]'", expr, expr)
	}
	s := &Subject{Type: types.TypeString(named, p.qualify), Name: named.Obj().Name(), pkg: p}
	s.receiver = "*" + s.Type
	var methods types.Type = types.NewPointer(named)
	if types.IsInterface(named) {
		s.receiver, methods = s.Type, named
	}
	if err := s.maker(named, fn); err != nil {
		return nil, err
	}
	if inside := s.unexported(named); inside != "" && p.external {
		return nil, fmt.Errorf("HeddleArgs must be in package %s: it is in its external tests, which cannot name %s", p.Name, inside)
	}
	s.methods(types.NewMethodSet(methods))
	if len(s.Methods) == 0 {
		return nil, fmt.Errorf("%s has no method that can be called%s", expr, why(s.LeftOut))
	}
	return s, nil
}

// unexported is what a test in another package cannot name: the type, or the function that makes values; empty if it can name both.
func (s *Subject) unexported(named *types.Named) string {
	for _, name := range []string{named.Obj().Name(), s.NewFunc} {
		if name != "" && !token.IsExported(name) {
			return name
		}
	}
	return ""
}

func why(leftOut []string) string {
	if len(leftOut) == 0 {
		return ": it exports none"
	}
	return ": " + strings.Join(leftOut, "; ")
}

// methods finds those that can be called.
func (s *Subject) methods(set *types.MethodSet) {
	for selection := range set.Methods() {
		f := selection.Obj().(*types.Func)
		if !f.Exported() {
			continue
		}
		if f.Pkg() != s.pkg.types {
			s.LeftOut = append(s.LeftOut, f.Name()+": it is that of an embedded "+f.Pkg().Name()+" type")
			continue
		}
		sig := selection.Type().(*types.Signature)
		m := Method{Name: f.Name(), Results: sig.Results().Len(), vary: sig.Variadic()}
		unusable := ""
		for v := range sig.Params().Variables() {
			m.params = append(m.params, types.TypeString(v.Type(), s.pkg.qualify))
		}
		if foreign := s.pkg.foreign(sig.Params()); foreign != "" {
			s.LeftOut = append(s.LeftOut, f.Name()+": "+foreign)
			continue
		}
		m.Fixed, unusable = s.pkg.lists(sig)
		if unusable != "" && !s.pkg.args {
			s.LeftOut = append(s.LeftOut, f.Name()+": "+unusable+", and there is no HeddleArgs")
			continue
		}
		s.Methods = append(s.Methods, m)
	}
	slices.SortFunc(s.Methods, func(a, b Method) int { return strings.Compare(a.Name, b.Name) })
}

// SetGiven sets the arguments of HeddleArgs, by the numbers of methods. Methods that have none at all are left out.
func (s *Subject) SetGiven(given map[int][]string) error {
	usable := false
	for i := range s.Methods {
		m := &s.Methods[i]
		if m.Given = given[i]; len(m.Given) > 0 {
			m.Fixed = nil
		}
		if len(m.Fixed)+len(m.Given) == 0 {
			s.LeftOut = append(s.LeftOut, m.Name+": it needs arguments of types "+strings.Join(m.params, ", ")+", and HeddleArgs has none")
		} else {
			usable = true
		}
	}
	if !usable {
		return fmt.Errorf("%s has no method that can be called%s", s.Type, why(s.LeftOut))
	}
	return nil
}

// maker finds how values are made.
func (s *Subject) maker(named *types.Named, name string) error {
	if name == Zero || name == "" && s.find(named, "New"+s.Name, "New") == nil {
		if types.IsInterface(named) {
			return fmt.Errorf("%s is an interface: -new must name a function that returns one", s.Type)
		}
		s.New = []string{"new(" + s.Type + ")"}
		return nil
	}
	names := []string{name}
	if name == "" {
		names = []string{"New" + s.Name, "New"}
	}
	f := s.find(named, names...)
	if f == nil {
		return fmt.Errorf("package %s has no function %s that returns a %s, or a *%[3]s, and perhaps an error", s.pkg.Path, name, s.Type)
	}
	sig := f.Type().(*types.Signature)
	lists, unusable := s.pkg.lists(sig)
	if unusable != "" {
		return fmt.Errorf("%s cannot be called: %s: name another function with -new, or -new %s for the zero value", f.Name(), unusable, Zero)
	}
	s.NewFunc, s.fails = f.Name(), sig.Results().Len() == 2
	call := f.Name()
	if args := named.TypeArgs(); args.Len() > 0 && f.Type().(*types.Signature).TypeParams().Len() > 0 {
		call += strings.TrimPrefix(s.Type, s.Name)
	}
	_, pointer := types.Unalias(sig.Results().At(0).Type()).(*types.Pointer)
	for _, list := range lists {
		e := call + "(" + list + ")"
		if !pointer && !types.IsInterface(named) {
			e = "heddlePointer(" + e + ")"
		}
		s.New = append(s.New, e)
	}
	return nil
}

// find is the first of the functions that returns a value of the type, nil if there is none.
func (s *Subject) find(named *types.Named, names ...string) types.Object {
	for _, name := range names {
		f, ok := s.pkg.types.Scope().Lookup(name).(*types.Func)
		if !ok {
			continue
		}
		results := f.Type().(*types.Signature).Results()
		if n := results.Len(); n == 0 || n > 2 || n == 2 && results.At(1).Type().String() != "error" {
			continue
		}
		t := types.Unalias(results.At(0).Type())
		if p, ok := t.(*types.Pointer); ok {
			t = types.Unalias(p.Elem())
		}
		if n, ok := t.(*types.Named); ok && n.Origin() == named.Origin() {
			return f
		}
	}
	return nil
}

// ErrNone says that no type is named.
var ErrNone = errors.New("want -type T: the type whose methods are to be called")
