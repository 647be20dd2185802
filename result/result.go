// Package result holds what the heddle process and a test binary tell each other: a Config one way, Messages the other.
//
// The heddle process starts a test binary with the environment variable HEDDLE_CONFIG holding a Config as JSON (or, when that is
// too long, the path of a file with it: see ReadConfig), and with a pipe as file descriptor 3. The test binary writes Messages to
// the pipe, one JSON object a line. For every test that it explores it writes one "start", then any number of "progress", "trace",
// "step", "output" and "failure", and one "done"; "again" says that the exploration begins again (see Doubts). A binary that dies leaves
// out the "done"; the choices of the execution that killed it then stand in Config.Choices.
package result

// ConfigEnv names the environment variable that holds the Config.
const ConfigEnv = "HEDDLE_CONFIG"

// ScheduleVersion is the version of schedule files that this heddle writes and reads.
const ScheduleVersion = 1

// A Config says what the test binary must do.
type Config struct {
	Package   string // import path of the package under test
	Algorithm string // a name of explore's registry
	Dep       string // standard, object, refined
	Plain     string // race, explore, off
	Leaks     string // fail, ignore
	Delay     int64  // nanoseconds; -1 for any
	KeepGoing bool
	Traces    bool // send a "trace" message for each complete execution

	MaxExecutions int   // 0 none
	MaxSteps      int   // 0 none
	Preemptions   int   // -1 none
	Timeout       int64 // nanoseconds for all tests of the binary together; 0 none
	MaxMemory     int64 // bytes in which stateful keeps states; 0 none
	Seed          int64
	K             int  // the k of quasi, the depth of pct
	Exact         bool // stateful compares states that it takes for one in full

	// Globals are the address ranges of the checked packages' variables, as offsets [start, end) pairs of link-time addresses.
	Globals []Range

	// Skip are top-level tests that are not to be explored: they were, before an earlier process died.
	Skip []string
	// Choices is the path of a file, at least ChoicesSize bytes long, that the test binary maps into memory and in which it keeps the
	// choices of the running execution (see ChoicesFile), so that they survive it. Empty for none.
	Choices string
	// Replay, when not nil, is the one schedule to run, of the one test to run, instead of exploring. Each event is sent as
	// a "step" before it is executed.
	Replay *Schedule
	// Worker, when not empty, is the one test of which to explore the parts that Assignments bring.
	Worker string
	// Slice, when not 0, is after how many nanoseconds the exploration of a test is to be divided: the process sends "divided" in place of
	// "done", and ends with StoppedExit.
	Slice int64
	// Benchmark says to measure the exploration instead of reporting what it finds. The "done" message holds the result.
	Benchmark bool
}

// A Range is a half-open range of link-time addresses.
type Range struct{ Start, End uint64 }

// A Message is one line from the test binary.
type Message struct {
	Type     string    // start, progress, trace, step, output, failure, again, divided, part, done
	Test     string    // the top-level test
	Progress *Progress `json:",omitempty"` // progress, divided, part (of this Assignment alone), done
	Hash     string    `json:",omitempty"` // trace: 16 hex digits
	Step     *Step     `json:",omitempty"` // step
	Text     string    `json:",omitempty"` // output: what the execution printed
	Failure  *Failure  `json:",omitempty"` // failure
	Verdict  string    `json:",omitempty"` // done: pass, fail, incomplete
	// Note, with done, says in a sentence why the verdict is incomplete, or that nothing was explored, or is empty.
	Note string `json:",omitempty"`
	// Rest, with divided and part, is what is left to explore.
	Rest []Part `json:",omitempty"`
	// Doubts, with divided, are what Assignments must have; with part, if they are not those of the Assignment, the exploration has to begin
	// again with them.
	Doubts Doubts `json:",omitzero"`
	// Diverged, with done of a replay, says why the schedule did not fit the code; empty when it did.
	Diverged string `json:",omitempty"`
	// Benchmark, with done, is what Config.Benchmark asked for.
	Benchmark *Benchmark `json:",omitempty"`
}

