// Package result defines what the heddle process and a test binary send each other: a Config in one direction, Messages
// in the other.
//
// The heddle process starts a test binary with a Config as JSON in the environment variable HEDDLE_CONFIG, and with a
// pipe as file descriptor 3. (If the Config is too long, the variable holds the path of a file with it: see
// ReadConfig.) The test binary writes Messages to the pipe, one JSON object per line: first one "tests". For every test that it explores
// it writes one "start", then any number of "progress", "trace", "step", "output" and "failure", and one "done". A
// "found" comes before a "failure" whose simplest schedule is being looked for: it is that failure, if the process ends meanwhile. The
// message "history" holds a line that Config.History asks for, "cover" what Config.Cover asks for. The
// message "again" says that the exploration restarts (see Doubts), and "aside" that it waits for its next Turn. A binary that dies does not write the "done";
// Config.Choices then holds the choices of the execution that killed it.
package result

import "slices"

// ConfigEnv names the environment variable that holds the Config.
const ConfigEnv = "HEDDLE_CONFIG"

// ScheduleVersion is the version of schedule files that this heddle writes and reads.
const ScheduleVersion = 1

// A Config says what the test binary must do. It has more than 15 fields because it has one for each flag that the engine obeys.
type Config struct {
	Package   string   // import path of the package under test
	Algorithm string   // a name of explore's registry
	Dep       string   // standard, object, refined
	Plain     string   // race, explore, off
	Leaks     string   // fail, ignore
	Delay     int64    // nanoseconds; -1 for any
	Sections  string   `json:",omitempty"` // Doubts.Sections of an exploration that begins
	Timing    string   // TimingReport, TimingFail or TimingOff
	Chance    []string `json:",omitempty"` // of ChanceSources: what -choices makes alternatives that are explored
	Symmetry  bool     `json:",omitempty"` // goroutines that nothing tells apart begin in one order only
	KeepGoing bool
	Traces    bool // send a "trace" message for each complete execution

	MaxExecutions int   // 0 none
	MaxSteps      int   // 0 none
	Preemptions   int   // -1 none
	Timeout       int64 // nanoseconds for all tests of the binary together, as the tests see it; 0 none
	Limit         int64 // nanoseconds after which this process should stop, before it is stopped; 0 none
	MaxMemory     int64 // bytes in which stateful keeps states; 0 none
	Seed          int64
	K             int    // the k of quasi, the depth of pct
	Exact         bool   // stateful compares in full the states that it takes to be equal
	Visible       string `json:",omitempty"` // exempt operations that are events from the start: see Schedule.Visible
	Stress        bool   // the garbage collector runs, and stacks move, wherever they may

	// Globals are the ranges of the checked packages' variables, as pairs [start, end) of link-time addresses.
	Globals []Range
	// Library are those of variables of the standard library that a test may set.
	Library []Range

	// Skip names top-level tests that must not be explored again: an earlier process has explored them.
	Skip []string
	// Choices is the path of a file of at least ChoicesSize bytes. The test binary maps it into memory and keeps
	// the choices of the running execution in it (see ChoicesMagic), so that they survive the process. Empty for
	// none.
	Choices string
	// Replay, when not nil, is the one schedule to run instead of exploring; no other test runs. Each event is sent
	// as a "step" before it is executed.
	Replay *Schedule
	// Worker, when not empty, names the one test to explore: the parts of it that Assignments bring.
	Worker string
	// Slice, when not 0, is the time in nanoseconds after which the exploration of a test is divided: the process
	// sends "divided" instead of "done", and ends with StoppedExit.
	Slice int64
	// Turn, when not 0, is the time in nanoseconds after which a test that is not over is set aside: the process sends "aside", and waits
	// for a Turn.
	Turn int64
	// Inputs asks for the inputs of each test.
	Inputs bool
	// Keep asks for the rest of each exploration that is not complete, so that another run can go on with it.
	Keep bool
	// Simplify is the time in nanoseconds for looking for the simplest schedule of each failure, and for the order that decides; 0 for none.
	Simplify int64
	// Passing asks, besides, for an execution that passes.
	Passing bool
	// History, when not empty, asks for the lines that executions log and that begin with it.
	History string `json:",omitempty"`
	// Kept are the schedules that were kept of earlier failures: those of each test are run before it is explored. KeptOnly asks for them
	// alone: a test without any is not run.
	Kept     []Kept `json:",omitempty"`
	KeptOnly bool   `json:",omitempty"`
	// StopAt, when not 0, is the step before which a debugger stops, which runs this process. Nobody listens, and nothing watches the process,
	// because it may be stopped at any moment.
	StopAt int `json:",omitempty"`
	// Cover asks for what is reached of a program that was built with -cover, in messages "cover"; Functions for the functions in the first one.
	Cover     bool `json:",omitempty"`
	Functions bool `json:",omitempty"`
	// Counts are the ranges of variables that the compiler has added for that, and that the program reads.
	Counts []Range `json:",omitempty"`
	// Benchmark asks to measure the exploration instead of reporting what it finds. The "done" message holds the
	// result.
	Benchmark bool
}

