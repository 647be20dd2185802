package report

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/result"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// A golden is a failure in testdata, and how to render it.
type golden struct {
	Package, Test, Schedule string
	Width                   int
	Failure                 *result.Failure
}

// TestFailure compares the report on each failure in testdata with the text beside it.
func TestFailure(t *testing.T) {
	files, err := filepath.Glob("testdata/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no failures in testdata: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var g golden
			if err := json.Unmarshal(text, &g); err != nil {
				t.Fatal(err)
			}
			compare(t, strings.TrimSuffix(file, ".json")+".txt", render(t, &g))
		})
	}
}

func render(t *testing.T, g *golden) string {
	var b strings.Builder
	w := Writer{Width: g.Width, Sources: &Sources{Dir: "/home/ann/looms", Roots: []string{"/usr/lib/go/src"}}}
	if err := w.Failure(&b, Found{Package: g.Package, Test: g.Test, Schedule: g.Schedule, Verdict: g.Failure.Verdict(""), Failure: g.Failure}); err != nil {
		t.Fatal(err)
	}
	b.WriteString("where: " + strings.Join(w.Sources.Where(g.Failure), " ") + "\n")
	return b.String()
}

// compare compares got with a golden file, or makes it the golden file.
func compare(t *testing.T, file, got string) {
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: got:\n%s\nwant:\n%s", file, got, want)
	}
}

// TestLanesFit checks that no line of an interleaving is wider than the terminal, whatever the number of goroutines.
func TestLanesFit(t *testing.T) {
	for _, threads := range []int{1, 2, 5, 12, 60} {
		for _, width := range []int{60, 100, 200} {
			f := &result.Failure{Kind: "panic", Message: "m", Execution: 1}
			for i := range 300 {
				f.Steps = append(f.Steps, step(i%threads, i))
			}
			w := Writer{Width: width, Sources: &Sources{}}
			var b strings.Builder
			if err := w.Failure(&b, Found{Package: "p", Test: "TestX", Schedule: "s.json", Verdict: result.Fail, Failure: f}); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(b.String()) {
				if n := len([]rune(strings.TrimRight(line, "\n"))); n > width {
					t.Errorf("%d goroutines, width %d: got a line of %d columns: %s", threads, width, n, line)
				}
			}
			if !strings.Contains(b.String(), "not shown") {
				t.Errorf("%d goroutines, width %d: nothing was left out of 300 steps", threads, width)
			}
		}
	}
}

func step(thread, line int) result.Step {
	path := "0"
	if thread > 0 {
		path = "0." + string(rune('0'+thread/10)) + string(rune('0'+thread%10))
	}
	return result.Step{Thread: path, Op: "Store", Object: "atomic 3", Value: "17", Where: []result.Frame{{File: "x_test.go", Line: line}}}
}

func TestShownKeepsTheLastStepOfEachGoroutine(t *testing.T) {
	var steps []result.Step
	for i := range 1000 {
		s := step(0, i)
		if i == 500 {
			s = step(1, i)
		}
		steps = append(steps, s)
	}
	all := make([]int, len(steps))
	for i := range all {
		all[i] = i
	}
	rows := ends(steps, all, make([]bool, len(steps)))
	if len(rows) != headRows+1+tailRows || rows[headRows] != 500 {
		t.Errorf("got rows %v, want the first %d, 500, and the last %d", rows, headRows, tailRows)
	}
}

// TestShown checks which steps of a long execution are left out: of a loop all rounds but three, the inside of a call of the standard library,
// what only one goroutine uses; never the step that decides, and not the close of a channel.
func TestShown(t *testing.T) {
	w := Writer{Sources: &Sources{Roots: []string{"/go/src"}}}
	library := func(op, object string, line int) result.Step {
		return result.Step{Thread: "0", Op: op, Object: object, Where: []result.Frame{{File: "/go/src/context/context.go", Line: line}, {File: "x_test.go", Line: 7}}}
	}
	f := &result.Failure{Waits: []result.Wait{{Thread: "0.01", For: "channel 1: send"}}, Deciding: &result.Deciding{Pairs: []result.Pair{{First: 31, Second: 32}}}}
	for range 10 { // steps 1 to 20
		a, b := step(0, 1), step(0, 2)
		a.Object, b.Object = "atomic 1", "atomic 2"
		f.Steps = append(f.Steps, a, b)
	}
	for line := range 5 { // 21 to 25
		f.Steps = append(f.Steps, library("Load", "atomic 3", line))
	}
	f.Steps = append(f.Steps, library("close", "channel 2", 6), library("Unlock", "mutex 1", 7)) // 26, 27
	for line := range 10 {                                                                       // 28 to 37
		own := step(0, 10+line)
		own.Object = "atomic 9"
		f.Steps = append(f.Steps, own)
	}
	other := step(1, 30)
	f.Steps = append(f.Steps, other, step(0, 31), step(0, 32)) // 38 to 40
	for i := range f.Steps[:2] {
		shared := f.Steps[i]
		shared.Thread = "0.01"
		f.Steps = append(f.Steps, shared) // 41, 42
	}
	numbers := make([]int, len(f.Steps))
	for i := range numbers {
		numbers[i] = i + 1
	}
	var got []int
	for _, row := range w.shown(f, f.Steps, numbers, f.DecisiveSteps()) {
		got = append(got, row+1)
	}
	if want := []int{1, 2, 3, 4, 19, 20, 26, 31, 32, 38, 39, 40, 41, 42}; !slices.Equal(got, want) {
		t.Errorf("got steps %v, want %v", got, want)
	}
}

