package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/internal/corpus"
	"heddle/report"
)

// An edit is one of an example, whose schedule must still lead to the failure.
type edit struct {
	what, example, test string
	change              [][2]string // replacements in both files of the example: each must change something
	fit                 string      // what is said of the schedule
	mended              bool        // the bug is gone
}

// edits are what people do to code with a bug in it.
var edits = []edit{
	{what: "nothing", example: "lockorder", test: "TestTransfer", fit: "fits"},
	{what: "nothing", example: "lostupdate", test: "TestAllow", fit: "fits"},
	{what: "nothing", example: "unreceived", test: "TestTotalSize", fit: "fits"},
	{what: "nothing", example: "clientgone", test: "TestHand", fit: "fits"},
	{what: "nothing", example: "condwakeup", test: "TestClose", fit: "fits"},
	{what: "nothing", example: "connpool", test: "TestGet", fit: "fits"},
	{what: "nothing", example: "contextleak", test: "TestWaitForChange", fit: "fits"},
	{what: "nothing", example: "counter", test: "TestRecord", fit: "fits"},
	{what: "nothing", example: "doubleclose", test: "TestShutdown", fit: "fits"},
	{what: "nothing", example: "openpipe", test: "TestCapture", fit: "fits"},
	{what: "nothing", example: "rwmutex", test: "TestResolve", fit: "fits"},
	{what: "nothing", example: "shutdown", test: "TestShutdown", fit: "fits"},
	{what: "nothing", example: "timeout", test: "TestCall", fit: "fits"},
	{what: "nothing", example: "waitgroup", test: "TestDrain", fit: "fits"},
	{what: "lines are added above", example: "lockorder", test: "TestTransfer", fit: "fits", change: [][2]string{
		{"// ErrFunds says", "// A Bank has\n// accounts.\ntype Bank struct{ accounts []*Account }\n\n// ErrFunds says"}}},
	{what: "a function is renamed", example: "lockorder", test: "TestTransfer", fit: "fits after 1 change", change: [][2]string{
		{"func Transfer(", "func Pay("}, {"cross(t, Transfer)", "cross(t, Pay)"}}},
	{what: "variables are renamed", example: "lockorder", test: "TestTransfer", fit: "fits after 1 change", change: [][2]string{
		{"from.mu", "payer.mu"}, {"from, to *Account, amount int) error {\n\tpayer", "payer, to *Account, amount int) error {\n\tpayer"}, {"return move(from, to, amount)\n}\n\n// TransferOrdered", "return move(payer, to, amount)\n}\n\n// TransferOrdered"}}},
	{what: "a field is renamed", example: "lockorder", test: "TestTransfer", fit: "fits after 1 change", change: [][2]string{
		{".mu.", ".lock."}, {"mu      sync.Mutex", "lock    sync.Mutex"}}},
	{what: "a lock is held for less time", example: "lockorder", test: "TestTransfer", fit: "fits", change: [][2]string{
		{"	defer to.mu.Unlock()\n	return move(from, to, amount)", "	err := move(from, to, amount)\n	to.mu.Unlock()\n	return err"}}},
	{what: "another lock is taken before", example: "lockorder", test: "TestTransfer", fit: "fits after 2 changes", change: [][2]string{
		{"	from.mu.Lock()\n	defer from.mu.Unlock()\n	to.mu.Lock()", "	log.Lock()\n	count++\n	log.Unlock()\n	from.mu.Lock()\n	defer from.mu.Unlock()\n	to.mu.Lock()"},
		{"// ErrFunds says", "var (\n	log   sync.Mutex\n	count int\n)\n\n// ErrFunds says"}}},
	{what: "a goroutine is started before", example: "lockorder", test: "TestTransfer", fit: "fits after 7 changes", change: [][2]string{
		{"	var wg sync.WaitGroup\n", "	var wg sync.WaitGroup\n	wg.Go(func() { alice.Balance() })\n"}}},
	{what: "a function is extracted", example: "lockorder", test: "TestTransfer", fit: "fits after 2 changes", change: [][2]string{
		{"	from.mu.Lock()\n	defer from.mu.Unlock()\n	to.mu.Lock()", "	from.enter()\n	defer from.mu.Unlock()\n	to.enter()"},
		{"// Balance returns", "func (a *Account) enter() { a.mu.Lock() }\n\n// Balance returns"}}},
	{what: "a type is changed", example: "lockorder", test: "TestTransfer", fit: "fits after 1 change", change: [][2]string{{"mu      sync.Mutex", "mu      sync.RWMutex"}}},
	{what: "the goroutines are started by go statements", example: "lockorder", test: "TestTransfer", fit: "fits after 1 change", change: [][2]string{
		{"wg.Go(func() {\n\t\tif err := transfer(alice, bob, 10)", "wg.Add(2)\n\tgo func() {\n\t\tdefer wg.Done()\n\t\tif err := transfer(alice, bob, 10)"},
		{"wg.Go(func() {\n\t\tif err := transfer(bob, alice, 30)", "go func() {\n\t\tdefer wg.Done()\n\t\tif err := transfer(bob, alice, 30)"},
		{"\t\t}\n\t})", "\t\t}\n\t}()"}}},
	{what: "the goroutines are started the other way round", example: "lockorder", test: "TestTransfer", fit: "fits", change: [][2]string{
		{"transfer(alice, bob, 10)", "transfer(X, Y, 10)"}, {"transfer(bob, alice, 30)", "transfer(alice, bob, 10)"}, {"transfer(X, Y, 10)", "transfer(bob, alice, 30)"}}},
	{what: "the bug is mended by an order", example: "lockorder", test: "TestTransfer", mended: true, fit: "fits after 5 changes", change: [][2]string{{"cross(t, Transfer)", "cross(t, TransferOrdered)"}}},
	{what: "a loop is unrolled", example: "lostupdate", test: "TestAllow", fit: "fits after 2 changes", change: [][2]string{
		{"	for range 3 {\n		wg.Go(func() {\n			if allow(l) {\n				entered.Add(1)\n			}\n		})\n	}\n",
			"	wg.Go(func() {\n		if allow(l) {\n			entered.Add(1)\n		}\n	})\n	wg.Go(func() {\n		if allow(l) {\n			entered.Add(1)\n		}\n	})\n	wg.Go(func() {\n		if allow(l) {\n			entered.Add(1)\n		}\n	})\n"}}},
	{what: "a loop goes round more often", example: "lostupdate", test: "TestAllow", fit: "fits after 3 changes", change: [][2]string{{"for range 3", "for range 4"}}},
	{what: "a function is moved into a method", example: "lostupdate", test: "TestAllow", fit: "fits after 1 change", change: [][2]string{
		{"	used := l.used.Load()\n	if used >= l.max {\n		return false\n	}\n	l.used.Store(used + 1)\n	return true\n}", "	return l.count()\n}\n\nfunc (l *Limiter) count() bool {\n	used := l.used.Load()\n	if used >= l.max {\n		return false\n	}\n	l.used.Store(used + 1)\n	return true\n}"}}},
	{what: "an atomic type is changed", example: "lostupdate", test: "TestAllow", fit: "fits", change: [][2]string{{"max  int64\n	used atomic.Int64", "max  int32\n	used atomic.Int32"}, {"NewLimiter(max int64)", "NewLimiter(max int32)"}}},
	{what: "a value is loaded twice", example: "lostupdate", test: "TestAllow", fit: "fits after 4 changes", change: [][2]string{
		{"	used := l.used.Load()\n	if used >= l.max {\n		return false\n	}\n	l.used.Store", "	if l.used.Load() >= l.max {\n		return false\n	}\n	used := l.used.Load()\n	l.used.Store"}}},
	{what: "the bug is mended by a compare-and-swap", example: "lostupdate", test: "TestAllow", mended: true, fit: "fits after 9 changes", change: [][2]string{{"rush(t, (*Limiter).Allow)", "rush(t, (*Limiter).AllowAtomic)"}}},
	{what: "a channel is buffered", example: "unreceived", test: "TestTotalSize", fit: "fits after 1 change", change: [][2]string{
		{"collect(stat, names, make(chan result))", "collect(stat, names, make(chan result, 1))"}}},
	{what: "a loop variable is passed", example: "unreceived", test: "TestTotalSize", fit: "fits", change: [][2]string{
		{"go func() {\n			size, err := stat(name)", "go func(name string) {\n			size, err := stat(name)"}, {"		}()\n", "		}(name)\n"}}},
	{what: "a function literal is named", example: "unreceived", test: "TestTotalSize", fit: "fits after 1 change", change: [][2]string{
		{"		go func() {\n			size, err := stat(name)\n			results <- result{size, err}\n		}()\n", "		go look(stat, name, results)\n"},
		{"func collect(", "func look(stat Stat, name string, results chan result) {\n	size, err := stat(name)\n	results <- result{size, err}\n}\n\nfunc collect("}}},
	{what: "a receive is in a select", example: "unreceived", test: "TestTotalSize", fit: "fits", change: [][2]string{
		{"		r := <-results\n", "		var r result\n		select {\n		case r = <-results:\n		case <-never:\n		}\n"}, {"	var total int64\n", "	var total int64\n	never := make(chan bool)\n"}}},
	{what: "the bug is mended by a buffer", example: "unreceived", test: "TestTotalSize", mended: true, fit: "fits after 1 change", change: [][2]string{{"missing(t, TotalSize)", "missing(t, TotalSizeBuffered)"}}},
	{what: "the code is another one", example: "unreceived", test: "TestTotalSize", mended: true, fit: report.NoLongerFits, change: [][2]string{{"missing(t, TotalSize) }", "}"}}},
}

