package toolchain

import (
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"strings"
	"testing"
)

// fields returns the fields of a struct that a file declares: the name in lower case and the type of each.
func fields(t *testing.T, file, name string) []string {
	t.Helper()
	set := token.NewFileSet()
	f, err := parser.ParseFile(set, file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	ast.Inspect(f, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok || spec.Name.Name != name {
			return true
		}
		for _, field := range spec.Type.(*ast.StructType).Fields.List {
			var text strings.Builder
			if err := printer.Fprint(&text, set, field.Type); err != nil {
				t.Fatal(err)
			}
			for _, n := range field.Names {
				list = append(list, strings.ToLower(n.Name)+" "+text.String())
			}
		}
		return false
	})
	if len(list) == 0 {
		t.Fatalf("%s declares no struct %s", file, name)
	}
	return list
}

// The types that the engine shares with the files added to package runtime have the same layout.
func TestLayout(t *testing.T) {
	for engine, runtime := range map[string][2]string{
		"Table":      {"heddleHookTable", "heddle.go.txt"},
		"Thread":     {"heddleThread", "heddle.go.txt"},
		"Allocation": {"heddleAllocation", "heddle.go.txt"},
		"Stack":      {"heddleStack", "heddlestate.go.txt"},
		"Deferred":   {"heddleDefer", "heddlestate.go.txt"},
		"Due":        {"heddleDue", "heddle.go.txt"},
	} {
		runtime, file, where := runtime[0], runtime[1], "hook.go"
		if engine == "Due" {
			where = "collect.go"
		}
		got, want := fields(t, "inject/runtime/"+file, runtime), fields(t, "../sched/hook/"+where, engine)
		named := strings.NewReplacer("heddleWord", "Word", "heddleObject", "Object", "heddleDefer", "Deferred", "heddleDue", "Due")
		if named.Replace(strings.Join(got, "\n")) != strings.Join(want, "\n") {
			t.Errorf("%s: got %q, want %q as in %s", runtime, got, want, engine)
		}
	}
}
