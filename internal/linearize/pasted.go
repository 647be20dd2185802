package linearize

import (
	"fmt"
	"go/format"
	"slices"
	"strconv"
	"strings"
)

// A pasted is a scenario as a Go test that a user can paste.
type pasted struct {
	*Spec
	bad     *History // nil if the scenario fails in another way
	numbers map[ID]int
	after   map[ID][]ID // calls whose end a call must see, if only the order of the calls forbids the results
	atomic  bool        // goroutines may be left that are blocked
	// pointers says that results are pointers, of which the test compares which ones are the same.
	pointers bool
	b        strings.Builder
}

// Test is the scenario as a Go test that shows its failure: with heddle test, and perhaps natively. bad is a history for which there is no
// sequential one; nil if the scenario shows another failure.
func (s *Spec) Test(bad *History) string {
	p := &pasted{Spec: s, bad: bad, numbers: map[ID]int{}, after: map[ID][]ID{}}
	for part, calls := range s.Scenario.Parts {
		for i := range calls {
			p.numbers[ID{part, i}] = len(p.numbers)
		}
	}
	if bad != nil && s.ordered(bad) == 1 {
		p.order()
	}
	p.atomic = bad != nil && slices.ContainsFunc(s.Sequential, blocks)
	if p.pointers = bad != nil && p.numbered(); p.pointers && (p.atomic || len(p.after) > 0 || p.panics()) {
		p.bad = nil // to compare what the results point to would make the test longer than what it tests
	}
	p.write()
	body := p.b.String()
	pkg := s.Scenario.Subject.pkg
	name, dot := pkg.Name, ""
	if pkg.external { // beside HeddleArgs
		name, dot = name+"_test", fmt.Sprintf("import . %q\n\n", pkg.Path)
	}
	text := "package " + name + "\n\n" + dot + pkg.pastedImports(body) + body
	if formatted, err := format.Source([]byte(text)); err == nil {
		return string(formatted)
	}
	return text
}

// pastedImports is the import declaration that body needs.
func (p *Package) pastedImports(body string) string {
	var paths []string
	for _, std := range []string{"fmt", "strings", "sync", "sync/atomic", "reflect", "time"} {
		if strings.Contains(body, std[strings.LastIndex(std, "/")+1:]+".") {
			paths = append(paths, std)
		}
	}
	return p.imports(body, append(paths, "testing")...)
}

func blocks(h *History) bool {
	for _, r := range h.Results {
		if r == Blocked {
			return true
		}
	}
	return false
}

// order finds the ends that calls of other goroutines must see: the last ones of each goroutine.
func (p *pasted) order() {
	for _, b := range p.bad.Begun {
		last := map[int]int{}
		for _, a := range p.bad.Begun {
			if a.Part != b.Part && p.middle(a.Part) && p.middle(b.Part) && p.bad.before(a, b) {
				last[a.Part] = a.Index + 1
			}
		}
		for part, n := range last {
			p.after[b] = append(p.after[b], ID{part, n - 1})
		}
		slices.SortFunc(p.after[b], func(x, y ID) int { return x.Part - y.Part })
	}
}

// middle reports whether the part is that of a goroutine.
func (p *pasted) middle(part int) bool { return part > 0 && part < len(p.Scenario.Parts)-1 }

func (p *pasted) line(text string, args ...any) { fmt.Fprintf(&p.b, text+"\n", args...) }