// TestNarrowPlaces checks that a step whose place is not known has none where files are named without their directories.
func TestNarrowPlaces(t *testing.T) {
	w := Writer{Sources: &Sources{}}
	steps := []result.Step{{Op: "Now"}, {Op: "Lock", Object: "mutex 1", Where: []result.Frame{{File: "far/away/from/here/x.go", Line: 7}}}}
	if got := w.texts(steps, []int{0, 1}, 40); strings.TrimSpace(got[0]) != "Now" || !strings.HasPrefix(got[1], "x.go:7  Lock mutex 1") {
		t.Errorf("got %q", got)
	}
}

// TestShownDecides checks what is left out where some steps decide: what comes after the failure and does not decide, and the WaitGroup that
// only says when goroutines begin and end. Few steps that are alike are all shown.
func TestShownDecides(t *testing.T) {
	f := &result.Failure{Kind: "fatal", At: 14, Deciding: &result.Deciding{Pairs: []result.Pair{{First: 5, Second: 9, Thread: "0.2"}}}}
	add := func(thread, op, object string, line int) {
		f.Steps = append(f.Steps, result.Step{Thread: thread, Op: op, Object: object, Where: []result.Frame{{File: "x_test.go", Line: line}}})
	}
	for range 4 {
		add("0", "Add", "waitgroup 1", 1)
	}
	for _, thread := range []string{"0.1", "0.2", "0.3"} {
		add(thread, "Load", "atomic 1", 2)
		add(thread, "Store", "atomic 1", 3)
		add(thread, "Done", "waitgroup 1", 4)
	}
	add("0", "Wait", "waitgroup 1", 5)
	add("0", "Load", "atomic 1", 2)
	add("0", "test function returns", "", 6)
	numbers := make([]int, len(f.Steps))
	for i := range numbers {
		numbers[i] = i + 1
	}
	w := Writer{Sources: &Sources{}}
	if got, want := fmt.Sprint(w.shown(f, f.Steps, numbers, f.DecisiveSteps())), "[4 5 7 8 10 11]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	f.Deciding.Pairs[0] = result.Pair{First: 4, Second: 16, Thread: "0"} // the WaitGroup decides, and so does a step after the failure
	if got, want := fmt.Sprint(w.shown(f, f.Steps, numbers, f.DecisiveSteps())), "[0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestLine(t *testing.T) {
	pass := NewTest("p", "TestX", "source")
	pass.Progress(&result.Progress{Executions: 19605, Elapsed: 0.412})
	pass.Done(result.Pass, "")
	one := NewTest("p", "TestOne", "source")
	one.Executions = 1
	one.Note = "nothing to explore: it starts no goroutine"
	one.Done(result.Pass, "")
	cut := NewTest("p", "TestCut", "source")
	cut.Executions = 10
	cut.Done(result.Incomplete, "-max-executions 10")
	failed := NewTest("p", "TestBad", "source")
	failed.Executions = 3
	failed.Add(Failure{}, result.Timing)
	failed.Add(Failure{}, result.Fail)
	failed.Add(Failure{}, result.Timing)
	failed.Done(result.Incomplete, "")
	late := NewTest("p", "TestLate", "source")
	late.Executions, late.Complete = 3, true
	late.Add(Failure{}, result.Timing)
	late.Done(result.Fail, "")
	more := NewTest("p", "TestMore", "source")
	more.Executions = 9
	more.Add(Failure{Execution: 2}, result.Fail)
	more.Done(result.Fail, "-max-executions 9 is reached")
	chance := NewTest("p", "TestChance", "source")
	chance.Executions, chance.Choices, chance.Note = 2, []string{"rand.Intn at x.go:1", "maphash.MakeSeed at y.go:2"}, "and more"
	chance.Done(result.Pass, "")
	foreign := NewTest("p", "TestNet", "source")
	foreign.Executions = 1
	foreign.Done(result.Unsupported, "the network")
	for _, c := range []struct {
		test *Test
		want string
	}{
		{pass, "ok   p TestX  complete: 19605 traces, no failure (0.41s)"},
		{one, "ok   p TestOne  complete: 1 trace, no failure; nothing to explore: it starts no goroutine (0.00s)"},
		{cut, "incomplete p TestCut  10 traces explored, no failure so far: -max-executions 10 (0.00s)"},
		{failed, "FAIL p TestBad  3 failures in 3 executions (0.00s)"},
		{late, "timing p TestLate  1 failure in 3 executions, complete (0.00s)"},
		{more, "FAIL p TestMore  1 failure in 9 executions: -max-executions 9 is reached (0.00s)"},
		{chance, "ok   p TestChance  complete: 2 traces, no failure; chance decided one way only: " +
			"rand.Intn at x.go:1, maphash.MakeSeed at y.go:2; and more (0.00s)"},
		{foreign, "unsupported p TestNet  1 trace explored, no failure so far: the network (0.00s)"},
	} {
		if got := c.test.Line("trace"); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
	if !pass.Complete || cut.Complete || failed.Complete || failed.Verdict != result.Fail {
		t.Errorf("got complete %v, %v, %v and verdict %s, want true, false, false, fail",
			pass.Complete, cut.Complete, failed.Complete, failed.Verdict)
	}
}

func TestJSON(t *testing.T) {
	test := NewTest("p", "TestX", "optimal")
	test.Progress(&result.Progress{Executions: 19605, Steps: 764595, MaxSteps: 39, Threads: 3, Elapsed: 0.41, PeakRSS: 31457280})
	test.Done(result.Pass, "")
	got, err := json.Marshal(test)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"Action":"explored","Package":"p","Test":"TestX","Algorithm":"optimal","Verdict":"pass","Complete":true,` +
		`"Executions":19605,"Blocked":0,"Steps":764595,"MaxSteps":39,"Threads":3,"Elapsed":0.41,"PeakRSS":31457280,"Failures":[]}`
	if string(got) != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestSources(t *testing.T) {
	s := &Sources{Dir: "/home/ann/looms/shed", Roots: []string{"/cache/go1.26/src", "/usr/lib/go/src"}}
	for _, c := range []struct{ file, want string }{
		{"/home/ann/looms/shed/x_test.go", "x_test.go:7"},
		{"/home/ann/looms/shed/sub/y.go", "sub/y.go:7"},
		{"/home/ann/looms/warp/w.go", "../warp/w.go:7"},
		{"/usr/lib/go/src/sync/mutex.go", "sync/mutex.go:7"},
		{"/cache/go1.26/src/time/sleep.go", "time/sleep.go:7"},
		{"/home/ann/go/pkg/mod/golang.org/x/sync@v0.19.0/errgroup/errgroup.go", "golang.org/x/sync@v0.19.0/errgroup/errgroup.go:7"},
		{"/etc/x.go", "/etc/x.go:7"},
	} {
		if got := s.Position(result.Frame{File: c.file, Line: 7}); got != c.want {
			t.Errorf("%s: got %s, want %s", c.file, got, c.want)
		}
	}
}

func TestQuote(t *testing.T) {
	for name, want := range map[string]string{
		".heddle/p.TestX.1.json": ".heddle/p.TestX.1.json",
		"my runs/p.TestÄ.1.json": `'my runs/p.TestÄ.1.json'`,
		"it's":                   `'it'\''s'`,
	} {
		if got := quote(name); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestPlacesDecide checks that the steps whose order decides are among the places of a failure, and that a line stands there once.
func TestPlacesDecide(t *testing.T) {
	s := &Sources{}
	f := &result.Failure{Where: []result.Frame{{File: "x_test.go", Line: 9}}, Steps: []result.Step{step(0, 4), step(1, 5), step(0, 9)},
		Deciding: &result.Deciding{Pairs: []result.Pair{{First: 1, Second: 2}, {First: 2, Second: 3}, {First: 3, Thread: "0.01"}}}}
	var got []string
	for _, p := range s.Places(f) {
		got = append(got, fmt.Sprintf("%d %s", p.Line, p.What))
	}
	want := []string{
		"9 step 3 (0: Store atomic 3), whose order decides",
		"4 step 1 (0: Store atomic 3), whose order decides",
		"5 step 2 (0.01: Store atomic 3), whose order decides",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
