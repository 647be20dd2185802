package html

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"heddle/report"
	"heddle/result"
)

// where is a line of a file.
func where(file string, line int) []result.Frame {
	return []result.Frame{{Func: "p.f", File: file, Line: line}}
}

// written is the page on f, whose source is the files below dir.
func written(t *testing.T, dir string, f *result.Failure) string {
	t.Helper()
	var b strings.Builder
	found := report.Found{Package: "example.com/p", Test: "TestX", Schedule: "s.json", Verdict: result.Fail, Failure: f}
	if err := Write(&b, &report.Sources{Dir: dir, Roots: []string{"/go/src"}}, found); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// sourceFile writes a file of so many lines, and returns its name.
func sourceFile(t *testing.T, lines int, text string) string {
	name := filepath.Join(t.TempDir(), "x.go")
	if err := os.WriteFile(name, []byte(strings.Repeat(text+"\n", lines)), 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// deadlock is one of two mutexes and two goroutines, whose order decides.
func deadlock(file string) *result.Failure {
	step := func(thread, op, object string, line int) result.Step {
		return result.Step{Thread: thread, Op: op, Object: object, Where: where(file, line)}
	}
	return &result.Failure{Kind: "deadlock", Message: "all are blocked", Execution: 1,
		Threads: []result.Thread{{Path: "0", Name: "test", State: "blocked"}, {Path: "0.1", Name: "p.a", State: "blocked", After: 1}, {Path: "0.2", Name: "p.b", State: "blocked", After: 2}},
		Steps:   []result.Step{step("0", "Add", "waitgroup 1", 2), step("0", "Add", "waitgroup 1", 3), step("0.1", "Lock", "mutex 1", 5), step("0.2", "Lock", "mutex 2", 8)},
		Waits: []result.Wait{{Thread: "0", For: "waitgroup 1: Wait", Where: where(file, 4)},
			{Thread: "0.1", For: "mutex 2: Lock", Where: where(file, 6), Holder: "0.2", HolderWhere: where(file, 8), Cycle: true},
			{Thread: "0.2", For: "mutex 1: Lock", Where: where(file, 9), Holder: "0.1", HolderWhere: where(file, 5), Cycle: true}},
		Deciding: &result.Deciding{Pairs: []result.Pair{{First: 3, Thread: "0.2"}, {First: 4, Thread: "0.1"}}, All: true, Tried: 2}}
}

// long is a failure of n steps of four goroutines, all of which use what others use.
func long(n int) *result.Failure {
	f := &result.Failure{Kind: "fatal", Message: "too many", Execution: 1, Threads: []result.Thread{{Path: "0", Name: "test"}}}
	for i := 1; i < 4; i++ {
		f.Threads = append(f.Threads, result.Thread{Path: fmt.Sprint("0.", i), Name: "p.worker", State: "finished", After: i})
	}
	for i := range n {
		s := result.Step{Thread: f.Threads[i*7%4].Path, Op: []string{"Load", "Store"}[i*i%2], Object: fmt.Sprint("atomic ", i*i%11), Value: fmt.Sprint(i), Where: where("/none/x.go", i%300)}
		f.Steps = append(f.Steps, s)
	}
	f.Deciding = &result.Deciding{Pairs: []result.Pair{{First: n / 2, Second: n - 1}}}
	return f
}

// TestHostile checks that nothing of what a test prints, or its source holds, becomes a part of the page.
func TestHostile(t *testing.T) {
	const bad = `</script><script>alert(1)</script><img src=x onerror="alert(2)">'"` + "\u2028</style>]]>"
	file := sourceFile(t, 20, bad)
	f := deadlock(file)
	f.Message, f.Output = bad, bad
	f.Threads[1].Name, f.Steps[0].Value, f.Steps[1].Object, f.Steps[0].Op = bad, bad, bad, bad
	f.Waits[0].For = bad
	page := written(t, filepath.Dir(file), f)
	if got := strings.Count(page, "<script"); got != 2 {
		t.Errorf("got %d scripts, want 2", got)
	}
	for _, part := range []string{"<img", "</style>]]", "<script>alert"} {
		if strings.Contains(page, part) {
			t.Errorf("the page has %s", part)
		}
	}
}

// TestAlone checks that the page needs no other file.
func TestAlone(t *testing.T) {
	page := written(t, ".", deadlock("/none/x.go"))
	for _, m := range regexp.MustCompile(`(?:src|href|url)\s*[=(]\s*["']?([^"')\s>]+)`).FindAllStringSubmatch(page, -1) {
		if to := m[1]; !strings.HasPrefix(to, "#") && to != "data:," {
			t.Errorf("the page refers to %s", m[0])
		}
	}
	if strings.Contains(strings.ReplaceAll(page, "http://www.w3.org/2000/svg", ""), "://") || strings.Contains(page, "@import") {
		t.Error("the page has an address")
	}
}

// TestWords checks that the page says what the text report says.
func TestWords(t *testing.T) {
	file := sourceFile(t, 20, "mu.Lock()")
	page := written(t, filepath.Dir(file), deadlock(file))
	for _, want := range []string{"<title>deadlock: TestX</title>", "all are blocked", "0.1 → 0.2 → 0.1", "<b>mutex 2: Lock</b>", `data-at="x.go:6"`, "heddle replay s.json",
		"the fix must take them in the same order everywhere", "p.a", `"who waits for what`} {
		if !strings.Contains(page, strings.TrimPrefix(want, `"`)) {
			t.Errorf("the page does not have %s", want)
		}
	}
}

func TestLinked(t *testing.T) {
	var got []string
	for _, p := range linked("The failure needs steps 3 to 5 (0.2: Load x) before step 12. It also needs 2 before 4, to 1.5 before") {
		if p.Step > 0 {
			got = append(got, p.Text)
		}
	}
	if want := []string{"3", "5", "12", "2", "4"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestRows checks rows, folds, pairs and lanes.
func TestRows(t *testing.T) {
	f := deadlock("/none/x.go")
	for i := range 30 { // 5 to 34, which nobody else sees
		f.Steps = append(f.Steps, result.Step{Thread: "0", Op: "Load", Object: fmt.Sprint("atomic ", i), Where: where("/none/x.go", 20+i)})
	}
	d := newData(&report.Sources{}, f)
	if n := len(d.Rows); n != 37 {
		t.Fatalf("got %d rows, want 34 steps and 3 waits", n)
	}
	if got := d.Rows[20].Fold; got != "seen by one goroutine only" {
		t.Errorf("step 21 is folded: %q", got)
	}
	for _, i := range []int{2, 3, 33, 34, 35, 36} {
		if d.Rows[i].Fold != "" {
			t.Errorf("row %d is folded: it decides, or is a last one", i)
		}
	}
	if want := [][2]int{{2, 36}, {3, 35}}; !slices.Equal(d.Pairs, want) {
		t.Errorf("got pairs %v, want %v", d.Pairs, want)
	}
	var starts []int
	for _, l := range d.Lanes {
		starts = append(starts, l.Start)
	}
	if want := []int{0, 1, 2}; !slices.Equal(starts, want) {
		t.Errorf("the lanes begin at %v, want %v", starts, want)
	}
	if want := []bar{{2, d.index["object mutex 1"], 2, 37, false, 0}, {3, d.index["object mutex 2"], 3, 37, false, 0}}; !slices.Equal(d.Bars, want) {
		t.Errorf("got bars %v, want %v", d.Bars, want)
	}
}

// TestManySteps checks that a page of very many steps has those that the text shows, the ones that decide among them.
func TestManySteps(t *testing.T) {
	f := long(mostRows + 100)
	f.Threads[3].After = 7000
	d := newData(&report.Sources{}, f)
	if n := len(d.Rows); n == 0 || n > 200 || d.Steps != len(f.Steps) {
		t.Errorf("got %d rows of %d steps", n, d.Steps)
	}
	if len(d.Pairs) != 1 || d.Rows[d.Pairs[0][0]].Step != f.Deciding.Pairs[0].First || !d.Rows[d.Pairs[0][1]].Deciding {
		t.Errorf("got pairs %v", d.Pairs)
	}
	if at := d.Lanes[3].Start; at < 1 || at >= len(d.Rows) {
		t.Errorf("the last lane begins at row %d of %d", at, len(d.Rows))
	}
}

// TestArrows checks which events are joined, and which locks are held.
func TestArrows(t *testing.T) {
	var f result.Failure
	add := func(thread, op, object string) {
		f.Steps = append(f.Steps, result.Step{Thread: thread, Op: op, Object: object})
	}
	for _, path := range []string{"0", "0.1", "0.2"} {
		f.Threads = append(f.Threads, result.Thread{Path: path})
	}
	add("0", "send", "channel 1")              // 0
	add("0", "send", "channel 1")              // 1
	add("0.1", "receive", "channel 1")         // 2: from 0
	add("0", "close", "channel 1")             // 3
	add("0.2", "select: receive", "channel 1") // 4: from 1
	add("0.2", "receive", "channel 1")         // 5: from 3
	add("0", "Lock", "mutex 1")                // 6
	add("0.1", "TryLock", "mutex 1")           // 7: in vain
	add("0", "Unlock", "mutex 1")              // 8
	add("0.2", "Lock", "mutex 1")              // 9: from 8
	add("0", "Store", "atomic 1")              // 10
	add("0", "Load", "atomic 1")               // 11: of its own
	add("0.1", "Load", "atomic 1")             // 12: from 10
	add("0.1", "Done", "waitgroup 1")          // 13
	add("0", "Wait", "waitgroup 1")            // 14: from 13
	add("0.1", "RLock", "rwmutex 1")           // 15
	add("0.2", "RLock", "rwmutex 1")           // 16
	add("0.1", "RUnlock", "rwmutex 1")         // 17
	add("0.1", "Unlock", "mutex 1")            // 18: of another one's Lock
	add("0", "write", "file 1")                // 19
	add("0.2", "read", "file 1")               // 20: from 19
	add("0", "start", "timer 1")               // 21
	add("0", "start", "timer 2")               // 22
	add("0.3", "fires", "timer 1")             // 23
	f.Threads = append(f.Threads, result.Thread{Path: "0.3", Name: "timer"})
	d := newData(&report.Sources{}, &f)
	if got := d.Lanes[3].Start; got != 22 {
		t.Errorf("the timer's lane begins at row %d, want 22, after the one that has armed it", got)
	}
	var got []string
	for _, a := range d.Arrows {
		got = append(got, fmt.Sprintf("%d-%d %s", a.From, a.To, a.Kind))
	}
	want := []string{"0-2 message", "1-4 message", "3-5 close", "8-9 lock", "10-12 value", "13-14 done", "19-20 message"}
	if !slices.Equal(got, want) {
		t.Errorf("got arrows %v, want %v", got, want)
	}
	got = nil
	for _, b := range d.Bars {
		got = append(got, fmt.Sprintf("%s %d-%d %v %d", d.Lanes[b.Lane-1].Path, b.From, b.To, b.Read, b.Depth))
	}
	want = []string{"0 6-8 false 0", "0.2 9-18 false 0", "0.1 15-17 true 0", "0.2 16-24 true 1"}
	if !slices.Equal(got, want) {
		t.Errorf("got bars %v, want %v", got, want)
	}
}

// TestGraph checks what stands where.
func TestGraph(t *testing.T) {
	f := deadlock("/none/x.go")
	f.Waits = append(f.Waits, result.Wait{Thread: "0.3", For: "mutex 1: Lock", Holder: "0.1"}, result.Wait{Thread: "0.4", For: "select: receive on channel 1 or send on channel 2"},
		result.Wait{Thread: "0.5", For: "rwmutex 1: RLock", Holder: "0.9", Behind: true}, result.Wait{Thread: "0.6", For: "timer 1", Again: "sleeps"})
	g := newGraph(f, map[string]string{"0.1": "p.a"})
	var got []string
	for _, e := range g.edges {
		a, b := g.nodes[e.from], g.nodes[e.to]
		got = append(got, strings.TrimSpace(fmt.Sprint(a.name, " -> ", b.name, " ", e.text)))
		if (a.col != b.col) == (a.row != b.row) && a.name != "0.3" && b.name != "0.9" && b.name != "channel 2" {
			t.Errorf("%s and %s are not beside one another", a.name, b.name)
		}
	}
	want := []string{"0 -> waitgroup 1", "0.1 -> mutex 2", "mutex 2 -> 0.2 held by", "0.2 -> mutex 1", "mutex 1 -> 0.1 held by", "0.3 -> mutex 1", "0.4 -> channel 1", "0.4 -> channel 2",
		"0.5 -> rwmutex 1", "rwmutex 1 -> 0.9 behind"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	places := map[string]bool{}
	for _, n := range g.nodes {
		place := fmt.Sprint(n.col, " ", n.row)
		if places[place] {
			t.Errorf("%s stands where another one does", n.name)
		}
		places[place] = true
	}
	for i := range 40 {
		f.Waits = append(f.Waits, result.Wait{Thread: fmt.Sprint("0.", 10+i), For: "channel 9: send"})
	}
	if g := newGraph(f, nil); g.left != 0 || g.find("0.10, 39 more") < 0 || len(g.nodes) != 15 {
		t.Errorf("got %d nodes for many that wait for the same, and %d left out", len(g.nodes), g.left)
	}
	for i := range f.Waits {
		f.Waits[i].For = fmt.Sprintf("channel %d: send", i)
	}
	if g := newGraph(f, nil); g.left == 0 || len(g.nodes) > 40 {
		t.Errorf("got %d nodes, and %d left out", len(g.nodes), g.left)
	}
}

// TestChunks checks which lines of a long file are in the page.
func TestChunks(t *testing.T) {
	lines := make([]string, 5000)
	for i := range lines {
		lines[i] = fmt.Sprint(i + 1)
	}
	var got []string
	for _, c := range chunks(lines, []int{1000, 1010, 4, 4999, 9000}) {
		if c.Lines[0] != fmt.Sprint(c.From) {
			t.Errorf("line %d is %s", c.From, c.Lines[0])
		}
		got = append(got, fmt.Sprintf("%d+%d", c.From, len(c.Lines)))
	}
	if want := []string{"1+34", "970+71", "4969+32"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