// write writes the function.
func (p *pasted) write() {
	subject := p.Scenario.Subject
	name := "Test" + subject.Name + "Linearizable"
	if p.bad != nil {
		p.line("// %s makes calls whose results no order of the calls gives. heddle test shows the interleaving.", name)
	} else if p.pointers {
		p.line("// %s makes calls whose results no order of the calls gives: pointers, which it does not compare.", name)
	} else {
		p.line("// %s makes calls that fail. heddle test shows the interleaving.", name)
	}
	p.line("func %s(t *testing.T) {", name)
	if subject.fails {
		p.line("x, err := %s\nif err != nil {\nt.Fatal(err)\n}", subject.New[p.Scenario.New])
	} else {
		e := subject.New[p.Scenario.New]
		if inner, ok := strings.CutPrefix(e, "heddlePointer("); ok {
			p.line("value := %s\nx := &value", strings.TrimSuffix(inner, ")"))
		} else {
			p.line("x := %s", e)
		}
	}
	if p.bad != nil {
		p.variables()
	}
	p.calls()
	if p.bad != nil {
		p.verdict()
	}
	p.line("}")
}

// variables declares what the calls need.
func (p *pasted) variables() {
	if p.atomic {
		p.line("var results [%d]atomic.Value // of the calls that return", len(p.numbers))
	} else {
		p.line("var results [%d]string", len(p.numbers))
	}
	if p.pointers {
		p.line("var values [%d][]any\nlist := func(values ...any) []any { return values }", len(p.numbers))
	}
	if p.shows() {
		p.line("show := func(values ...any) string { return strings.TrimSpace(fmt.Sprintln(values...)) }")
	}
	if p.panics() {
		p.line("call := func(f func() string) (result string) {\ndefer func() {\nif v := recover(); v != nil {\nresult = fmt.Sprint(\"panic: \", v)\n}\n}()\nreturn f()\n}")
	}
	var ends []ID
	for _, list := range p.after {
		ends = append(ends, list...)
	}
	slices.SortFunc(ends, func(a, b ID) int { return p.numbers[a] - p.numbers[b] })
	for _, a := range slices.Compact(ends) {
		p.line("var over%d atomic.Bool", p.numbers[a])
	}
}

// shows reports whether a call has results.
func (p *pasted) shows() bool {
	for id := range p.numbers {
		if p.method(id).Results > 0 {
			return true
		}
	}
	return false
}

// panics reports whether a call may panic.
func (p *pasted) panics() bool {
	for _, h := range append(slices.Clone(p.Sequential), p.bad) {
		for _, r := range h.Results {
			if strings.HasPrefix(r, Panic) {
				return true
			}
		}
	}
	return false
}

func (p *pasted) method(id ID) *Method {
	return &p.Scenario.Subject.Methods[p.Scenario.Parts[id.Part][id.Index].Method]
}

// calls writes the calls of all parts.
func (p *pasted) calls() {
	last := len(p.Scenario.Parts) - 1
	for i := range p.Scenario.Parts[0] {
		p.call(ID{0, i})
	}
	p.line("var wg sync.WaitGroup")
	for part := 1; part < last; part++ {
		p.line("wg.Go(func() {")
		for i := range p.Scenario.Parts[part] {
			p.call(ID{part, i})
		}
		p.line("})")
	}
	if p.atomic {
		p.line("over := make(chan bool)\ngo func() {\nwg.Wait()\nclose(over)\n}()")
		p.line("select {\ncase <-over:")
	} else {
		p.line("wg.Wait()")
	}
	for i := range p.Scenario.Parts[last] {
		p.call(ID{last, i})
	}
	if p.atomic {
		p.line("case <-time.After(time.Hour): // under heddle test, only when a call blocks for ever\n}")
	}
}

// call writes one call.
func (p *pasted) call(id ID) {
	m, n := p.method(id), p.numbers[id]
	text := "x." + p.goText(id)
	if p.bad == nil {
		p.line("%s", text)
		return
	}
	sees := ""
	for _, a := range p.after[id] {
		name := fmt.Sprintf("saw%d", n)
		if sees == "" {
			p.line("%s := \"\"", name)
		}
		p.line("if over%d.Load() {\n%s += %q\n}", p.numbers[a], name, " after "+p.Scenario.Subject.Text(p.Scenario.Parts[a.Part][a.Index]))
		sees = " + " + name
	}
	e, before := "show("+text+")", ""
	if m.Results == 0 {
		e, before = strconv.Quote(Done), text
	}
	if p.pointers && m.Results > 0 {
		p.line("values[%d] = list(%s)", n, text)
		return
	}
	if p.panics() {
		e, before = "call(func() string {\n"+before+"\nreturn "+e+"\n})", ""
	}
	if before != "" {
		p.line("%s", before)
	}
	if p.atomic {
		p.line("results[%d].Store(%s%s)", n, e, sees)
	} else {
		p.line("results[%d] = %s%s", n, e, sees)
	}
	for _, list := range p.after {
		if slices.Contains(list, id) {
			p.line("over%d.Store(true)", n)
			break
		}
	}
}

