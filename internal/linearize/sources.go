package linearize

import (
	"fmt"
	"go/format"
	"go/types"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Sources returns the files to add to the package, by their absolute names. They run Batch scenarios of the subjects.
func (p *Package) Sources(subjects []*Subject) (map[string]string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "func heddlePointer[T any](v T) *T { return &v }\n\nvar heddleSubjects = []heddleSubject{\n")
	for _, s := range subjects {
		s.table(&b)
	}
	fmt.Fprintf(&b, "}\n\n")
	if p.external {
		fmt.Fprintf(&b, "var HeddleArgsOfTests func(method string) [][]any\n\nfunc heddleArgs(method string) [][]any { return HeddleArgsOfTests(method) }\n\n")
	} else if p.args {
		fmt.Fprintf(&b, "func heddleArgs(method string) [][]any { return HeddleArgs(method) }\n\n")
	} else {
		fmt.Fprintf(&b, "func heddleArgs(string) [][]any { return nil }\n\n")
	}
	for i := range Batch {
		fmt.Fprintf(&b, "func %s%d(t *testing.T) { heddleScenario(t, %[2]d, true) }\n", SequentialTest, i)
		fmt.Fprintf(&b, "func %s%d(t *testing.T) { heddleScenario(t, %[2]d, false) }\n", ParallelTest, i)
	}
	body := b.String()
	table, err := format.Source([]byte("package " + p.Name + "\n\n" + p.imports(body, "testing") + body))
	if err != nil {
		return nil, fmt.Errorf("linearize: the generated file is no Go: %w\n%s", err, body)
	}
	files := map[string]string{
		filepath.Join(p.Dir, HarnessFile): strings.ReplaceAll(harness, "PACKAGE", p.Name),
		filepath.Join(p.Dir, TableFile):   string(table),
	}
	if p.external {
		files[filepath.Join(p.Dir, ArgsFile)] = fmt.Sprintf("package %s_test\n\nimport heddle %q\n\nfunc init() { heddle.HeddleArgsOfTests = HeddleArgs }\n", p.Name, p.Path)
	}
	return files, nil
}

// Found returns the test that shows a scenario's failure, and the file to add to those of Sources that has it. bad is a history for which there
// is no sequential one; nil if the scenario shows another failure.
func (r *Runner) Found(c *Scenario, bad *History) (test, name, text string) {
	p := c.Subject.pkg
	test, wanted := FoundTest+c.Subject.Name, ""
	if bad != nil {
		wanted = wantedLines(bad)
	}
	text = fmt.Sprintf("package %s\n\nimport \"testing\"\n\nfunc init() { heddleScenarios, heddleWanted = %q, %q }\n\nfunc %s(t *testing.T) { heddleScenario(t, 0, false) }\n",
		p.Name, Lines([]*Scenario{c}, r.Subjects), wanted, test)
	return test, filepath.Join(p.Dir, FoundFile), text
}

// wantedLines are histories as the tests read them.
func wantedLines(list ...*History) string {
	text := "\n"
	for _, h := range list {
		text += h.Text + "\n"
	}
	return text
}

// table writes the heddleSubject.
func (s *Subject) table(b *strings.Builder) {
	fmt.Fprintf(b, "{\nmake: []func() any{\n")
	for _, e := range s.New {
		if s.fails {
			fmt.Fprintf(b, "func() any { x, err := %s; if err != nil { panic(err) }; return x },\n", e)
		} else {
			fmt.Fprintf(b, "func() any { return %s },\n", e)
		}
	}
	fmt.Fprintf(b, "},\nmethods: []heddleMethod{\n")
	for _, m := range s.Methods {
		fmt.Fprintf(b, "{name: %q, fixed: []func(any) []any{\n", s.Name+"."+m.Name)
		for _, args := range m.Fixed {
			fmt.Fprintf(b, "func(x any) []any { %s },\n", s.callSource(&m, args))
		}
		fmt.Fprintf(b, "},\n")
		if s.pkg.args {
			fmt.Fprintf(b, "given: func(x any, a []any) []any { %s },\n", s.callSource(&m, m.fromArgs("a")))
		}
		fmt.Fprintf(b, "},\n")
	}
	fmt.Fprintf(b, "},\n},\n")
}

// callSource calls a method of x and returns the results.
func (s *Subject) callSource(m *Method, args string) string {
	call := fmt.Sprintf("x.(%s).%s(%s)", s.receiver, m.Name, args)
	if m.Results == 0 {
		return call + "; return nil"
	}
	var names []string
	for i := range m.Results {
		names = append(names, fmt.Sprintf("r%d", i))
	}
	all := strings.Join(names, ", ")
	return fmt.Sprintf("%s := %s; return []any{%s}", all, call, all)
}

// fromArgs are arguments that are elements of a []any.
func (m *Method) fromArgs(list string) string {
	var args []string
	for i, t := range m.params {
		arg := fmt.Sprintf("heddleAs[%s](%s[%d])", t, list, i)
		if m.vary && i == len(m.params)-1 {
			arg += "..."
		}
		args = append(args, arg)
	}
	return strings.Join(args, ", ")
}

// imports is the import declaration that body needs, with those named.
func (p *Package) imports(body string, also ...string) string {
	paths := slices.Clone(also)
	for _, o := range p.visible() {
		if used := regexp.MustCompile(`\b` + regexp.QuoteMeta(o.Name()) + `\.[A-Z]`); used.MatchString(body) {
			paths = append(paths, o.Path())
		}
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	text := "import (\n"
	for _, path := range paths {
		text += fmt.Sprintf("%q\n", path)
	}
	return text + ")\n\n"
}

// visible are the packages whose names types of the package can have, and those of the values of arguments.
func (p *Package) visible() []*types.Package {
	return append(slices.Clone(p.types.Imports()), types.NewPackage("context", "context"), types.NewPackage("errors", "errors"), types.NewPackage("time", "time"))
}
