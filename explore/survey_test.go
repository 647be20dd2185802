package explore_test

import (
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
	"heddle/result"
)

// TestSurvey compares what an exploration says that it has seen with small programs.
func TestSurvey(t *testing.T) {
	for _, test := range []struct {
		name, text  string
		kind        model.Kind
		operations  int // of that kind
		threads     int
		races, lock bool
		locks       result.Locks
	}{
		{"one variable", "atomic x\nthread main\nspawn p\nstore x 1\nthread p\nstore x 2", model.Store, 2, 2, true, false, result.NoOneLock},
		{"two variables", "atomic x\natomic y\nthread main\nspawn p\nstore x 1\nthread p\nstore y 2", model.Store, 2, 2, false, false, result.NoOneLock},
		{"alone", "atomic x\nthread main\nstore x 1", model.Store, 1, 1, false, false, result.NoOneLock},
		{"one lock", "mutex m\nthread main\nspawn p\nlock m\nunlock m\nthread p\nlock m\nunlock m", model.Lock, 2, 2, true, true, result.OneLock},
		{"within a lock", "mutex m\natomic x\nthread main\nspawn p\nlock m\nstore x 1\nunlock m\nthread p\nlock m\nstore x 2\nunlock m", model.Lock, 2, 2, true, true, result.WithinOneLock},
		{"partly within a lock", "mutex m\natomic x\natomic y\nthread main\nspawn p\nstore y 1\nlock m\nstore x 1\nunlock m\nthread p\nlock m\nstore x 2\nunlock m", model.Lock, 2, 2, true, true, result.OneLock},
		{"two locks", "mutex m\nmutex n\nthread main\nspawn p\nlock m\nunlock m\nlock n\nunlock n\nthread p\nlock m\nunlock m\nlock n\nunlock n", model.Lock, 4, 2, true, false, result.NoOneLock},
		{"a lock and a variable", "mutex m\natomic x\nthread main\nspawn p\nlock m\nunlock m\nstore x 1\nthread p\nlock m\nunlock m\nstore x 2", model.Lock, 2, 2, true, false, result.NoOneLock},
	} {
		for _, algorithm := range []string{"source", "optimal", "pop", "auto"} {
			p, err := prog.Parse(test.text)
			if err != nil {
				t.Fatalf("%s: %v", test.name, err)
			}
			names := model.NewNames()
			r, err := explore.Run(prog.NewMachine(p, names), algorithm, explore.Options{Names: names, Preemptions: -1}, func(*explore.Execution) bool { return true })
			if err != nil {
				t.Fatal(err)
			}
			s := &r.Survey
			if s.Operations[test.kind] != test.operations || s.Threads != test.threads || s.Races > 0 != test.races || (s.Lock != model.NoObject) != test.lock || s.Locks() != test.locks {
				t.Errorf("%s with %s: got %d operations, %d threads, %d races, lock %d, %d", test.name, algorithm, s.Operations[test.kind], s.Threads, s.Races, s.Lock, s.Locks())
			}
		}
	}
}
