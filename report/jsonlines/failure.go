package jsonlines

import (
	"encoding/json"
	"math"
	"time"

	"heddle/report"
	"heddle/result"
)

// mostSteps is how many steps of an interleaving are printed; of a longer one, those that the text shows.
const mostSteps = 10_000

// A line is one of Heddle's lines about a failure.
type line struct {
	Action  string // failure or steps
	Package string
	Failure *failure `json:",omitempty"`
	More    *more    `json:",omitempty"`
}

// more are further steps of a failure, in lines steps after its line.
type more struct {
	Test     string
	Schedule string
	Rows     []json.RawMessage // of steps
}

// A failure is all that the text says of a failure, or of an obstacle.
type failure struct {
	Test    string
	Verdict result.Verdict // what it makes of the test
	report.Failure
	Stack      []frame           `json:",omitempty"` // of the failing operation
	Goroutines []goroutine       `json:",omitempty"`
	Objects    []report.Object   `json:",omitempty"`
	Stacks     [][]frame         `json:",omitempty"` // of the Accesses
	Late       []late            `json:",omitempty"` // who is kept waiting
	Timers     []timer           `json:",omitempty"` // those that fire meanwhile
	OnlyTest   bool              `json:",omitempty"` // only the test itself has armed them
	StepCount  int               `json:",omitempty"` // of the execution
	Steps      []json.RawMessage `json:",omitempty"` // of step; if they are many, more are in lines steps
	Output     string            `json:",omitempty"` // what the execution has printed
}

type frame struct {
	Where string // file:line
	Func  string `json:",omitempty"`
}

type goroutine struct {
	Path    string // 0 is the test function, 0.2 the second goroutine that it has started
	Name    string
	Created string `json:",omitempty"` // where it was started
	State   string
}

type late struct {
	Goroutine string
	Op        string // what it could do
	Where     string
}

type timer struct {
	What  string
	After string
	Where string
}

// A step is one of the interleaving.
type step struct {
	Step      int    `json:",omitempty"` // its number, from 1; none for an access of a race
	Goroutine string // path
	Op        string
	Object    string  `json:",omitempty"`
	Value     string  `json:",omitempty"`
	Stack     []frame `json:",omitempty"`
	Source    string  `json:",omitempty"` // the line
	With      string  `json:",omitempty"` // the other goroutine of a send that meets a receive
	WithStack []frame `json:",omitempty"`
}

// failure prints the line of f, and those of its steps.
func (p *Printer) failure(f *report.Found) {
	s := p.Run.Sources
	to := failure{Test: f.Test, Verdict: f.Verdict, Failure: s.NewFailure(f), Stack: p.stack(f.Where, math.MaxInt), Objects: s.Objects(f.Failure),
		StepCount: len(f.Steps), Output: cut(f.Output)}
	names := s.Names(f.Failure)
	for _, t := range f.Threads {
		to.Goroutines = append(to.Goroutines, goroutine{t.Path, names[t.Path], s.At(t.Created), t.State})
	}
	for _, a := range f.Accesses {
		to.Stacks = append(to.Stacks, p.stack(a.Where, math.MaxInt))
	}
	if f.Timing != nil {
		to.OnlyTest = f.Timing.OnlyTest
		for _, l := range f.Timing.Waiting {
			to.Late = append(to.Late, late{l.Thread, l.Op, s.At(l.Where)})
		}
		for _, t := range f.Timing.Timers {
			to.Timers = append(to.Timers, timer{t.What, time.Duration(t.After).String(), s.At(t.Where)})
		}
	}
	steps, size := p.steps(f.Failure), 0
	if head, err := json.Marshal(to); err == nil {
		size = len(head)
	}
	n := fits(steps, mostLine-size)
	to.Steps = steps[:n]
	p.line(line{Action: "failure", Package: f.Package, Failure: &to})
	for steps = steps[n:]; len(steps) > 0; steps = steps[n:] {
		n = max(fits(steps, mostLine), 1)
		p.line(line{Action: "steps", Package: f.Package, More: &more{f.Test, f.Schedule, steps[:n]}})
	}
}

// mostFrames is how many frames of the stack of a step are printed.
const mostFrames = 5

// steps are those of the interleaving, encoded.
func (p *Printer) steps(f *result.Failure) (list []json.RawMessage) {
	for _, r := range p.Run.Sources.Rows(f, mostSteps) {
		text, err := json.Marshal(step{r.Number, r.Thread, r.Op, r.Object, r.Value, p.stack(r.Where, mostFrames), p.Run.Sources.Text(r.Where), r.Partner, p.stack(r.PartnerWhere, mostFrames)})
		if err == nil {
			list = append(list, text)
		}
	}
	return list
}

// fits is how many of steps fit into so many bytes.
func fits(steps []json.RawMessage, bytes int) int {
	for i, s := range steps {
		if bytes -= len(s) + 1; bytes < 0 {
			return i
		}
	}
	return len(steps)
}

// stack are the frames of the user's code, the innermost first.
func (p *Printer) stack(frames []result.Frame, most int) (list []frame) {
	if len(frames) == 0 {
		return nil
	}
	for i, f := range p.Run.Sources.User(frames) {
		if i < most {
			list = append(list, frame{p.Run.Sources.Position(f), f.Func})
		}
	}
	return list
}

// cut shortens what an execution has printed so that it fits into a line: the end says more than the beginning.
func cut(output string) string {
	if len(output) > mostLine/4 {
		return "..." + output[len(output)-mostLine/4:]
	}
	return output
}