// Progress is the state of one exploration.
type Progress struct {
	Executions int     // complete ones
	Blocked    int     // redundant ones, given up
	Steps      int     // in all executions
	MaxSteps   int     // of the longest one
	Threads    int     // the most in one execution
	Depth      int     // of the running execution
	Share      float64 // estimate of the share of the tree that is done, 0 to 1
	Elapsed    float64 // seconds
	PeakRSS    int64   // bytes
	// States are those that stateful has kept, Revisited the executions that it gave up in one of them, StateBytes what they take.
	States, Revisited int   `json:",omitempty"`
	StateBytes        int64 `json:",omitempty"`
}

// A Benchmark compares an exploration with the same executions, blocked ones included, run again with no analysis.
type Benchmark struct {
	Executions, Blocked, Steps int
	Explore, Replay            Cost
}

// A Cost is what something took.
type Cost struct {
	Seconds float64 // of processor time, in the whole process
	Mallocs uint64  // allocations, likewise
}

// A Choice is one transition, as in a schedule file.
type Choice struct {
	Thread      string // path of the thread: "0" is the test function, "0.2" the second goroutine that it started
	Case        int    `json:",omitempty"`
	Partner     string `json:",omitempty"`
	PartnerCase int    `json:",omitempty"`
	Op          string `json:",omitempty"` // what was executed, to tell when the code has changed
}

// A Schedule is one recorded interleaving. The engine reads and writes Choices, Test, Plain, Delay and MaxSteps; the rest is
// the heddle process's.
type Schedule struct {
	Version  int
	Heddle   string
	Go       string
	Dir      string // absolute directory in which heddle ran
	Package  string // import path
	Test     string
	Flags    []string // the build flags: -tags and so on
	Plain    string
	Delay    int64
	Leaks    string
	MaxSteps int
	// Cold says that the schedule is that of a process's very first execution, before what the standard library makes on first use is there.
	Cold bool `json:",omitempty"`
	// Visible says that operations that are exempt otherwise are part of the schedule.
	Visible bool `json:",omitempty"`
	Kind    string
	Message string
	Choices []Choice
}

// A Step is one event, as the report shows it.
type Step struct {
	Thread       string // path
	Partner      string `json:",omitempty"`
	Op           string // for people: "mu.Lock", "x.Load", "send", "case 2: receive"
	Object       string `json:",omitempty"` // for people: "mutex 3"
	Value        string `json:",omitempty"` // what a load gave, what an add left, where it is known
	Where        []Frame
	PartnerWhere []Frame `json:",omitempty"`
}

// Text is what Choice.Op holds: what was executed, without what differs from run to run.
func (s *Step) Text() string {
	text := s.Op
	if s.Object != "" {
		text = s.Object + " " + s.Op
	}
	if len(s.Where) > 0 {
		text += " in " + s.Where[0].Func
	}
	return text
}

// A Frame is one source line.
type Frame struct {
	Func string
	File string
	Line int
}

// Thread describes one goroutine of a failing execution.
type Thread struct {
	Path    string
	Name    string  // "test" for the test function; else the function it runs
	Created []Frame `json:",omitempty"` // the go statement
	State   string  // "finished", "blocked: ..." or "running"
}

// A Wait is one edge of the wait-for chain.
type Wait struct {
	Thread      string  // path of the goroutine that waits
	For         string  // for people: "mutex 1 (Lock)", "receive from channel 2", ...
	Where       []Frame // since which line
	Holder      string  `json:",omitempty"` // path of the goroutine that holds it, when there is one
	HolderWhere []Frame `json:",omitempty"` // where the holder got it
	Cycle       bool    `json:",omitempty"` // the edge is part of a cycle
}

// An Access is one side of a data race.
type Access struct {
	Thread string
	Write  bool
	Where  []Frame
}

// A Failure is one thing that is wrong with the test.
type Failure struct {
	Key       string `json:",omitempty"` // the same for failures that are one and the same to people
	Kind      string // deadlock, leak, race, panic, fatal, nondeterminism, steps, unsupported
	Message   string
	Execution int      // 1 for the first execution; 0 for the one before it that only warms up
	Visible   bool     `json:",omitempty"` // see Schedule.Visible
	Where     []Frame  // the failing operation's stack, innermost first
	Threads   []Thread `json:",omitempty"`
	Waits     []Wait   `json:",omitempty"`
	Accesses  []Access `json:",omitempty"` // race
	Steps     []Step   `json:",omitempty"`
	Output    string   `json:",omitempty"` // what the failing execution printed
	Choices   []Choice
}
