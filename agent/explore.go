package agent

import (
	"cmp"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"heddle/agent/inputs"
	"heddle/agent/wire"
	"heddle/explore"
	"heddle/model"
	"heddle/result"
	"heddle/sched"
	"heddle/sched/caller"
	"heddle/sched/clock"
	"heddle/sched/config"
	"heddle/sched/record"
	"heddle/sched/state"
)

// A test is the exploration of one top-level test. It has more than 15 fields because it holds how the exploration goes on and what
// it has found, and more than 25 methods because each message that is sent is made by one.
type test struct {
	agent      *agent
	name       string
	fresh      func(time.Time) testRun
	run        testRun // of the running execution
	globals    *globals
	program    *sched.Program
	began      time.Time
	executions int       // begun so far: the number of the running one; 0 while warming up
	next       time.Time // when the next progress message is due
	failures   map[string]bool
	shows      map[string]int // the executions of the exploration that show each failure, by its key, but for probes
	found      result.Verdict // what the failures make of the test; empty if there are none
	hindered   result.Verdict // what the obstacles make of it, likewise
	obstacle   string         // the message of the first obstacle that makes it that
	doubts     doubts
	cycle      bool // an execution came back to a state of its own
	unbalanced bool // an execution showed that the counter of a WaitGroup falls below zero, where the exploration assumed that none does
	shown      bool // an output message was sent
	probe      bool // the running execution is a probe
	stopped    bool // a failure has ended the exploration
	first      int  // executions without delays, once their exploration is complete and the one with delays has begun
	slice      slice
	punctual   bool                           // executions are without delays, whatever the doubts
	simplifies atomic.Pointer[result.Failure] // the failure whose simplest schedule is being looked for; nil for none
	kept       *result.Kept                   // whose schedule is being run; nil for none
	contended  string                         // what makes the test large; empty before that is known
	histories  result.Histories
}

func newTest(a *agent, name string, fresh func(time.Time) testRun) *test {
	t := &test{agent: a, name: name, fresh: fresh, began: time.Now(), failures: map[string]bool{}, shows: map[string]int{}}
	t.globals = snapshot(a.config.Globals, a.config.Library)
	a.around.save()
	a.inputs.Begin()
	return t
}

// schedConfig returns the configuration of the test's program.
func (t *test) schedConfig(d result.Doubts) config.Config {
	c := t.agent.config
	plain := map[string]config.PlainMode{"explore": config.PlainExplore, "off": config.PlainOff}[c.Plain]
	late := c.Delay
	if c.Timing == result.TimingOff {
		late = 0
	}
	matches := c.Algorithm == explore.Stateful.Name
	var states *state.Statics
	if matches || d.Polls {
		states = t.globals.statics()
	}
	return config.Config{
		States:   states,
		Matches:  matches && states != nil,
		Exact:    c.Exact,
		Changed:  func() bool { return changed || t.globals.changedLibrary() },
		Held:     func() []any { return []any{t.run.Failed, t.run.Output} },
		Body:     t.body,
		Private:  func() uintptr { return t.run.Signal },
		OnEnd:    t.ended,
		OnChoice: t.agent.choices.add,
		Plain:    plain,
		Delay: func() int64 {
			if (d.Late || t.doubts.Late) && !t.punctual {
				return c.Delay
			}
			return 0
		},
		Late:        late,
		MaxSteps:    c.MaxSteps,
		IgnoreLeaks: c.Leaks == "ignore",
		Doubts:      d,
		Balanced:    t.dependence(d) == model.Balanced,
		Seed:        c.Seed,
		StopAt:      c.StopAt,
		Chance:      c.Chance,
		Alike:       c.Symmetry && t.kept == nil && c.Replay == nil,
	}
}

// Matter reports whether an execution with delays can differ from those so far, which have none: that of explore.Options.Delays.
func (t *test) Matter() bool { return delays(t) }

// Set makes the executions from now on those with delays, or those without: that of explore.Options.Delays.
func (t *test) Set(on bool) { t.doubts.Late = on }

// body restores the state that the process had before the first execution, and returns the function that the next
// execution runs.
func (t *test) body(kept int) func() {
	t.globals.restore()
	t.agent.around.restore()
	var deadline time.Time
	if d := t.agent.config.Timeout; d > 0 {
		deadline = time.Unix(0, clock.Epoch+d)
	}
	t.run = t.fresh(deadline)
	t.executions++
	t.agent.choices.begin(t.executions, kept)
	return t.run.Body
}

