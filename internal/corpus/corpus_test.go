package corpus

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"heddle/internal/whole"
	"heddle/report"
	"heddle/result"
)

// everything has all that a file can have.
func everything() *result.Kept {
	return &result.Kept{Doubts: result.Doubts{Late: true, Turn: 200, Visible: "os"}, Plain: "explore", Delay: -1, Chance: []string{"map", "rand"}, Seed: 7,
		Kind: "leak", About: "goroutine 0.1 is blocked", Functions: []result.KeptFunction{{Path: "0.1", Func: "p.f.func1"}, {Path: "0.1.2", Func: "p.(*T[...]).g"}},
		Steps: []result.KeptStep{
			{Thread: "0", Op: "Lock", Object: "mutex 1", Name: "x.mu", Func: "p.TestX"},
			{Thread: "0.1", Partner: "0", Op: "send to 0", Object: "channel 1", Func: "p.f.func1"},
			{Thread: "0.1.2", Case: -1, Op: "select: default", Func: "p.(*T[...]).g"},
			{Thread: "0.1.2", Case: 3, Op: "Lock (waits for readers)", Object: "rwmutex 2"},
			{Thread: "0", Op: "test function returns"},
		}}
}

func TestFormat(t *testing.T) {
	want := everything()
	text, err := Format(want)
	if err != nil {
		t.Fatal(err)
	}
	for what, changed := range map[string]string{"as it is": string(text), "with other ends of lines": strings.ReplaceAll(string(text), "\n", "\r\n"),
		"with tabs": strings.ReplaceAll(string(text), "  ", "\t"), "with comments": "# why\n\n" + string(text) + "# end\n\n"} {
		got, err := Parse([]byte(changed))
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, %v, want %+v\n%s", what, got, err, want, changed)
		}
	}
	usual := &result.Kept{Plain: usualPlain, Delay: int64(usualDelay), Seed: usualSeed, Kind: "race"}
	if text, err := Format(usual); err != nil || strings.Contains(string(text), "settings") {
		t.Errorf("got %s, %v, want no settings", text, err)
	}
}

// TestDamaged leaves pieces of a file out, and changes it. What is read has an error, or is some schedule that a file can have.
func TestDamaged(t *testing.T) {
	text, err := Format(everything())
	if err != nil {
		t.Fatal(err)
	}
	refused := 0
	try := func(changed []byte) error {
		k, err := Parse(changed)
		if err != nil {
			refused++
			return err
		}
		if again, err := Format(k); err != nil {
			t.Errorf("%q: %v", changed, err)
		} else if same, err := Parse(again); err != nil || len(same.Steps) != len(k.Steps) {
			t.Errorf("%q: got %v, %v, want %v", changed, same, err, k)
		}
		return nil
	}
	for i := range text {
		if try(text[:i]) == nil && i < len(text)-1 {
			t.Errorf("the first %d bytes are taken for a whole file", i)
		}
		changed := bytes.Clone(text)
		changed[i] ^= 1 << (i % 7)
		try(changed)
		try(append(bytes.Clone(text[:i]), text[min(i+9, len(text)):]...))
	}
	for old, now := range map[string]string{
		"0.1.2  ": "0.01.2  ", "\n0.1    send": "\nx    send", "shows leak": "shows love", "case 3": "case 99999", "with 0": "with x", "map": "mop", `"Turn":200`: `"Turn":-1`,
		`"Delay":"any"`: `"Delay":"-3s"`, "settings {": "settings [", "after 5": "after 6", "schedule 1": "schedule 2", "goroutine 0.1 runs": "goroutine 1.0 runs", "explore": "all", "Late": "Later",
	} {
		if !bytes.Contains(text, []byte(old)) {
			t.Fatalf("there is no %q in %s", old, text)
		}
		if try(bytes.Replace(text, []byte(old), []byte(now), 1)) == nil {
			t.Errorf("%q instead of %q is taken", now, old)
		}
	}
	if refused < len(text) {
		t.Errorf("%d were refused, want at least %d", refused, len(text))
	}
}

func FuzzParse(f *testing.F) {
	text, err := Format(everything())
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		if k, err := Parse(text); err == nil && Check(k) != nil {
			t.Errorf("got %+v, which no heddle writes", k)
		}
	})
}

