package agent

import (
	"slices"
	"time"

	"heddle/model"
	"heddle/result"
	"heddle/sched/caller"
	"heddle/sched/failure"
	"heddle/sched/record"
	"heddle/simplest"
)

// What is spent on one failure: executions, and steps in all of them, on its simplest schedule and then on the order that decides. These
// bounds are reached before the time is over, unless the machine is slow or executions are long: so the schedule is the same each time.
const (
	simplifyRuns  = 400
	decideRuns    = 300
	simplifySteps = 100_000
)

// simplified returns r, the failure c, with its simplest schedule, and with the order that decides. In a replay the schedule stays as it is, and
// only a page needs to know an execution that passes.
func (t *test) simplified(r result.Failure, c shown) result.Failure {
	d := time.Duration(t.agent.config.Simplify)
	if d <= 0 || t.agent.config.Replay != nil && !t.agent.config.Passing || r.IsObstacle() || r.Kind != c.Kind {
		return r
	}
	t.send(result.Message{Type: "found", Failure: &r})
	t.simplifies.Store(&r)
	executions, found := t.executions, r
	t.program.Aside(func() {
		s := simplifier{test: t, c: c, key: c.Key(), timing: r.Timing, end: processorTime() + d}
		t.punctual = r.Timing == nil
		r = s.simplified(r)
		t.punctual = false
	})
	if t.executions = executions; r.Kind != found.Kind || (r.Timing == nil) != (found.Timing == nil) {
		r = found // the simplest schedule goes differently when it is described
	}
	t.simplifies.Store(nil)
	return r
}

// A simplifier looks for the simplest schedule of the failure c.
type simplifier struct {
	*test
	c      shown
	key    string
	timing *result.Lateness // what the failure needs; nothing that is simpler may need more
	end    time.Duration    // of processorTime
	seen   record.Seen      // of the last execution, if there is timing
	// decides means that the failure is there if one is that resembles it, whatever the timing.
	decides bool
}

// Run implements model.Program.
func (s *simplifier) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) (o model.Outcome) {
	if s.timing == nil {
		return s.program.RunOrdered(prefix, next, caller.All)
	}
	o, s.seen = s.program.RecordFrom(prefix, next, record.How{OnStep: func(result.Step) {}})
	return o
}

// shows is that of simplest.Failing.
func (s *simplifier) shows(o model.Outcome) (steps int, shows bool) {
	if !o.Maximal || o.GivenUp {
		return 0, false
	}
	list := s.program.Failures().List
	if s.decides {
		i := slices.IndexFunc(list, s.resembles)
		if i < 0 {
			return 0, false
		}
		return list[i].Step, true
	}
	i := slices.IndexFunc(list, func(f failure.Failure) bool { return f.Key() == s.key })
	if i < 0 || s.timing != nil && !within(record.Lateness(s.seen.Fired), s.timing) {
		return 0, false
	}
	s.c.Failure, s.c.which = &list[i], i
	return list[i].Step, true
}

// resembles reports whether f is that failure, or one that a user would not tell from it: the same with the parts of two goroutines changed,
// or with another number in its message.
func (s *simplifier) resembles(f failure.Failure) bool {
	if f.Kind == failure.KindRace {
		return f.Key() == s.key
	}
	return f.Kind == s.c.Kind || failure.Blocks(f.Kind) && failure.Blocks(s.c.Kind)
}

// within reports whether what has that lateness needs no more than what has the other one.
func within(l, most *result.Lateness) bool {
	return l == nil || l.Delay <= most.Delay && (l.OnlyTest || !most.OnlyTest) && len(l.Timers) <= len(most.Timers)
}

// simplified returns r with its simplest schedule, and with the order that decides.
func (s *simplifier) simplified(r result.Failure) result.Failure {
	f := &simplest.Failing{Program: s, Names: s.program.Names(), Shows: s.shows, Runs: simplifyRuns, Steps: simplifySteps,
		Late: func() bool { return processorTime() > s.end || s.agent.late() }}
	if s.agent.config.Replay != nil {
		return s.decided(f, r, s.c.choices)
	}
	choices := f.Simplest(s.c.choices)
	if choices == nil {
		return r
	}
	if !slices.Equal(choices, s.c.choices) {
		if _, shows := s.shows(s.Run(choices, stop)); !shows {
			return r
		}
		simple := r
		simple.Which, simple.Output, simple.Where = s.c.which, s.output(), s.where(s.c.Failure)
		simple.At = s.c.At()
		simple.Choices, simple.Steps, simple.Accesses = nil, nil, nil
		s.describe(&simple, s.c.Failure, choices)
		r = simple
	}
	return s.decided(f, r, choices)
}

// decided returns r, the failure of the execution with these choices, with the order that decides.
func (s *simplifier) decided(f *simplest.Failing, r result.Failure, choices []model.Choice) result.Failure {
	f.Runs, f.Steps, s.timing, s.decides = decideRuns, simplifySteps, nil, true
	if s.agent.config.Passing {
		f.Passes = func(o model.Outcome) bool { return o.Maximal && !o.GivenUp && len(failed(s.program)) == 0 }
	}
	pairs, tried, all := f.Deciding(choices)
	r.Deciding = &result.Deciding{Tried: tried, All: all}
	for _, p := range pairs {
		r.Deciding.Pairs = append(r.Deciding.Pairs, result.Pair{First: p.First, Second: p.Second, Thread: s.program.Names().Path(p.Thread)})
	}
	if f.Passing != nil {
		r.Passing = s.passing(f.Passing)
	}
	return r
}

// passing runs an execution that passes once more, recording; it returns nil if it does not pass again.
func (s *simplifier) passing(choices []model.Choice) *result.Passing {
	p := &result.Passing{}
	outcome, seen := s.program.Record(choices, record.How{OnStep: func(step result.Step) { p.Steps = append(p.Steps, step) }})
	if outcome.Diverged || !outcome.Maximal || len(failed(s.program)) > 0 {
		return nil
	}
	p.Threads = seen.Threads
	return p
}