// ended is called at the end of a maximal execution. A test that called t.Fail has failed, and its log is the message.
func (t *test) ended() {
	if t.run.Failed() {
		t.program.FailTest(fatalText(t.name, t.run.Output()))
	}
}

// use makes p the program that runs.
func (t *test) use(p *sched.Program) {
	t.program = p
	t.agent.choices.use(p.Names())
}

// explore explores the test and reports whether it passed.
func (t *test) explore() bool {
	t.agent.turns.begin(&t.agent.deadline)
	t.warmUp()
	if d := t.agent.config.Slice; d > 0 {
		t.slice.begin(d)
	}
	r, over := runKept(t)
	var err error
	if !over {
		r, err = exploreAll(t, assumed(t.agent.config))
	}
	if err == nil && r.Complete && !t.stopped && delays(t) {
		t.first = r.Executions
		t.send(result.Message{Type: "again"})
		d := t.doubts.Doubts
		d.Late = true
		r, err = exploreAll(t, d)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "heddle:", err)
		os.Exit(2)
	}
	if t.slice.over() && len(r.Rest) > 0 && !t.stopped {
		t.divided(r)
	}
	t.done(r)
	return t.found == ""
}

// shallow is how many executions are explored at most of those in which goroutines rest a few times only.
const shallow = 5000

// exploreAll explores t with these doubts, and again with those that come up.
func exploreAll(t *test, d result.Doubts) (explore.Result, error) {
	for {
		r, err := t.exploreWith(d, t.visit)
		next, again := t.doubt()
		if !again {
			next, again = deeper(t)
		}
		if err != nil || !again {
			return r, err
		}
		t.send(result.Message{Type: "again"})
		d = next
	}
}

// deeper returns the doubts with which goroutines rest more often, if they do not rest as often as it takes. What is found in short
// executions is found soon: those in which loops go on are many, and come first in an exploration that is depth first.
func deeper(t *test) (d result.Doubts, again bool) {
	d = t.doubts.Doubts
	if d.Rests == 0 || t.stopped || t.agent.late() || t.slice.over() || t.agent.config.MaxExecutions == most(t) {
		return d, false
	}
	if d.Rests *= 8; d.Rests > 16 {
		d.Rests = 0
	}
	return d, true
}

// most returns how many executions the running exploration may have; 0 for no bound.
func most(t *test) int {
	n := t.agent.config.MaxExecutions
	if t.doubts.Rests > 0 && (n == 0 || n > shallow) {
		return shallow
	}
	return n
}

// assumed returns the doubts with which to begin. The space without delays is explored first, so that a failure in it is known to need none;
// but what cannot be completed is not explored twice.
func assumed(c *result.Config) result.Doubts {
	a, err := explore.Find(c.Algorithm)
	return result.Doubts{Visible: c.Visible, Sections: c.Sections, Late: c.Timing != result.TimingOff && (err != nil || a.Promise == explore.Sample || c.Preemptions >= 0)}
}

// delays reports whether the exploration of t is without delays and, if it is complete, must be followed by the one with delays.
func delays(t *test) bool { return !t.doubts.Late && t.program.HoldsUp() }

// warmUp runs the test once. So what the standard library makes on first use exists in every explored execution.
func (t *test) warmUp() {
	t.executions = -1
	for d := (result.Doubts{}); ; {
		t.use(sched.New(t.schedConfig(d)))
		t.program.Run(nil, func(s *model.State) (model.Choice, bool) {
			for _, p := range s.Pending {
				if len(p.Alts) > 0 {
					return p.Alts[0], true
				}
			}
			return model.Choice{}, false
		})
		now := t.program.Doubts()
		if now.Polls == d.Polls && now.Turn == d.Turn {
			break // it has come to its end, or to none
		}
		d.Polls, d.Turn = now.Polls, now.Turn
	}
	t.executions = 0
}

// doubt returns the assumptions that no longer hold, and whether the running exploration relies on one of them.
func (t *test) doubt() (d result.Doubts, again bool) {
	d = t.program.Doubts()
	d.Late = t.doubts.Late
	d.Polls = d.Polls || t.cycle
	d.Counts = d.Counts || t.unbalanced
	return d, d != t.doubts.Doubts
}

// exploreWith explores the test with these doubts and calls visit after each execution.
func (t *test) exploreWith(d result.Doubts, visit func(*explore.Execution) bool) (explore.Result, error) {
	t.prepare(d)
	if r, over := force(t); over {
		return r, nil
	}
	o, err := t.options(most(t))
	if err != nil {
		return explore.Result{}, err
	}
	r, err := explore.Run(t.program, t.agent.config.Algorithm, o, visit)
	if r.Diverged > 0 {
		t.nondeterminism(r)
	}
	t.Set(d.Late)
	return r, err
}

