package report

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"heddle/result"
)

func schedule(pkg, test string) *result.Schedule {
	return &result.Schedule{
		Version: result.ScheduleVersion, Package: pkg, Test: test, Kind: "deadlock",
		Choices: []result.Choice{{Thread: "0", Op: "Lock"}, {Thread: "0.1", Case: -1, Partner: "0.2", PartnerCase: 1}},
	}
}

func TestSchedules(t *testing.T) {
	s := &Schedules{Dir: filepath.Join(t.TempDir(), "deep", ".heddle")}
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
		got, err := ReadSchedule(name)
		if err != nil {
			t.Fatal(err)
		}
		if want := schedule(c.pkg, "TestX"); !reflect.DeepEqual(got, want) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
	entries, err := os.ReadDir(s.Dir)
	if err != nil || len(entries) != 4 {
		t.Errorf("got %d files and error %v, want 4: temporary files must be gone", len(entries), err)
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
		if _, err := ReadSchedule(cut); err == nil || !strings.Contains(err.Error(), "is damaged") {
			t.Errorf("the first %d bytes: got error %v, want one that says damaged", n, err)
		}
	}
}
