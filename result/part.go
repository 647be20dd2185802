package result

// A Part is a part of one test's exploration that a process can explore alone: see explore.Part. Only test binaries
// interpret it; the heddle process reads Start, to order parts.
type Part struct {
	// Choices is the schedule that the part begins with: words separated by blanks. A word is "path", or
	// "path/case/partner/partnerCase" where one of these is not 0 or none.
	Choices string
	Start   int    // where the last of its schedules begins
	Marks   string // a digit for each choice before Start
	Ends    []End  `json:",omitempty"`
	After   *Ended `json:",omitempty"`
}

// An Ended is an execution with schedules that are to be explored after the part: see explore.Ended. Marks has a digit
// for each choice.
type Ended struct {
	Choices, Marks string
	Ends           []End `json:",omitempty"`
	Shown          int
}

// An End is the last event of a schedule: see explore.End. Choices and First are as in Part.
type End struct {
	Last, Start int
	First       string
	Read        bool   `json:",omitempty"`
	Choices     string `json:",omitempty"` // where it was found
	Ends        []End  `json:",omitempty"`
}

// Doubts are assumptions that an exploration must not make, because an execution has shown that they do not hold. The
// exploration then restarts: its failures stay, but its counts and traces are discarded.
type Doubts struct {
	// Visible lists the groups of packages whose operations are events, although they are exempt by default: see package
	// heddle/sched/caller. Their order matters, or a goroutine had to wait in one.
	Visible string `json:",omitempty"`
	// Shared says that changes of a testing.T are events: a goroutine has changed a test that another one ends; it has called t.Cleanup,
	// for instance.
	Shared bool `json:",omitempty"`
	// Whole makes any two operations on one object dependent, whatever Config.Dep says. It is set when a goroutine
	// calls RUnlock on an RWMutex that it has not locked: the order of the unlocks then decides which goroutine
	// fails.
	Whole bool `json:",omitempty"`
	// Counts gives up the assumption, made with -dep refined, that no Done leaves the counter of a WaitGroup below zero (model.Balanced). It is
	// set as well when it may depend on the order of Adds and Dones whether an Add is in a race with a Wait.
	Counts bool `json:",omitempty"`
	// Collects says that the program calls runtime.GC where it can tell what that collects. A collection, and the beginning of a goroutine,
	// are operations then, and a collection depends on all others.
	Collects bool `json:",omitempty"`
	// Apart gives up the assumption that nothing tells goroutines apart that are started alike (package heddle/sched/alike).
	Apart bool `json:",omitempty"`
	// Late gives up the assumption that timers fire when nothing else can run. It is set when the exploration without delays is over, and
	// Config.Delay makes a difference.
	Late bool `json:",omitempty"`
	// Polls gives up the assumption that no goroutine looks again and again whether others have done something (package
	// heddle/sched/await).
	Polls bool `json:",omitempty"`
	// Turn, when not 0, is after how many operations a goroutine rests until nothing else can run. It is set when an execution has come to
	// no end within Config.MaxSteps: what is explored then are the executions of a fair scheduler.
	Turn int `json:",omitempty"`
	// Sections, if not empty, says which critical sections commute, as far as is known (package heddle/sched/section).
	Sections string `json:",omitempty"`
	// Rests is how often a goroutine rests before the execution is cut short, or 0 for no bound.
	Rests int `json:",omitempty"`
}

// An Assignment is the next task of a worker. The heddle process writes it as one line of JSON to the worker's file
// descriptor WorkFD. The worker answers with any number of "trace", "failure" and "progress" messages, and then one
// "part" message with what is left. An Assignment without Parts asks for the "part" message now. The worker ends when
// the pipe is closed.
type Assignment struct {
	Parts         []Part // to be explored in this order
	Doubts        Doubts
	Slice         int64 // nanoseconds after which the worker must return what is left
	MaxExecutions int   // executions after which it must do so; 0 none
}

// A Turn is what a process gets that has set its test aside. The heddle process writes it as one line of JSON to the process's file
// descriptor WorkFD. The process ends when the pipe is closed.
type Turn struct {
	Time  int64  // nanoseconds after which the test is set aside again; 0 for no limit
	Limit int64  // see Config.Limit, from now on
	End   string // when not empty, the exploration ends at once, and this is why it is not complete
	// Divide asks to divide the exploration: the process sends "divided", and ends, if it can, and if others can explore beside it. If not, this is a turn like others.
	Divide bool
}

// WorkFD is the file descriptor from which a worker reads its Assignments, and a process that sets tests aside its Turns.
const WorkFD = 4