// prepare makes the program to explore.
func (t *test) prepare(d result.Doubts) {
	t.doubts.Doubts = d
	t.use(sched.New(t.schedConfig(d)))
	t.executions = 0
	clear(t.shows)
}

// options are those of the configuration; maxExecutions is 0 for no bound.
func (t *test) options(maxExecutions int) (explore.Options, error) {
	c := t.agent.config
	_, err := model.ParseDependence(c.Dep)
	o := explore.Options{Names: t.program.Names(), Dependence: t.dependence(t.doubts.Doubts), MaxExecutions: maxExecutions, Late: t.agent.late, Rest: t.wantsRest,
		Preemptions: c.Preemptions, Seed: c.Seed, K: c.K, MaxMemory: c.MaxMemory, Exact: c.Exact}
	if !t.doubts.Late {
		o.Delays = t
	}
	return o, err
}

// dependence returns the relation under which t is explored with these doubts.
func (t *test) dependence(d result.Doubts) model.Dependence {
	dependence, _ := model.ParseDependence(t.agent.config.Dep)
	if d.Whole {
		return model.WholeObject
	}
	if a, err := explore.Find(t.agent.config.Algorithm); dependence == model.Refined && !d.Counts && err == nil && a.Takes(model.Balanced) == nil {
		return model.Balanced
	}
	return dependence
}

// visit examines an execution that has just ended and reports whether to continue.
func (t *test) visit(e *explore.Execution) bool {
	t.cycle, t.unbalanced = t.cycle || e.Result.Cycles > 0, t.unbalanced || e.Unbalanced()
	if _, again := t.doubt(); again && !e.Diverged {
		if e.CutShort {
			confirm(t, e.Choices(), e.Result.Executions+e.Result.Probes) // it is the only one that says why
		}
		e.Abandon = true
		return false
	}
	if e.Diverged {
		return true // the exploration ends by itself
	}
	if t.agent.config.Traces && e.Maximal && !e.GivenUp && !e.Probe {
		t.send(result.Message{Type: "trace", Hash: fmt.Sprintf("%016x", e.Hash())})
	}
	if !t.shown && !e.Blocked {
		t.shown = true
		if out := t.output(); out != "" {
			t.send(result.Message{Type: "output", Text: out})
		}
	}
	for _, text := range t.histories.Of(t.agent.config.History, t.run.Output) {
		t.send(result.Message{Type: "history", Text: text})
	}
	now := time.Now()
	if now.After(t.next) {
		t.next = now.Add(100 * time.Millisecond)
		t.send(result.Message{Type: "progress", Progress: t.standing(e)})
	}
	// A failure in an execution that was given up needs no report: a complete execution with the same events up to
	// there has shown it, or will.
	t.probe = e.Probe
	if !e.Blocked && !e.Revisited && confirm(t, e.Choices(), e.Result.Executions+e.Result.Probes) {
		t.stopped = !t.agent.config.KeepGoing && t.found == result.Fail
	}
	t.contend(e, now)
	_, again := t.doubt()
	return !t.stopped && !again && !t.slice.over() && t.goesOn(e)
}

// wire converts the transitions of the program that runs.
func (t *test) wire() wire.Wire { return wire.Wire{Names: t.program.Names()} }

func (t *test) output() string {
	return string(t.program.Output()) + string(t.run.Output())
}

func (t *test) send(m result.Message) {
	m.Test = t.name
	t.agent.out.send(m)
}

func (t *test) progress(r explore.Result) *result.Progress {
	return &result.Progress{Executions: r.Executions, Blocked: r.Blocked, Steps: r.Steps, MaxSteps: r.MaxSteps, Threads: r.Threads,
		Elapsed: time.Since(t.began).Seconds(), PeakRSS: peakRSS(), States: r.States, Revisited: r.Revisited, StateBytes: r.Memory,
		Probes: r.Probes, Estimate: result.Estimate(r.Estimate), Shows: t.shows, Seen: record.Survey(&r.Survey.Operations, r.Survey.Threads, r.Survey.Races, r.Survey.Locks())}
}

// standing is the progress after the execution e.
func (t *test) standing(e *explore.Execution) *result.Progress {
	p := t.progress(*e.Result)
	p.Depth = e.Steps
	return p
}

