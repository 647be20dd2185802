package explore

import (
	"testing"

	"heddle/explore/source"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
)

// TestPromise checks that an algorithm that promises a sample only is never complete, although nothing was left for it to explore.
func TestPromise(t *testing.T) {
	p, err := papers.Program("readers", 2)
	if err != nil {
		t.Fatal(err)
	}
	for promise, complete := range map[Promise]bool{Sample: false, All: true} {
		names := model.NewNames()
		a := Algorithm{Name: "half", Promise: promise, make: source.NewSource}
		r, err := explore(prog.NewMachine(p, names), a, nil, Options{Names: names, Preemptions: -1}, func(*Execution) bool { return true })
		if err != nil || r.Executions != 4 || r.Complete != complete || r.Cut == complete {
			t.Errorf("promise %d: got %+v, %v, want 4 executions, complete %v", promise, r, err, complete)
		}
		if note := "half does not promise every trace"; !complete && r.Note != note {
			t.Errorf("got the note %q, want %q", r.Note, note)
		}
	}
}
