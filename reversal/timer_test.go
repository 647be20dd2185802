package reversal

import (
	"fmt"
	"testing"

	"heddle/model"
	"heddle/prog"
	"heddle/trace"
)

// TestHeldUp counts the candidates of timers that are examined: two timers, each started and stopped twenty times. A far one never fires
// early, and one that is near can fire before each of its own stops, whatever the other does.
func TestHeldUp(t *testing.T) {
	for _, test := range []struct{ delay, want int }{{1000, 0}, {10, 40}} {
		code := "timer a b\nthread main\nspawn ta\nspawn tb\nspawn fa\nspawn fb\nthread fa\ntimerfire a\nthread fb\ntimerfire b\n"
		for _, name := range []string{"a", "b"} {
			code += "thread t" + name + "\nagain:\nk = set k 1\ntimerstart " + name + fmt.Sprintf(" %d\nv = timerstop ", test.delay) + name + "\nif k < 20 goto again\n"
		}
		p, err := prog.Parse(code)
		if err != nil {
			t.Fatal(err)
		}
		names := model.NewNames()
		x := trace.NewExecution(names, model.Standard)
		prog.NewMachine(p, names).Run(nil, func(s *model.State) (model.Choice, bool) {
			x.Observe(s)
			for i := range s.Pending { // the threads that start and stop in turn, then those that fire
				k := (i + x.Len()) % len(s.Pending)
				if p := &s.Pending[k]; !p.Op.Kind.Timer() && len(p.Alts) > 0 {
					x.Append(p.Alts[0])
					return p.Alts[0], true
				}
			}
			return model.Choice{}, false
		})
		n := 0
		r := NewReversals(x)
		each := r.disabled.each
		r.disabled.each = func(c candidate) { n++; each(c) }
		r.Each(func(*Sequence) {})
		if n != test.want {
			t.Errorf("delay %d: %d candidates in an execution of %d steps, want %d", test.delay, n, x.Len(), test.want)
		}
	}
}