// A Range is a half-open range of link-time addresses.
type Range struct{ Start, End uint64 }

// A Message is one line from the test binary. It has more than 15 fields because it has those of every type of message.
type Message struct {
	Type     string    // tests, start, progress, trace, step, output, history, fit, found, failure, again, aside, divided, part, done, cover
	Test     string    // the top-level test; none with tests and cover
	Tests    []string  `json:",omitempty"` // tests: those that the flags select
	Progress *Progress `json:",omitempty"` // progress, aside, divided, part (of this Assignment alone), done
	Hash     string    `json:",omitempty"` // trace: 16 hex digits
	Step     *Step     `json:",omitempty"` // step
	Fit      *Fit      `json:",omitempty"` // fit
	Text     string    `json:",omitempty"` // output: what the execution printed; history: a line that one has logged
	Failure  *Failure  `json:",omitempty"` // found, failure
	Verdict  Verdict   `json:",omitempty"` // done
	// Reason, with done, says in a sentence why the exploration is not complete, if no failure has ended it; with part, why it
	// cannot become complete.
	Reason string `json:",omitempty"`
	// Note, with done, says in a sentence what else must be known about the verdict; or it is empty.
	Note string `json:",omitempty"`
	// Chance, with done, divided and part, is what chance decided.
	Chance []Chance `json:",omitempty"`
	// Rest, with divided, part and done, is what is left to explore; with done only if Config.Keep asks for it and it is not too large.
	Rest []Part `json:",omitempty"`
	// First, with divided and done, is the number of executions without delays, if the exploration with delays has begun; else 0.
	First int `json:",omitempty"`
	// HoldsUp, with divided, part and done, says that Config.Delay makes a difference.
	HoldsUp bool `json:",omitempty"`
	// Alone, with divided and done, says that executions make files that those of another process would find.
	Alone bool `json:",omitempty"`
	// Doubts, with divided and done, are those that Assignments must have. With part, if they differ from those of the
	// Assignment, the exploration must restart with them.
	Doubts Doubts `json:",omitzero"`
	// Inputs, with divided, part and done, are the variables of the environment and the files that the test has read: "getenv KEY", "open FILE", "stat FILE"; "?" for anything.
	Inputs []string `json:",omitempty"`
	// Process, with aside, is the process group to be stopped: the test is in the middle of an execution. 0 if the process itself waits.
	Process int `json:",omitempty"`
	// Diverged, with done of a replay, says why the schedule did not fit the code; empty when it did.
	Diverged string `json:",omitempty"`
	// Cover, with cover, is what the process has reached since the last one. There may be one before any other message.
	Cover *Coverage `json:",omitempty"`
	// Benchmark, with done, is what Config.Benchmark asked for.
	Benchmark *Benchmark `json:",omitempty"`
}

// Progress is the state of one exploration. It has more than 15 fields because it has all that is counted.
type Progress struct {
	Executions int     // complete ones
	Blocked    int     // redundant ones, given up
	Steps      int     // in all executions
	MaxSteps   int     // of the longest one
	Threads    int     // the most in one execution
	Depth      int     // of the running execution
	Complete   bool    // nothing is left to explore
	Elapsed    float64 // seconds
	PeakRSS    int64   // bytes
	// States is how many states stateful has stored, Revisited how many executions it gave up in a stored state,
	// StateBytes the memory that the states take.
	States, Revisited int      `json:",omitempty"`
	StateBytes        int64    `json:",omitempty"`
	Estimate          Estimate `json:",omitzero"`
	// Probes is how many executions auto has run of other searches, to find failures early. They are in no other count.
	Probes int `json:",omitempty"`
	// Seen is what the explored executions have shown, without probes.
	Seen *Survey `json:",omitempty"`
	// Shows is how many executions show each failure, by its Key.
	Shows map[string]int `json:",omitempty"`
}

