package agent

import (
	"slices"

	"heddle/explore"
	"heddle/model"
	"heddle/result"
	"heddle/sched"
	"heddle/sched/caller"
	"heddle/sched/failure"
)

// doubts are the assumptions of the running exploration that do not hold.
type doubts struct {
	result.Doubts          // those that it does not make
	suspected     *suspect // the race that may be one if exempt operations are events
}

// A suspect is a pair of accesses that only exempt operations order (see confirm). The exploration is repeated with these operations as
// events, and shows in which order they must come for a race. That may be the last of many, so some executions go first in which the one
// goroutine, or the other, stops after its access and lets all others run.
type suspect [2]access

// An access is the n-th of the thread with that path.
type access struct {
	path string
	n    uint64
}

// confirm reports what went wrong in the last execution, which has these choices, when exempt operations order what they order in Go. It
// returns true if something did. A race that is none then is a doubt: some of the operations decide, those of a smallest set of groups
// without which nothing orders the accesses. The exploration must be repeated with them as events. If the race is gone with none of them
// as well, the test is not deterministic.
func confirm(t *test, choices []model.Choice, execution int) (failed bool) {
	p, executions := t.program, t.executions
	defer func() { t.executions = executions }()
	found, deciding := p.Failures().List, p.Hidden()
	fresh := func(f failure.Failure) bool { return f.Kind == failure.KindRace && !t.failures[f.Key()] }
	if deciding == 0 || !slices.ContainsFunc(found, fresh) {
		return t.fail(choices, execution)
	}
	choices = append([]model.Choice(nil), choices...)
	p.RunOrdered(choices, stop, deciding)
	vanished := slices.IndexFunc(found, func(f failure.Failure) bool { return fresh(f) && !shows(p, &f) })
	if failed = t.fail(choices, execution); vanished < 0 || failed && !t.agent.config.KeepGoing {
		return failed
	}
	race := &found[vanished]
	if p.RunOrdered(choices, stop, 0); !shows(p, race) {
		return t.failWith([]failure.Failure{*race}, choices, execution) // the same schedule, run again, went differently
	}
	for g := caller.Groups(1); g < deciding; g <<= 1 {
		if deciding&g == 0 {
			continue
		}
		if p.RunOrdered(choices, stop, deciding&^g); !shows(p, race) {
			deciding &^= g
		}
	}
	p.Doubt(deciding)
	path := p.Names().Path
	t.doubts.suspected = &suspect{{path(race.Race.First.Thread), race.Race.First.N}, {path(race.Race.Second.Thread), race.Race.Second.N}}
	return failed
}

// stop ends the execution.
func stop(*model.State) (model.Choice, bool) { return model.Choice{}, false }

// shows reports whether the last execution, an ordered run, has the race as well. One that went otherwise does not count.
func shows(p *sched.Program, race *failure.Failure) bool {
	return p.Divergence() != "" || slices.ContainsFunc(p.Failures().List, func(f failure.Failure) bool { return f.Like(race) })
}

// force runs these executions, and reports whether a failure has ended the exploration.
func force(t *test) (r explore.Result, over bool) {
	s := t.doubts.suspected
	if t.doubts.suspected = nil; s == nil {
		return r, false
	}
	for i := 0; i < len(s) && !over; i++ {
		var choices []model.Choice
		outcome := t.program.Run(nil, func(state *model.State) (c model.Choice, ok bool) {
			for _, p := range state.Pending {
				if len(p.Alts) > 0 && (!ok || s[i].waits(t.program, c.Thread)) {
					c, ok = p.Alts[0], true
				}
			}
			if ok {
				choices = append(choices, c)
			}
			return c, ok
		})
		r = explore.Result{Executions: i + 1, Steps: r.Steps + outcome.Steps, MaxSteps: max(r.MaxSteps, outcome.Steps), Threads: max(r.Threads, t.program.Threads())}
		over = confirm(t, choices, r.Executions) && !t.agent.config.KeepGoing && t.found == result.Fail
	}
	t.executions, t.stopped = 0, over
	return r, over
}

// waits reports whether the thread must wait because it has made its access a, and there is no race yet.
func (a access) waits(p *sched.Program, thread model.Thread) bool {
	return p.Names().Path(thread) == a.path && p.Accesses(thread) >= a.n && len(p.Failures().List) == 0
}