// TestRead reads a directory with schedules, with files that do not count, and with hostile ones.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	if list, err := Read(dir); len(list) != 0 || err != nil {
		t.Errorf("got %v, %v, want nothing", list, err)
	}
	text, err := Format(everything())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(dir, Dir, name) }
	for _, name := range []string{"TestX/b.schedule", "TestX/a.schedule", "TestX/.b.schedule", "TestX/README.md", "TestX/b.schedule~", "TestX/deep/c.schedule", "c.schedule"} {
		if err := whole.Write(at(name), text); err != nil {
			t.Fatal(err)
		}
	}
	list, err := Read(dir)
	if err != nil || len(list) != 2 || list[0].File != filepath.Join(Dir, "TestX/a.schedule") || list[1].Test != "TestX" {
		t.Errorf("got %+v, %v, want two", list, err)
	}
	for what, make := range map[string]func(name string) error{
		"a pipe":      func(name string) error { return syscall.Mkfifo(name, 0o666) },
		"a directory": func(name string) error { return os.Mkdir(name, 0o777) },
		"a dead link": func(name string) error { return os.Symlink("nowhere", name) },
		"a huge file": func(name string) error { return os.Truncate(name, 1<<40) },
		"a device":    func(name string) error { return os.Symlink("/dev/zero", name) },
		"nothing":     func(name string) error { return os.WriteFile(name, nil, 0o666) },
		"no text":     func(name string) error { return os.WriteFile(name, []byte("\xff\xfe"), 0o666) },
	} {
		name := at("TestX/x.schedule")
		if what == "a huge file" {
			if err := os.WriteFile(name, nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := make(name); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(dir); err == nil || !strings.Contains(err.Error(), name) || !strings.Contains(err.Error(), "heddle test -corpus -run TestX") {
			t.Errorf("%s: got error %v, want one with the file and the mend", what, err)
		}
		os.Remove(name)
	}
}

// TestWriter writes the schedules of failures: the same failure has the same file, before and after lines have moved, and another one that
// looks the same has one of its own.
func TestWriter(t *testing.T) {
	dir, sources := t.TempDir(), new(report.Sources)
	failing := func(key, message string, line int) Failure {
		f := &result.Failure{Key: key, Kind: "fatal", Message: message, Where: []result.Frame{{Func: "a/p.TestX", File: "p_test.go", Line: line}}}
		return Failure{Kept: everything(), Failure: f, Sources: sources}
	}
	write := func(w *Writer, old string, f Failure) string {
		f.Kept.Test = "TestX"
		name, err := w.Write(dir, old, f)
		if err != nil {
			t.Fatal(err)
		}
		return name
	}
	w := new(Writer)
	name := write(w, "", failing("k", "p_test.go:3: got 1, want 2", 3))
	if got := write(w, "", failing("l", "p_test.go:3: got 1, want 2", 3)); got != strings.TrimSuffix(name, ending)+"-2"+ending {
		t.Errorf("got %s for another failure, want one beside %s", got, name)
	}
	w = new(Writer)
	if got := write(w, "", failing("m", "p_test.go:30: got 7, want 2", 30)); got != name {
		t.Errorf("got %s after an edit, want %s", got, name)
	}
	if got := write(w, "", failing("n", "p_test.go:30: too late", 30)); got == name {
		t.Errorf("got %s for another message, want another one", got)
	}
	old := filepath.Join(Dir, "TestX", "mine.schedule")
	if got := write(w, old, failing("o", "x", 1)); got != old {
		t.Errorf("got %s, want the file from which it comes", got)
	}
	entries, err := os.ReadDir(filepath.Join(dir, Dir, "TestX"))
	if err != nil || len(entries) != 4 {
		t.Errorf("got %v, %v, want four files", entries, err)
	}
	if err := os.WriteFile(filepath.Join(dir, "file"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write(filepath.Join(dir, "file"), "", failing("p", "x", 1)); err == nil || !strings.Contains(err.Error(), fmt.Sprintf("-corpus: keeping a schedule in %s", filepath.Join(dir, "file"))) {
		t.Errorf("got error %v, want one that says what was being done", err)
	}
}
