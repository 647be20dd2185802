package result

// A Kept is a schedule that was kept of a failure, in a form that survives changes of the code: steps have names.
type Kept struct {
	File string // that it was read from; empty if it is that of a failure of the last run
	Test string
	Doubts
	Plain  string   `json:",omitempty"` // see Config, as the next three
	Delay  int64    `json:",omitempty"`
	Chance []string `json:",omitempty"`
	Seed   int64    `json:",omitempty"`
	Kind   string   // of the failure
	About  string   // its message, for people
	// Functions are those that the goroutines run, by their paths; that of the test function is not in it.
	Functions []KeptFunction
	Steps     []KeptStep
}

// A KeptFunction is what a goroutine ran when the schedule was recorded: the outermost function of the user's.
type KeptFunction struct{ Path, Func string }

// A KeptStep is a step of a Kept.
type KeptStep struct {
	Thread  string // path
	Partner string `json:",omitempty"`
	Case    int    `json:",omitempty"`
	Op      string // that of the Step
	Object  string `json:",omitempty"` // that of the Step: only which steps have the same one counts, and its kind
	Name    string `json:",omitempty"` // what the source calls it
	Func    string // the user's innermost function
}

// A Fit says how a Kept fits the code. The heddle process, which knows the names of objects, makes words of it.
type Fit struct {
	File  string // of the Kept
	Steps []Step // for each of its steps the one that was taken for it; one without a Thread for none
	// Renamed are the paths of the goroutines that now run another function.
	Renamed []string `json:",omitempty"`
	Extra   int      // steps in between that are in no schedule
	Runs    int      // executions
}

// LastRun is the Failure.Kept of one that the schedule of a failure of the last run has led to.
const LastRun = "last run"
