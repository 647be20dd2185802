package agent

import (
	"slices"
	"time"

	"heddle/explore"
	"heddle/guide"
	"heddle/guide/named"
	"heddle/model"
	"heddle/result"
	"heddle/sched/caller"
	"heddle/sched/frames"
	"heddle/sched/record"
	"heddle/simplest"
)

// What is spent on one schedule that was kept and does not fail: executions close to it, and steps in all of them.
const (
	nearRuns  = 300
	nearSteps = 60_000
	nearTime  = 300 * time.Millisecond
)

// A keeper runs the schedules that were kept of a test.
type keeper struct {
	*test
	runs int
	last model.Outcome
}

// kept returns those of the configuration that are of the test of that name.
func (a *agent) kept(test string) (list []result.Kept) {
	for _, k := range a.config.Kept {
		if k.Test == test {
			list = append(list, k)
		}
	}
	return list
}

// runKept runs them, and reports whether nothing is to be explored: a failure has ended the exploration, or the configuration says so.
func runKept(t *test) (r explore.Result, over bool) {
	list := t.agent.kept(t.name)
	if len(list) == 0 {
		return r, t.agent.config.KeptOnly
	}
	k, config := keeper{test: t}, *t.agent.config
	defer func() { *t.agent.config = config }()
	for i := range list {
		if over = t.agent.late(); over {
			break
		}
		one, c := &list[i], t.agent.config
		*c = config
		c.Plain, c.Delay, c.Chance, c.Seed = one.Plain, one.Delay, one.Chance, one.Seed
		before := t.found
		t.kept = one
		k.run(one)
		t.kept = nil
		if t.found != before && !config.KeepGoing && t.found == result.Fail {
			over = true
			break
		}
	}
	t.stopped = over && t.found != ""
	r = explore.Result{Executions: k.runs, Steps: k.last.Steps, MaxSteps: k.last.Steps, Threads: t.program.Threads()}
	t.executions = 0
	t.Set(config.KeptOnly) // there is no exploration without delays of which to speak
	return r, over || config.KeptOnly
}

// run follows one schedule, and looks close by if there is no failure. Doubts that come up are taken for given when it is run again.
func (k *keeper) run(one *result.Kept) {
	d := one.Doubts
	d.Late = d.Late && k.agent.config.Timing != result.TimingOff
	var f result.Fit
	var choices []model.Choice
	for range 5 {
		k.prepare(d)
		f, choices = k.follow(one)
		now, again := k.doubt()
		if !again || k.last.Diverged {
			break
		}
		d = now
	}
	began := k.runs
	if !k.failed() {
		if near := k.near(choices); near != nil {
			choices = near
			k.program.RunOrdered(choices, stop, caller.All)
			k.runs++
		}
	}
	f.Runs, k.executions = k.runs-began+1, k.runs
	k.send(result.Message{Type: "fit", Fit: &f})
	k.failWith(slices.Clone(k.program.Failures().List), choices, k.runs)
}

// failed reports whether the last execution has a failure.
func (k *keeper) failed() bool { return len(k.program.Failures().List) > 0 }

// follow runs the execution that follows the schedule.
func (k *keeper) follow(one *result.Kept) (f result.Fit, choices []model.Choice) {
	plan := named.New(one, k.program.See, k.program.Names().Path)
	g := &guide.Guide{Plan: plan, Most: 4*len(one.Steps) + 1000}
	var steps []result.Step
	k.last, _ = k.program.RecordFrom(nil, g.Next, record.How{OnStep: func(s result.Step) {
		s.Where, s.PartnerWhere = []result.Frame{frames.User(s.Where)}, nil
		steps = append(steps, s)
	}})
	k.runs++
	f = result.Fit{File: one.File, Renamed: plan.Renamed, Steps: make([]result.Step, len(one.Steps))}
	end, taken := -1, 0
	for i, at := range plan.At {
		if at >= 0 && at < len(steps) {
			f.Steps[i] = steps[at]
			end, taken = max(end, at), taken+1
		}
	}
	f.Extra = end + 1 - taken
	return f, g.Taken
}

// near returns an execution close to choices that fails; nil if none is found.
func (k *keeper) near(choices []model.Choice) (near []model.Choice) {
	end := processorTime() + nearTime
	f := &simplest.Failing{Program: k, Names: k.program.Names(), Runs: nearRuns, Steps: nearSteps,
		Late:  func() bool { return processorTime() > end || k.agent.late() },
		Shows: func(o model.Outcome) (int, bool) { return o.Steps, o.Maximal && !o.GivenUp && k.failed() }}
	k.program.Aside(func() { near = f.Near(choices) })
	return near
}

// Run implements model.Program.
func (k *keeper) Run(prefix []model.Choice, next func(*model.State) (model.Choice, bool)) model.Outcome {
	k.runs++
	return k.program.RunOrdered(prefix, next, caller.All)
}
