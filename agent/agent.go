package agent

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"sync"
	"syscall"
	"time"
	_ "unsafe" // for linkname

	"heddle/agent/cover"
	"heddle/agent/inputs"
	"heddle/result"
	"heddle/sched"
	"heddle/sched/hook"
)

// testRun is one execution of a test. The file added to package testing makes it.
type testRun struct {
	Body   func()
	Signal uintptr
	Failed func() bool
	Output func() []byte
}

//go:linkname testingHooks testing.heddleHooks
var testingHooks struct {
	Start   func(tests []string)
	Main    func()
	Explore func(name string, fresh func(deadline time.Time) testRun) bool
	Fail    func()
	Self    func() int
	Reads   func(managed bool, what, name string)
	Changes func(foreign bool) bool
	Quiet   func() bool
}

// resultFD is the file descriptor of the pipe to the heddle process.
const resultFD = 3

// memoryLimit is the heap, in bytes, above which the garbage collector runs in the middle of an execution.
const memoryLimit = 1 << 30

// An agent is the test binary's side of one run.
type agent struct {
	config   *result.Config
	out      sender
	choices  *choicesFile
	deadline moment
	watch    watchdog
	around   surroundings
	turns    turns
	inputs   inputs.Inputs
}

func init() {
	config, err := result.ReadConfig()
	if err != nil {
		fmt.Fprintln(os.Stderr, "heddle:", err)
		os.Exit(2)
	}
	if config == nil {
		return
	}
	os.Unsetenv(result.ConfigEnv)
	a := &agent{config: config}
	if config.Limit > 0 {
		a.deadline.set(time.Duration(config.Limit))
	}
	testingHooks.Start = a.begin
	testingHooks.Main = a.start
	testingHooks.Explore = a.test
	testingHooks.Fail = sched.TestFailed
	testingHooks.Self = sched.Self
	testingHooks.Changes = sched.Changes
	testingHooks.Quiet = sched.Quiet
	if config.Inputs {
		testingHooks.Reads = a.inputs.Read
	}
}

// begin is called once, before TestMain.
func (a *agent) begin(tests []string) {
	if a.config.StopAt > 0 {
		a.out.w = bufio.NewWriter(io.Discard)
	} else {
		syscall.CloseOnExec(resultFD)
		a.out.w = bufio.NewWriter(os.NewFile(resultFD, "heddle"))
	}
	a.turns.open(a.config, tests)
	if a.config.Cover {
		a.out.counts = cover.Begin()
	}
	if a.out.counts != nil && a.config.Functions {
		a.out.send(result.Message{Type: "cover", Cover: &result.Coverage{Functions: a.out.counts.Functions()}})
	}
	a.out.send(result.Message{Type: "tests", Tests: tests})
}

// start is called once, before the tests.
func (a *agent) start() {
	a.inputs.Main()
	var err error
	if a.choices, err = openChoices(a.config.Choices); err != nil {
		fmt.Fprintln(os.Stderr, "heddle:", err)
		os.Exit(2)
	}
	if a.config.Choices != "" {
		a.around.useTemp(filepath.Dir(a.config.Choices))
	}
	limit := int64(memoryLimit)
	if a.config.Plain == "explore" {
		limit = math.MaxInt64 // goroutines wait in memory accesses, where the collector cannot read their stacks
	}
	hook.NoCollection(limit)
	hook.Stress = a.config.Stress
	for _, r := range a.config.Counts {
		hook.Counts = append(hook.Counts, [2]uintptr{uintptr(r.Start), uintptr(r.End - r.Start)})
	}
	a.watch.agent = a
	if a.config.StopAt == 0 {
		a.watch.start()
	}
}

// test explores, replays or skips one top-level test and reports whether it passed.
func (a *agent) test(name string, fresh func(deadline time.Time) testRun) bool {
	if r := a.config.Replay; r != nil && r.Test != name {
		return true
	}
	if w := a.config.Worker; w != "" && w != name {
		return true
	}
	for _, s := range a.config.Skip {
		if s == name {
			return true
		}
	}
	if a.turns.aside || a.config.KeptOnly && len(a.kept(name)) == 0 {
		return true
	}
	if a.late() {
		os.Exit(result.StoppedExit)
	}
	a.out.send(result.Message{Type: "start", Test: name})
	done := make(chan bool)
	// The goroutine on which package testing runs may be locked to its thread. Coroutine switches need one that is
	// not.
	go func() { done <- a.carryOut(newTest(a, name, fresh)) }()
	return <-done
}

// late reports whether the process should stop.
func (a *agent) late() bool { return a.deadline.passed() }

// carryOut runs the test as the configuration says and reports whether it passed. Before it returns, the watchdog stops
// watching the test, because the next test begins at once.
func (a *agent) carryOut(t *test) bool {
	a.watch.begin(t)
	defer a.watch.end()
	switch {
	case a.config.Replay != nil:
		return t.replay()
	case a.config.Benchmark:
		return t.benchmark()
	case a.config.Worker != "":
		return worker{t}.run()
	default:
		return t.explore()
	}
}

// A sender writes messages to the pipe. The watchdog uses it too.
type sender struct {
	mu     sync.Mutex
	w      *bufio.Writer
	counts *cover.Counts // of what the program has reached; nil if nobody asks for it
}

func (s *sender) send(m result.Message) { s.ask(m, func() {}) }

// ask sends m and calls wait, which waits for the answer. Nothing else is said meanwhile: heddle takes it for the end of this process. What
// has been reached comes before any progress.
func (s *sender) ask(m result.Message, wait func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.counts != nil && m.Progress != nil {
		if times := s.counts.Reached(); times != nil {
			s.write(result.Message{Type: "cover", Cover: &result.Coverage{Reached: times}})
		}
	}
	s.write(m)
	if s.w.Flush() != nil {
		os.Exit(2) // the heddle process is gone: nobody reads this
	}
	wait()
}

func (s *sender) write(m result.Message) {
	data, err := json.Marshal(m)
	if err != nil {
		os.Exit(2)
	}
	_, _ = s.w.Write(append(data, '\n')) // Flush returns the error
}
