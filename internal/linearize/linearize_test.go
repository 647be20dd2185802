package linearize

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"
)

// queue is a subject whose methods are written here only: Pop and Push.
var queue = &Subject{Type: "Queue", Name: "Queue", New: []string{"new(Queue)"}, Methods: []Method{
	{Name: "Pop", Fixed: []string{""}, Results: 1},
	{Name: "Push", Fixed: []string{"1"}},
}}

func parse(t *testing.T, texts ...string) (list []*History) {
	t.Helper()
	for _, text := range texts {
		h, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, h)
	}
	return list
}

// The sequential histories of Pop in one goroutine and Push in another, of a queue whose Pop returns 0 if it is empty, and of one whose Pop
// waits.
var (
	returns = []string{`+1.0 -1.0="0" +2.0 -2.0="done"`, `+2.0 -2.0="done" +1.0 -1.0="1"`}
	waits   = []string{`+1.0 +2.0 -2.0="done" -1.0="1"`, `+2.0 -2.0="done" +1.0 -1.0="1"`}
)

func TestCheck(t *testing.T) {
	c := &Scenario{Subject: queue, Parts: [][]Call{nil, {{0, 0}}, {{1, 0}}, nil}}
	for _, test := range []struct {
		sequential []string
		history    string
		want       porcupine.CheckResult
	}{
		{returns, `+1.0 +2.0 -2.0="done" -1.0="0"`, porcupine.Ok},
		{returns, `+1.0 +2.0 -2.0="done" -1.0="1"`, porcupine.Ok},
		{returns, `+1.0 +2.0 -2.0="done" -1.0="2"`, porcupine.Illegal},
		{returns, `+2.0 -2.0="done" +1.0 -1.0="0"`, porcupine.Illegal}, // Push was over
		{returns, `+1.0 -1.0="1" +2.0 -2.0="done"`, porcupine.Illegal}, // Push had not begun
		{returns, `+1.0 +2.0 -2.0="done"`, porcupine.Illegal},          // Pop blocks, which it never does
		{waits, `+2.0 +1.0 -2.0="done" -1.0="1"`, porcupine.Ok},
		{waits, `+1.0 +2.0 -2.0="done"`, porcupine.Illegal}, // nobody has woken Pop
		{waits, `+1.0 -1.0="1" +2.0 -2.0="done"`, porcupine.Illegal},
		{waits[:0], `+1.0 -1.0="1" +2.0 -2.0="done"`, porcupine.Illegal},
	} {
		s := NewSpec(c, parse(t, test.sequential...))
		if got, _ := s.Check(parse(t, test.history)[0]); got != test.want {
			t.Errorf("%s against %q: got %s, want %s", test.history, test.sequential, got, test.want)
		}
	}
}

// In a sequential history, Pop returns only after Push has begun: that explains no history in which Pop was over before.
func TestCheckResumed(t *testing.T) {
	c := &Scenario{Subject: queue, Parts: [][]Call{nil, {{0, 0}}, {{1, 0}}, nil}}
	s := NewSpec(c, parse(t, waits[0]))
	bad, unknown := s.Bad(parse(t, `+1.0 -1.0="1" +2.0 -2.0="done"`, `+1.0 +2.0 -1.0="1" -2.0="done"`))
	if len(bad) != 1 || unknown != 0 || bad[0].Begun[0] != (ID{1, 0}) || len(bad[0].ended) != 2 || bad[0].ended[ID{1, 0}] != 1 {
		t.Errorf("got %v, %d unknown: want the first one", bad, unknown)
	}
}

func TestParseDamaged(t *testing.T) {
	for _, text := range []string{"x", "+1", `-1.0`, `+1.0 -1.0="`, `*1.0`} {
		if h, err := Parse(text); err == nil {
			t.Errorf("%q: got %v, want an error", text, h)
		}
	}
}

func TestScenarios(t *testing.T) {
	size := Sizes{Goroutines: 3, Calls: 2}
	list := queue.Scenarios(30, size, 1)
	keys := map[string]bool{}
	for i, c := range list {
		keys[c.key()] = true
		if i > 0 && list[i-1].size() > c.size() {
			t.Errorf("scenario %d has fewer calls than the one before", i)
		}
		if n := len(c.Parts) - 2; n < 2 || n > 3 {
			t.Errorf("scenario %d has %d goroutines", i, n)
		}
		for _, smaller := range c.Smaller() {
			if smaller.size() >= c.size() || len(smaller.Parts) < 4 || slices.ContainsFunc(smaller.Parts[1:len(smaller.Parts)-1], func(p []Call) bool { return len(p) == 0 }) {
				t.Errorf("%v is no smaller scenario than %v", smaller.Parts, c.Parts)
			}
		}
	}
	if len(list) != 30 || len(keys) != 30 {
		t.Errorf("got %d scenarios, %d different ones, want 30", len(list), len(keys))
	}
	again := queue.Scenarios(30, size, 1)
	if Lines(list, []*Subject{queue}) != Lines(again, []*Subject{queue}) {
		t.Error("the same seed gives other scenarios")
	}
	if Lines(list, []*Subject{queue}) == Lines(queue.Scenarios(30, size, 2), []*Subject{queue}) {
		t.Error("another seed gives the same scenarios")
	}
}

func TestTypes(t *testing.T) {
	if got := strings.Join(Types("A,B[int, string] , C"), ";"); got != "A;B[int, string];C" {
		t.Errorf("got %s", got)
	}
}

// TestLoadOtherModule checks that a package of a module of others, to which the go command lets nobody add a file, is an error that says what to do.
func TestLoadOtherModule(t *testing.T) {
	_, err := Load(t.Context(), ".", "github.com/rogpeppe/go-internal/lockedfile", "", os.Environ())
	if want := "is in another module, github.com/rogpeppe/go-internal@"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}
