package linearize

import (
	"go/types"
	"strings"
)

// mostLists is the most lists of arguments of one method.
const mostLists = 8

// lists are lists of arguments for a call, from small domains, as Go source. If there are none, unusable says why.
func (p *Package) lists(sig *types.Signature) (lists []string, unusable string) {
	params := sig.Params()
	if sig.Variadic() {
		last := params.At(params.Len() - 1).Type().(*types.Slice)
		domains, why := p.domains(params, params.Len()-1)
		if why != "" {
			return nil, why
		}
		if more, _ := p.values(last.Elem(), 0); len(more) > 0 {
			return products(append(domains, more)), ""
		}
		return products(domains), ""
	}
	domains, why := p.domains(params, params.Len())
	if why != "" {
		return nil, why
	}
	return products(domains), ""
}

// domains are those of the first n parameters.
func (p *Package) domains(params *types.Tuple, n int) (domains [][]string, unusable string) {
	for i := range n {
		values, why := p.values(params.At(i).Type(), 0)
		if why != "" {
			return nil, why
		}
		domains = append(domains, values)
	}
	return domains, ""
}

// products are all combinations, or the first ones.
func products(domains [][]string) []string {
	lists := []string{""}
	for _, domain := range domains {
		var longer []string
		for _, list := range lists {
			for _, v := range domain {
				if list != "" {
					v = list + ", " + v
				}
				longer = append(longer, v)
			}
		}
		lists = longer[:min(len(longer), mostLists)]
	}
	return lists
}

// foreign says which of the types a test of the package cannot name; empty if it can name all.
func (p *Package) foreign(params *types.Tuple) string {
	for v := range params.Variables() {
		if _, ok := types.Unalias(v.Type()).(*types.TypeParam); ok {
			return "its type has parameters"
		}
		t := types.Unalias(v.Type())
		if n, ok := t.(*types.Named); ok && n.Obj().Pkg() != nil && n.Obj().Pkg() != p.types && !n.Obj().Exported() {
			return "the type " + types.TypeString(t, p.qualify) + " is not exported"
		}
	}
	return ""
}

// values are a few values of t as Go source. If there are none, unusable says why.
func (p *Package) values(t types.Type, depth int) (values []string, unusable string) {
	name := types.TypeString(t, p.qualify)
	convert := func(list ...string) []string { return list }
	named, isNamed := types.Unalias(t).(*types.Named)
	if isNamed {
		switch path := named.String(); path {
		case "context.Context":
			return []string{"context.Background()"}, ""
		case "time.Duration":
			return []string{"time.Second"}, ""
		case "error":
			return []string{`errors.New("a")`, "nil"}, ""
		}
		if other := named.Obj().Pkg(); other != nil && other != p.types && !named.Obj().Exported() {
			return nil, "the type " + name + " is not exported"
		}
		convert = func(list ...string) []string {
			for i := range list {
				list[i] = name + "(" + list[i] + ")"
			}
			return list
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch info := u.Info(); {
		case info&types.IsBoolean != 0:
			return convert("true", "false"), ""
		case info&types.IsNumeric != 0:
			return convert("1", "2"), ""
		case info&types.IsString != 0:
			return convert(`"a"`, `"b"`), ""
		}
	case *types.Interface:
		if u.Empty() {
			return []string{"1", "2"}, ""
		}
	case *types.Slice:
		if elems, why := p.values(u.Elem(), depth+1); why == "" && depth < 2 {
			return []string{name + "{" + elems[0] + "}", name + "{" + elems[len(elems)-1] + "}"}, ""
		}
	case *types.Struct:
		return p.structs(name, u, depth)
	}
	return nil, "there are no values for an argument of type " + name
}

// structs are two values of a struct: with the first and the last values of its fields.
func (p *Package) structs(name string, u *types.Struct, depth int) (values []string, unusable string) {
	var first, last []string
	for f := range u.Fields() {
		if !f.Exported() && f.Pkg() != p.types {
			return nil, "the type " + name + " has fields that are not exported"
		}
		elems, why := p.values(f.Type(), depth+1)
		if why != "" || depth > 2 {
			continue // zero
		}
		first, last = append(first, f.Name()+": "+elems[0]), append(last, f.Name()+": "+elems[len(elems)-1])
	}
	if len(first) == 0 {
		return []string{name + "{}"}, ""
	}
	return []string{name + "{" + strings.Join(first, ", ") + "}", name + "{" + strings.Join(last, ", ") + "}"}, ""
}
