package coverage

import (
	"os"
	"path/filepath"
	"reflect"
	"testing"

	"golang.org/x/tools/cover"

	"heddle/report"
	"heddle/result"
)

// functions are those of a package with two files.
var functions = []result.Function{
	{Package: "example.com/p", File: "example.com/p/a.go", Name: "*T.Called", Blocks: []result.Block{{3, 20, 5, 10, 2}, {5, 10, 7, 3, 1}, {8, 2, 8, 10, 1}}},
	{Package: "example.com/p", File: "example.com/p/a.go", Name: "*T.Never", Blocks: []result.Block{{10, 20, 12, 2, 1}}},
	{Package: "example.com/p", File: "example.com/p/a.go", Name: "", Literal: true, Blocks: []result.Block{{11, 8, 11, 20, 1}}},
	{Package: "example.com/p", File: "example.com/p/b.go", Name: "Empty", Blocks: []result.Block{{3, 14, 3, 15, 0}}},
}

// TestProfile adds up the processes of two binaries, of which the second one has a part of the first one's code, in each mode.
func TestProfile(t *testing.T) {
	for mode, counts := range map[string][]int{"set": {1, 1, 0, 0, 0, 0, 0}, "count": {10, 5, 0, 0, 0, 0, 0}, "atomic": {10, 5, 0, 0, 0, 0, 0}} {
		p := &Profile{Mode: mode}
		first, second := p.New(), p.New()
		first.Add(&result.Coverage{Reached: map[int]uint64{0: 1}}) // a process may begin before the functions of another one have come
		if first.Known() {
			t.Error("the functions are known before they were told")
		}
		first.Add(&result.Coverage{Functions: functions, Reached: map[int]uint64{0: 2, 1: 4}})
		second.Add(&result.Coverage{Functions: functions[:1]})
		second.Add(&result.Coverage{Reached: map[int]uint64{0: 7, 1: 1}})
		p.Untested([]*cover.Profile{{FileName: "example.com/q/q.go", Blocks: []cover.ProfileBlock{{StartLine: 1, StartCol: 2, EndLine: 3, EndCol: 4, NumStmt: 5}}}})
		if got, want := p.Nothing("example.com/q"), "coverage: 0.0% of statements"; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		name := filepath.Join(t.TempDir(), "c.out")
		if err := p.Write(name); err != nil {
			t.Fatal(err)
		}
		profiles, err := cover.ParseProfiles(name)
		if err != nil {
			text, _ := os.ReadFile(name)
			t.Fatalf("%v\n%s", err, text)
		}
		var got []int
		for _, f := range profiles {
			if f.Mode != mode {
				t.Errorf("got mode %s, want %s", f.Mode, mode)
			}
			for _, b := range f.Blocks {
				got = append(got, b.Count)
			}
		}
		if !reflect.DeepEqual(got, counts) {
			t.Errorf("%s: got %v, want %v", mode, got, counts)
		}
	}
}

// TestSummary compares what is said of code that was reached in part.
func TestSummary(t *testing.T) {
	b := new(Binary)
	b.Add(&result.Coverage{Functions: functions, Reached: map[int]uint64{0: 1}})
	dir := t.TempDir()
	text := "package p\n\nfunc (t *T) Called() {\n\tselect {\n\tcase <-t.c:\n\t\tt.n++\n\t}\n\tt.m++\n}\n"
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	// The block of the case begins after its colon, in column 13.
	b.total.Functions[0].Blocks[1] = result.Block{5, 13, 6, 8, 1}
	defer func() { functions[0].Blocks[1] = result.Block{5, 10, 7, 3, 1} }()
	got := b.Summary(&report.Sources{Dir: dir}, "example.com/p", dir, "")
	if want := "coverage: 33.3% of statements; functions never called: 1; select cases never taken: 1 of 1"; got.String() != want {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	want := "     never called: (*T).Never (a.go:10)\n     never taken: a.go:5 (case <-t.c)\n     never reached: a.go:5-6, a.go:8\n"
	if got.Detail() != want {
		t.Errorf("got\n%swant\n%s", got.Detail(), want)
	}
	if got := new(Binary).Summary(new(report.Sources), "p", dir, "").String(); got != "coverage: [no statements]" {
		t.Errorf("got %q of a package without functions", got)
	}
}