// Add adds the counts of q, of other executions of the test.
func (p *Progress) Add(q *Progress) {
	p.Executions += q.Executions
	p.Blocked += q.Blocked
	p.Steps += q.Steps
	p.MaxSteps = max(p.MaxSteps, q.MaxSteps)
	p.Threads = max(p.Threads, q.Threads)
	p.PeakRSS = max(p.PeakRSS, q.PeakRSS)
	p.Seen = p.Seen.add(q.Seen)
	for key, n := range q.Shows {
		if p.Shows == nil {
			p.Shows = map[string]int{}
		}
		p.Shows[key] += n
	}
}

// An Estimate is of the number of traces. The truth is between Low and High in nine of ten cases. It is zero if nothing is known.
type Estimate struct{ Traces, Low, High float64 }

// A Benchmark compares an exploration with the same executions, blocked ones included, run again with no analysis.
type Benchmark struct {
	Executions, Blocked, Steps int
	Explore, Replay            Cost
}

// A Cost is the resources that a run took.
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
	Op          string `json:",omitempty"` // the operation, to detect that the code has changed
}

// A Schedule is one recorded interleaving: what a schedule file holds. It has more than 15 fields because nothing else goes with the
// file. The engine reads Test, Choices, Cold and Doubts; the rest is for the heddle
// process.
type Schedule struct {
	Version  int
	Checksum string `json:",omitempty"` // of all else, as report.Schedules writes it
	Heddle   string
	Go       string
	Dir      string // absolute directory in which heddle ran
	Package  string // import path
	Test     string
	Flags    []string // the build flags: -tags and so on
	// Added are the texts of files that the package does not have, by their names, relative to Dir: those of heddle linearize.
	Added    map[string]string `json:",omitempty"`
	Plain    string
	Delay    int64
	Timing   string   `json:",omitempty"`
	Chance   []string `json:",omitempty"` // see Config.Chance
	Seed     int64    `json:",omitempty"`
	Leaks    string
	MaxSteps int
	// Cold says that the schedule is that of a process's very first execution, before what the standard library
	// initializes on first use exists.
	Cold    bool `json:",omitempty"`
	Doubts       // those of the exploration that found it
	Kind    string
	Message string
	// Which is the index of the failure in what the execution shows.
	Which    int       `json:",omitempty"`
	Deciding *Deciding `json:",omitempty"` // what the report says of the order of the steps
	Choices  []Choice
}

// Of sets what the executions of s have in common with the others of an exploration.
func (s *Schedule) Of(c *Config) {
	s.Plain, s.Delay, s.Leaks, s.MaxSteps, s.Timing, s.Chance, s.Seed = c.Plain, c.Delay, c.Leaks, c.MaxSteps, c.Timing, c.Chance, c.Seed
}

// Deciding says which steps of a failing execution must come in their order for the failure to show.
type Deciding struct {
	Pairs []Pair `json:",omitempty"` // in the order of their first steps
	Tried int    // races that were reversed
	All   bool   // these are all that can be reversed
}

// Decisive returns the pairs of steps whose order decides whether f shows, but for those that f does not have: its schedule was edited.
func (f *Failure) Decisive() (list []Pair) {
	if f.Deciding == nil {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(f.Deciding.Pairs), func(p Pair) bool {
		return p.First < 1 || p.First > len(f.Steps) || p.Second < 0 || p.Second > len(f.Steps)
	})
}

// DecisiveSteps returns the numbers of the steps in the pairs of Decisive; 0 for one that never comes.
func (f *Failure) DecisiveSteps() (numbers []int) {
	for _, p := range f.Decisive() {
		numbers = append(numbers, p.First, p.Second)
	}
	return numbers
}

// Passing is an execution without a failure that goes as a failing one does for as long as any that was found.
type Passing struct {
	Threads []Thread
	Steps   []Step
}

// A Pair is two steps whose order decides: no execution with the opposite one was found that shows the failure. Steps are counted from 1.
type Pair struct {
	First  int
	Second int    `json:",omitempty"` // 0 if it never comes: Thread waits for it at the end. First if another alternative of that step decides
	Thread string // path of the goroutine of the second one
}

// A Step is one event, as the report shows it.
type Step struct {
	Thread       string // path
	Partner      string `json:",omitempty"`
	Op           string // for people: "mu.Lock", "x.Load", "send", "case 2: receive"
	Object       string `json:",omitempty"` // for people: "mutex 3"
	Value        string `json:",omitempty"` // the value that a load returned or an add produced, if known
	Where        []Frame
	PartnerWhere []Frame `json:",omitempty"`
}