// base is the first edit of an example, which changes nothing.
func base(example string) int {
	return slices.IndexFunc(edits, func(e edit) bool { return e.example == example })
}

// TestEdits keeps the schedules of the examples with a bug, and runs them with each edit. All edits are in one test binary, each as a package of its
// own with the tests of the example: so a build is enough.
func TestEdits(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and explores")
	}
	dir, heddle := t.TempDir(), filepath.Join(t.TempDir(), "heddle")
	if out, err := exec.Command("go", "build", "-o", heddle, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	write := func(name, text string) {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	run := func(args ...string) []byte {
		cmd := exec.Command(heddle, append([]string{"test", "-json"}, args...)...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOFLAGS=")
		var errs bytes.Buffer
		cmd.Stderr = &errs
		out, _ := cmd.Output()
		if len(errs.Bytes()) > 0 {
			t.Fatalf("%s", errs.Bytes())
		}
		return out
	}
	write("go.mod", "module m\n\ngo 1.25\n")
	var imports, tests strings.Builder
	for i, e := range edits {
		sources, err := filepath.Glob(filepath.Join("../../examples", e.example, "*.go"))
		if err != nil || len(sources) != 2 {
			t.Fatalf("got %q, %v, want two files", sources, err)
		}
		changed := make([]bool, len(e.change))
		for n, file := range sources {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			source := string(text)
			for j, c := range e.change {
				changed[j] = changed[j] || strings.Contains(source, c[0])
				source = strings.ReplaceAll(source, c[0], c[1])
			}
			write(fmt.Sprintf("e%d/%s/%d.go", i, e.example, n), source)
		}
		for j, ok := range changed {
			if !ok {
				t.Fatalf("%s: there is no %q in %s", e.what, e.change[j][0], e.example)
			}
		}
		fmt.Fprintf(&imports, "import e%d \"m/e%[1]d/%s\"\n", i, e.example)
		fmt.Fprintf(&tests, "func TestEdit%d(t *testing.T) { e%[1]d.%s(t) }\n", i, e.test)
	}
	write("m_test.go", "package m\n\nimport \"testing\"\n"+imports.String()+tests.String())
	var first []string
	for i, e := range edits {
		if base(e.example) == i {
			first = append(first, strconv.Itoa(i))
		}
	}
	run("-corpus", "-count=1", "-run", "^TestEdit("+strings.Join(first, "|")+")$")
	for i, e := range edits {
		if n := base(e.example); n != i {
			files, err := filepath.Glob(filepath.Join(dir, corpus.Dir, fmt.Sprintf("TestEdit%d", n), "*"))
			if err != nil || len(files) != 1 {
				t.Fatalf("got %q, %v, want one file", files, err)
			}
			text, err := os.ReadFile(files[0])
			if err != nil {
				t.Fatal(err)
			}
			write(filepath.Join(corpus.Dir, fmt.Sprintf("TestEdit%d", i), filepath.Base(files[0])), string(text))
		}
	}
	got := map[string]report.Test{}
	for line := range bytes.Lines(run("-run-corpus-only")) {
		var r report.Test
		if err := json.Unmarshal(line, &r); err == nil && r.Action == "explored" {
			got[r.Test] = r
		}
	}
	for i, e := range edits {
		r := got[fmt.Sprintf("TestEdit%d", i)]
		if len(r.Corpus) != 1 {
			t.Errorf("%s, %s: got %+v, want one schedule", e.example, e.what, r)
			continue
		}
		if k := r.Corpus[0]; k.Fit != e.fit || k.Failed == e.mended {
			t.Errorf("%s, %s: it %s, failed: %v; want it %s, %v", e.example, e.what, k.Fit, k.Failed, e.fit, !e.mended)
		}
		if want := map[bool]string{true: "incomplete", false: "fail"}[e.mended]; string(r.Verdict) != want || !r.CorpusOnly {
			t.Errorf("%s, %s: got verdict %s, of the corpus only: %v; want %s, true", e.example, e.what, r.Verdict, r.CorpusOnly, want)
		}
	}
}