// done sends the verdict.
func (t *test) done(r explore.Result) {
	m := result.Message{Type: "done", Progress: t.progress(r), Verdict: result.Pass}
	if why := addChance(&m, t.program); why != "" {
		r.Complete, r.Note = false, after(r.Note, why)
	}
	if r.Complete && r.Executions == 0 && r.Blocked > 0 && t.agent.config.Slice == 0 {
		r.Complete, r.Note = false, after(r.Note, "no execution came to its end: each was given up in a loop that polls")
	}
	complete := r.Complete && t.obstacle == "" && t.doubts.Turn == 0
	if !complete && !t.stopped {
		m.Reason = t.whyIncomplete(r)
		if delays(t) {
			m.Reason += " without delays"
		}
		m.Reason = after(m.Reason, t.known(r))
	}
	switch verdict := t.found.Or(t.hindered); {
	case verdict != "":
		m.Verdict = verdict
	case !complete:
		m.Verdict = result.Incomplete
	case r.Executions == 1 && t.program.Threads() <= 1:
		m.Note = "nothing to explore: the test starts no second goroutine"
	default:
		m.Note = m.Progress.Seen.Note((t.program.Hidden() & caller.All &^ caller.Testing).String())
	}
	if why := t.agent.around.lasting(); why != "" {
		m.Note = after(m.Note, why)
	}
	if r.Full {
		m.Note = after(m.Note, "the memory for states was full (-max-memory): later states were not stored")
	}
	if why := t.globals.partial; why != "" && m.Note == "" {
		m.Note = "memory that package-level variables point to is not restored before each execution: " + why
	}
	if complete {
		m.Progress.Complete = true
	}
	if r.Note == "" && t.obstacle == "" && t.found == "" {
		t.rest(&m, r)
	}
	m.First, m.Inputs = t.first, t.reads()
	t.agent.watch.end() // the test is over: it cannot be set aside
	t.send(m)
	t.globals.restore()
	t.agent.around.restore()
}

// known says what is known of an exploration that is not complete; empty for nothing.
func (t *test) known(r explore.Result) string {
	if t.doubts.Turn > 0 { // what is offered depends on who has rested, not on the trace alone
		return ""
	}
	return after(r.Covered, strings.TrimSpace(t.contended))
}

// reads returns what the test has read, for result.Message.
func (t *test) reads() []string {
	if t.globals.partial+t.agent.around.lasting() != "" {
		return []string{inputs.Anything}
	}
	return t.agent.inputs.List()
}

func (t *test) whyIncomplete(r explore.Result) string {
	reason := t.obstacle
	if n := t.doubts.Turn; n > 0 {
		reason = after(reason, fmt.Sprintf("only executions were explored in which a goroutine rests after %d operations until nothing else can run", n))
	}
	if reason = after(reason, t.bound(r)); reason == "" {
		reason = "a bound cut executions short"
	}
	return reason
}

// bound names the bound that cut the exploration off; empty if only that on steps did.
func (t *test) bound(r explore.Result) string {
	c := t.agent.config
	switch {
	case c.KeptOnly:
		return "only the corpus was run (-run-corpus-only)"
	case t.agent.late():
		return after(r.Note, cmp.Or(t.agent.turns.ended, "the time given by -timeout is over"))
	case r.Note != "":
		return r.Note
	case c.MaxExecutions > 0 && r.Executions+r.Blocked+r.Revisited >= c.MaxExecutions:
		return "-max-executions " + strconv.Itoa(c.MaxExecutions) + " is reached"
	case c.Preemptions >= 0 && (c.Algorithm == explore.Bounded.Name || c.Algorithm == explore.Auto.Name):
		return "complete with at most " + strconv.Itoa(c.Preemptions) + " preemptions (-preemptions)"
	case c.Preemptions >= 0:
		return "executions with more than " + strconv.Itoa(c.Preemptions) + " preemptions were not explored (-preemptions)"
	}
	return ""
}

// after appends text to a note; either may be empty.
func after(note, text string) string {
	if note == "" || text == "" {
		return note + text
	}
	return note + "; " + text
}

// fatalText returns what a failed test logged, without the lines of package testing.
func fatalText(name string, output []byte) string {
	var lines []string
	for _, line := range strings.Split(string(output), "\n") {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "--- ") && !strings.HasPrefix(line, "=== ") {
			lines = append(lines, line)
		}
	}
	if len(lines) == 0 {
		return name + " failed without a message"
	}
	return strings.Join(lines, "\n")
}