// Describe returns the operation, with its object and value.
func (s *Step) Describe() string { return describe(s.Op, s.Object, s.Value) }

// Text returns what Choice.Op holds: the operation, without anything that differs between runs.
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
	After   int     `json:",omitempty"` // so many steps of the execution come before that; 0 for a timer
	State   string  // "finished", "blocked: ..." or "running"
}

// A Wait is one edge of the wait-for chain.
type Wait struct {
	Thread      string  // path of the goroutine that waits
	For         string  // for people: "mutex 1 (Lock)", "receive from channel 2", ...
	Where       []Frame // where it waits
	Holder      string  `json:",omitempty"` // path of the goroutine that holds it, if there is one
	HolderWhere []Frame `json:",omitempty"` // where the holder acquired it
	Behind      bool    `json:",omitempty"` // Holder does not hold it: it is a writer that waits for readers, and lets no new one in
	Cycle       bool    `json:",omitempty"` // the edge is part of a cycle
	// Again says what a goroutine does that goes on for ever: "sleeps", "waits for a timer", "waits", "polls", "goes round". Empty for one
	// that is blocked.
	Again string `json:",omitempty"`
	// Looks are the operations of its last round, if it polls or goes round.
	Looks []Look `json:",omitempty"`
}

// A Look is an operation of a loop that comes to no end.
type Look struct {
	Op      string // those of the Step
	Object  string `json:",omitempty"`
	Value   string `json:",omitempty"`
	Where   []Frame
	Changed string  `json:",omitempty"` // path of the other goroutine that has changed the object last; empty for nobody
	By      []Frame `json:",omitempty"` // where it has
}

// Text returns the operation, with its object and value.
func (l *Look) Text() string { return describe(l.Op, l.Object, l.Value) }

// describe returns an operation, with its object and value, if it has them.
func describe(op, object, value string) string {
	if object != "" {
		op += " " + object
	}
	if value != "" {
		op += " = " + value
	}
	return op
}

// An Access is one side of a data race.
type Access struct {
	Thread string
	Write  bool
	Atomic bool `json:",omitempty"`
	Where  []Frame
	After  int    // so many steps of the execution come before it
	Op     string `json:",omitempty"` // the operation that it is, if it is one of a WaitGroup
}

// Announces is the Step.Op of a writer that announces itself to the readers of an RWMutex. Its next step is its Lock.
const Announces = "Lock (waits for readers)"

// Text says what kind of access it is.
func (a *Access) Text() string {
	verb := "read"
	switch {
	case a.Op != "":
		return a.Op
	case a.Write:
		verb = "write"
	}
	if a.Atomic {
		verb = "atomic " + verb
	}
	return verb
}

// The kinds of what is no failure of the program, but an obstacle to exploring it: its verdict is Incomplete or Unsupported.
const (
	KindSteps       = "steps"       // an execution may never end
	KindUnsupported = "unsupported" // the test does something that is not under control
)

// A Failure is one thing that is wrong with the test, or an obstacle. It has more than 15 fields because reports and schedules are made of it.
type Failure struct {
	Key       string `json:",omitempty"` // equal for failures that are the same to a user
	Kind      string // deadlock, leak, race, panic, fatal, nondeterminism; KindSteps, KindUnsupported
	Message   string
	Execution int       // 1 for the first execution; 0 for the one before it that only warms up
	Doubts              // of the exploration
	Which     int       `json:",omitempty"` // its index in what the execution shows
	At        int       `json:",omitempty"` // so many steps come before it, and what comes after them has nothing to do with it; 0 if that is not known
	Where     []Frame   // the failing operation's stack, innermost first
	Threads   []Thread  `json:",omitempty"`
	Waits     []Wait    `json:",omitempty"`
	Accesses  []Access  `json:",omitempty"` // race
	Steps     []Step    `json:",omitempty"`
	Output    string    `json:",omitempty"` // what the failing execution printed
	Deciding  *Deciding `json:",omitempty"` // nil if that was not looked for
	Passing   *Passing  `json:",omitempty"` // nil if Config.Passing is not set, or none was found
	Kept      string    `json:",omitempty"` // the Kept.File of the schedule that led to it; empty if the exploration has found it
	// Timing is nil if the failure shows even if no timer fires while a goroutine can run.
	Timing  *Lateness `json:",omitempty"`
	Choices []Choice
}

// Created returns where a goroutine was started. For one that never leaves the standard library, there is no other user code to show.
func (f *Failure) Created(path string) []Frame {
	for _, t := range f.Threads {
		if t.Path == path {
			return t.Created
		}
	}
	return nil
}
