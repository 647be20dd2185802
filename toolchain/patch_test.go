package toolchain

import (
	"strings"
	"testing"
	"testing/fstest"
)

const patchSource = `package p

import "fmt"

const Enabled, Other = false, 2

// Body-less.
//
//go:noescape
func Load(addr *int32) (val int32)

type M[K, V any] struct{}

func (m *M[K, V]) Lock(
	a, b int,
) {
	if raceenabled && notraceenabled { // raceenabled
		fmt.Println(raceenabled)
	}
}

func (m M[K, V]) Lock() { fmt.Println(raceenabled) }

func one() {}
`

const patchAssembly = `#include "textflag.h"

TEXT ·Load(SB),NOSPLIT,$0
	JMP	x·Load(SB)

TEXT ·LoadMore(SB),NOSPLIT,$0
	RET

#ifdef X
TEXT ·Last(SB),NOSPLIT,$0
	RET
#endif
`

func patch(patches ...Patch) (map[string][]byte, []change, error) {
	src := fstest.MapFS{"p/p.go": {Data: []byte(patchSource)}, "p/asm.s": {Data: []byte(patchAssembly)}}
	return applyPatches(&Go{Version: "go1.25.7", Release: "go1.25"}, src, patches)
}

func TestPatch(t *testing.T) {
	for _, c := range []struct {
		name     string
		patch    Patch
		old, new string // the text that changes, before and after
	}{
		{"head", Patch{File: "p/p.go", Func: "(*M).Lock", Do: Head("f(); g()")}, "int,\n) {", "int,\n) { f(); g();"},
		{"head of an empty body", Patch{File: "p/p.go", Func: "one", Do: Head("return")}, "one() {}", "one() { return;}"},
		{"value receiver", Patch{File: "p/p.go", Func: "M.Lock", Do: Head("f()")}, "Lock() {", "Lock() { f();"},
		{"body", Patch{File: "p/p.go", Func: "Load", Do: Body("return *addr")},
			"//go:noescape\nfunc Load(addr *int32) (val int32)", "//go:nocheckptr\nfunc Load(addr *int32) (val int32) { return *addr }"},
		{"replace", Patch{File: "p/p.go", Func: "M.Lock", Do: Replace{"raceenabled", "true"}}, "Lock() { fmt.Println(raceenabled) }", "Lock() { fmt.Println(true) }"},
		{"constant", Patch{File: "p/p.go", Do: Const{"Enabled", "true"}}, "= false, 2", "= true, 2"},
		{"import", Patch{File: "p/p.go", Do: Import(`x "y"`)}, "package p", `package p; import x "y"`},
		{"first assembly", Patch{File: "p/asm.s", Do: DropText("Load")}, "TEXT ·Load(SB),NOSPLIT,$0\n\tJMP\tx·Load(SB)\n\n", ""},
		{"assembly before a directive", Patch{File: "p/asm.s", Do: DropText("LoadMore")}, "TEXT ·LoadMore(SB),NOSPLIT,$0\n\tRET\n\n", ""},
		{"assembly within directives", Patch{File: "p/asm.s", Do: DropText("Last")}, "TEXT ·Last(SB),NOSPLIT,$0\n\tRET\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			files, changes, err := patch(c.patch)
			if err != nil || len(changes) != 1 {
				t.Fatalf("got %v, %v, want one change", changes, err)
			}
			before := patchSource
			if c.patch.File == "p/asm.s" {
				before = patchAssembly
			}
			if strings.Count(before, c.old) != 1 {
				t.Fatalf("the test is wrong: %q", c.old)
			}
			got, want := string(files[c.patch.File]), strings.Replace(before, c.old, c.new, 1)
			if got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if c.patch.File == "p/p.go" && strings.Count(got, "\n") != strings.Count(before, "\n") {
				t.Error("the number of lines changed")
			}
		})
	}
}

// Replace matches whole words only, in the function only. Patches of one file combine.
func TestPatchesTogether(t *testing.T) {
	files, _, err := patch(
		Patch{File: "p/p.go", Func: "(*M).Lock", Do: Replace{"raceenabled", "true"}},
		Patch{File: "p/p.go", Func: "(*M).Lock", Do: Head("f()")},
		Patch{File: "p/p.go", Do: Import(`"a"`)},
		Patch{File: "p/p.go", Do: Import(`"b"`)},
		Patch{File: "p/p.go", Func: "missing", Do: Head("f()"), Since: "go1.26"},
	)
	if err != nil {
		t.Fatal(err)
	}
	got := string(files["p/p.go"])
	for _, want := range []string{
		`package p; import "a"; import "b"` + "\n",
		") { f();\n\tif true && notraceenabled { // true\n\t\tfmt.Println(true)\n",
		"func (m M[K, V]) Lock() { fmt.Println(raceenabled) }",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant %q in it", got, want)
		}
	}
}

func TestPatchErrors(t *testing.T) {
	for want, p := range map[string]Patch{
		"p/p.go: Missing: there is no such function":                                                      {File: "p/p.go", Func: "Missing", Do: Head("f()")},
		"p/p.go: Lock: there is no such function":                                                         {File: "p/p.go", Func: "Lock", Do: Head("f()")},
		"p/p.go: one: the signature is (), not (x int)":                                                   {File: "p/p.go", Func: "one", Sig: "(x int)", Do: Head("f()")},
		"p/p.go: (*M).Lock: the signature is ( a, b int, ), not ()":                                       {File: "p/p.go", Func: "(*M).Lock", Sig: "()", Do: Head("f()")},
		"p/p.go: Load: the function has no body":                                                          {File: "p/p.go", Func: "Load", Do: Head("f()")},
		"p/p.go: one: the function has a body already":                                                    {File: "p/p.go", Func: "one", Do: Body("f()")},
		"p/p.go: one: raceenabled does not occur":                                                         {File: "p/p.go", Func: "one", Do: Replace{"raceenabled", "true"}},
		"p/p.go: there is no constant None":                                                               {File: "p/p.go", Do: Const{"None", "true"}},
		"p/asm.s: there is no TEXT of None":                                                               {File: "p/asm.s", Do: DropText("None")},
		"patching go1.25.7: open q/q.go: file does not exist; this version of heddle does not support it": {File: "q/q.go", Do: Import(`"a"`)},
	} {
		_, _, err := patch(p)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "go1.25.7") {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

func TestPatchApplies(t *testing.T) {
	for _, c := range []struct {
		since, until, release string
		want                  bool
	}{
		{"", "", "go1.25", true},
		{"go1.26", "", "go1.25", false},
		{"go1.26", "", "go1.26", true},
		{"", "go1.25", "go1.26", false},
		{"", "go1.25", "go1.25", true},
		{"go1.25", "go1.25", "go1.25", true},
	} {
		if got := (Patch{Since: c.since, Until: c.until}).applies(c.release); got != c.want {
			t.Errorf("since %q until %q for %s: got %v, want %v", c.since, c.until, c.release, got, c.want)
		}
	}
}