// goText is a call as Go source.
func (p *pasted) goText(id ID) string {
	s, c := p.Scenario.Subject, p.Scenario.Parts[id.Part][id.Index]
	m := &s.Methods[c.Method]
	if c.Args < len(m.Fixed) {
		return s.Text(c)
	}
	list := fmt.Sprintf("HeddleArgs(%q)[%d]", s.Name+"."+m.Name, c.Args-len(m.Fixed))
	var args []string
	for i, t := range m.params {
		arg := fmt.Sprintf("%s[%d].(%s)", list, i, t)
		if m.vary && i == len(m.params)-1 {
			arg += "..."
		}
		args = append(args, arg)
	}
	return m.Name + "(" + strings.Join(args, ", ") + ")"
}

// verdict writes the comparison of the results.
func (p *pasted) verdict() {
	got := `strings.Join(results[:], "; ")`
	if p.atomic {
		p.line("var list [len(results)]string\nfor i := range list {\nif list[i] = %q; results[i].Load() != nil {\nlist[i] = results[i].Load().(string)\n}\n}", Blocked)
		got = `strings.Join(list[:], "; ")`
	}
	if p.pointers {
		p.line(`// Of a pointer, only which one it is counts: it is named by the first result that has it.
numbers := map[any]int{}
for i, list := range values {
for k, v := range list {
if _, ok := v.(error); ok || v == nil || reflect.TypeOf(v).Kind() != reflect.Pointer || reflect.ValueOf(v).IsNil() {
continue
}
if numbers[v] == 0 {
numbers[v] = len(numbers) + 1
}
list[k] = fmt.Sprintf("%%T#%%d", v, numbers[v])
}
if list != nil {
results[i] = show(list...)
}
}`)
	}
	if len(p.after) > 0 {
		p.line("if got := %s; got == %s {", got, literal(p.results(p.bad)))
	} else {
		var allowed []string
		for _, h := range p.Sequential {
			if text := literal(p.results(h)); !slices.Contains(allowed, text) {
				allowed = append(allowed, text)
			}
		}
		slices.Sort(allowed)
		p.line("switch got := %s; got {\ncase %s: // what the calls give, one after the other\ndefault:", got, strings.Join(allowed, ",\n"))
	}
	p.line("t.Errorf(\"no order of the calls gives %%s\", got)\n}")
}

// numbered reports whether a result has a pointer.
func (p *pasted) numbered() bool {
	for _, r := range p.bad.Results {
		if strings.HasPrefix(r, "*") && strings.Contains(r, "#") {
			return true
		}
	}
	return false
}

// results are those of h, as the test joins them.
func (p *pasted) results(h *History) string {
	list := make([]string, len(p.numbers))
	for id, n := range p.numbers {
		r, ok := h.Results[id]
		if !ok {
			r = Blocked // never made, because of others
			if !p.atomic {
				r = ""
			}
		}
		if h == p.bad {
			for _, a := range p.after[id] {
				r += " after " + p.Scenario.Subject.Text(p.Scenario.Parts[a.Part][a.Index])
			}
		}
		list[n] = r
	}
	return strings.Join(list, "; ")
}

// literal is text as a Go string.
func literal(text string) string {
	if strconv.CanBackquote(text) {
		return "`" + text + "`"
	}
	return strconv.Quote(text)
}
