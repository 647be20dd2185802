package result

// A Part is a part of one test's exploration, which a process can explore by itself: see package explore. Only test binaries look into it.
type Part struct {
	// Choices is the schedule that it begins with: "path", or "path/case/partner/partnerCase" where one of these is not 0 or none, with blanks
	// between.
	Choices string
	Start   int    // where the last of its schedules begins
	Marks   string // a digit for each choice before Start
	Ends    []End  `json:",omitempty"`
	After   *Ended `json:",omitempty"`
}

// An Ended is an execution some of whose schedules are to be explored after the part: see explore.Ended. Marks has a digit for each choice.
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

// Doubts are what an exploration must not take for granted, because an execution has shown otherwise. Then it begins
// again: failures stay, but what was counted and the traces do not count.
type Doubts struct {
	Visible bool // see Schedule.Visible
	// Whole says that any two operations on one object are dependent, whatever Config.Dep says: a goroutine unlocks an RWMutex for
	// reading that it has not locked, so that who unlocks when decides who fails.
	Whole bool
}

// An Assignment is what a worker has to do next. The heddle process writes it as one line of JSON to the worker's file descriptor
// WorkFD. The worker answers with any number of "trace", "failure" and "progress", and then one "part", which says what is
// left. An Assignment without Parts asks for that now. The worker ends when the pipe does.
type Assignment struct {
	Parts         []Part // to be explored in this order
	Doubts        Doubts
	Slice         int64 // nanoseconds after which the worker must hand over what is left
	MaxExecutions int   // likewise; 0 none
}

// WorkFD is the file descriptor from which a worker reads its Assignments.
const WorkFD = 4
