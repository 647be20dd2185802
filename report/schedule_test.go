package report

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"heddle/result"
)

func schedule(pkg, test string) *result.Schedule {
	return &result.Schedule{
		Version: result.ScheduleVersion, Package: pkg, Test: test, Kind: "deadlock", Plain: "race", Leaks: "fail",
		Choices: []result.Choice{{Thread: "0", Op: "Lock"}, {Thread: "0.1", Case: -1, Partner: "0.2", PartnerCase: 1}},
	}
}

func TestSchedules(t *testing.T) {
	s := &Schedules{Dir: filepath.Join(t.TempDir(), "deep", ".heddle")}
	if err := errors.Join(os.MkdirAll(s.Dir, 0o777), os.WriteFile(filepath.Join(s.Dir, "p.TestX.2.html"), nil, 0o666)); err != nil { // of an earlier run
		t.Fatal(err)
	}
	for _, c := range []struct{ pkg, want string }{
		{"p", "p.TestX.1.json"},
		{"p", "p.TestX.2.json"},
		{"example.com/a/b", "example.com_a_b.TestX.1.json"},
		{"example.com/a_b", "example.com_a_b.TestX.2.json"},
	} {
		name, err := s.Write(schedule(c.pkg, "TestX"))
		if err != nil {
			t.Fatal(err)
		}
		if got := filepath.Base(name); got != c.want {
			t.Errorf("%s: got %s, want %s", c.pkg, got, c.want)
		}
		got, warning, err := ReadSchedule(name)
		if err != nil {
			t.Fatal(err)
		}
		if warning != "" {
			t.Errorf("got warning %q, want none", warning)
		}
		if want := schedule(c.pkg, "TestX"); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	entries, err := os.ReadDir(s.Dir)
	if err != nil || len(entries) != 4 {
		t.Errorf("got %d files and error %v, want 4: temporary files must be gone, and the page of an older schedule", len(entries), err)
	}
}

func TestSchedulesCannotWrite(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := (&Schedules{Dir: file}).Write(schedule("p", "TestX"))
	if err == nil || !strings.Contains(err.Error(), "choose another directory with -o") {
		t.Errorf("got error %v, want one that names -o", err)
	}
}

// TestReadScheduleTruncated reads every beginning of a schedule file: only the whole one is a schedule.
func TestReadScheduleTruncated(t *testing.T) {
	dir := t.TempDir()
	name, err := (&Schedules{Dir: dir}).Write(schedule("p", "TestX"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	cut := filepath.Join(dir, "cut.json")
	for n := range len(text) - 1 {
		if err := os.WriteFile(cut, text[:n], 0o666); err != nil {
			t.Fatal(err)
		}
		if _, _, err := ReadSchedule(cut); err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Errorf("the first %d bytes: got error %v, want one that says damaged", n, err)
		}
	}
}

// TestReadScheduleDamaged changes a schedule file in hundreds of ways: a bit, a byte, a line left out, a field. None is believed: it is
// refused or there is a warning, unless it says the same as before.
func TestReadScheduleDamaged(t *testing.T) {
	s := &Schedules{Dir: t.TempDir()}
	whole := schedule("example.com/p", "TestX")
	whole.Delay, whole.MaxSteps, whole.Message, whole.Flags = 100, 1000, "m", []string{"-short"}
	name, err := s.Write(whole)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	n, refused, warned := 0, 0, 0
	try := func(what string, changed []byte) {
		n++
		if err := os.WriteFile(name, changed, 0o666); err != nil {
			t.Fatal(err)
		}
		got, warning, err := ReadSchedule(name)
		switch {
		case err != nil:
			refused++
			if !strings.Contains(err.Error(), name) {
				t.Errorf("%s: got error %v, want one that names the file", what, err)
			}
		case warning != "":
			warned++
			if err := CheckSchedule(got); err != nil {
				t.Errorf("%s: got a schedule with nonsense: %v", what, err)
			}
		case !reflect.DeepEqual(got, whole):
			t.Errorf("%s: got %+v without a word", what, got)
		}
	}
	for i := range text {
		for _, bit := range []int{0, 2, 5} {
			changed := bytes.Clone(text)
			changed[i] ^= 1 << bit
			try(fmt.Sprintf("bit %d of byte %d", bit, i), changed)
		}
		try(fmt.Sprintf("without byte %d", i), append(bytes.Clone(text[:i]), text[i+1:]...))
	}
	lines := strings.SplitAfter(string(text), "\n")
	for i := range lines {
		try("without line "+lines[i], []byte(strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")))
	}
	for _, edit := range [][2]string{
		{`"Plain": "race"`, `"Plain": "-1"`}, {`"Plain": "race"`, `"Plain": "off"`}, {`"Leaks": "fail"`, `"Leaks": "never"`},
		{`"Delay": 100`, `"Delay": -7`}, {`"MaxSteps": 1000`, `"MaxSteps": -1`}, {`"Kind": "deadlock"`, `"Kind": "love"`},
		{`"Thread": "0.1"`, `"Thread": "1.0"`}, {`"Thread": "0.1"`, `"Thread": "0.7"`}, {`"Partner": "0.2"`, `"Partner": "0.1"`},
		{`"Case": -1`, `"Case": 99999`}, {`"Kind"`, `"Sort"`}, {`"MaxSteps": 1000`, `"MaxSteps": 1000, "MaxSteps": 9`},
	} {
		changed := strings.Replace(string(text), edit[0], edit[1], 1)
		if changed == string(text) {
			t.Fatalf("there is no %s in %s", edit[0], text)
		}
		try(edit[1], []byte(changed))
	}
	if n < 500 || refused < n/4 || warned < n/20 {
		t.Errorf("of %d changes %d were refused, %d warned of", n, refused, warned)
	}
}
