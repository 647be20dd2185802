// Package perfetto writes the interleavings of a run's failures in the JSON trace-event format, which ui.perfetto.dev and chrome://tracing open.
//
// A failure is a process, and a goroutine a thread of it. A step is a slice of a millisecond: the time is the number of the step, not the program's.
// What a goroutine waits for at the end is a slice to the end. An arrow (flow) goes from a step to one of another goroutine that depends on it: a
// message, an Unlock and the Lock after it, a go statement and the first step of the goroutine.
package perfetto

import (
	"encoding/json"
	"fmt"
	"io"

	"heddle/report"
	"heddle/report/causality"
)

// slice is the time from one event to the next, in microseconds, and long what a slice takes of it.
const (
	slice = 1000
	long  = 900
)

// metadata is the category of names. The format does without one, but not all readers do.
const metadata = "__metadata"

// An event is one of the format. Its fields have the format's names.
type event struct {
	Name string `json:"name"`
	Cat  string `json:"cat,omitempty"`
	Ph   string `json:"ph"`
	TS   int    `json:"ts"`
	Dur  int    `json:"dur,omitempty"`
	PID  int    `json:"pid"`
	TID  int    `json:"tid"`
	ID   int    `json:"id,omitempty"`
	BP   string `json:"bp,omitempty"`
	Args any    `json:"args,omitempty"`
}

// args are those of a slice.
type args struct {
	Step   int      `json:"step,omitempty"`
	Where  string   `json:"where,omitempty"`
	Source string   `json:"source,omitempty"`
	Object string   `json:"object,omitempty"`
	Value  string   `json:"value,omitempty"`
	Stack  []string `json:"stack,omitempty"`
	Holder string   `json:"holder,omitempty"`
}

type name struct {
	Name string `json:"name"`
}

type index struct {
	Index int `json:"sort_index"`
}

// A writer gathers the events.
type writer struct {
	run    *report.Run
	events []event
	flows  int
}

// Write writes the interleavings of run.
func Write(out io.Writer, run *report.Run) error {
	w := &writer{run: run, events: []event{}}
	pid := 0
	for _, p := range run.Packages {
		for _, t := range p.Tests {
			for i := range t.Found {
				if len(t.Found[i].Steps) > 0 {
					pid++
					w.failure(pid, &t.Found[i])
				}
			}
		}
	}
	return json.NewEncoder(out).Encode(struct {
		Events []event `json:"traceEvents"`
		Unit   string  `json:"displayTimeUnit"`
	}{w.events, "ms"})
}

// failure adds a failure as process pid.
func (w *writer) failure(pid int, f *report.Found) {
	tids := map[string]int{}
	tid := func(path, what string) int {
		if tids[path] == 0 {
			n := len(tids) + 1
			tids[path] = n
			w.events = append(w.events, event{Name: "thread_name", Cat: metadata, Ph: "M", PID: pid, TID: n, Args: name{path + what}},
				event{Name: "thread_sort_index", Cat: metadata, Ph: "M", PID: pid, TID: n, Args: index{n}})
		}
		return tids[path]
	}
	title := fmt.Sprintf("%s %s: %s (%d)", f.Package, f.Test, f.Kind, pid)
	w.events = append(w.events, event{Name: "process_name", Cat: metadata, Ph: "M", PID: pid, Args: name{title}},
		event{Name: "process_sort_index", Cat: metadata, Ph: "M", PID: pid, Args: index{pid}})
	names := w.run.Sources.Names(f.Failure)
	for _, t := range f.Threads {
		tid(t.Path, " "+names[t.Path])
	}
	events := causality.Events(f.Failure)
	ends := map[string]int{}
	for i, e := range events {
		a := args{Step: e.Number, Where: w.run.Sources.At(e.Where), Source: w.run.Sources.Text(e.Where), Stack: w.run.Sources.Stack(e.Where)}
		category := "race"
		if e.Step != nil {
			a.Object, a.Value, category = e.Step.Object, e.Step.Value, "step"
		}
		w.events = append(w.events, event{Name: e.What, Cat: category, Ph: "X", TS: i * slice, Dur: long, PID: pid, TID: tid(e.Thread, ""), Args: a})
		for _, from := range e.After {
			w.flows++
			w.events = append(w.events,
				event{Name: "before", Cat: "order", Ph: "s", TS: from*slice + long/2, PID: pid, TID: tid(events[from].Thread, ""), ID: w.flows},
				event{Name: "before", Cat: "order", Ph: "f", BP: "e", TS: i*slice + long/2, PID: pid, TID: tid(e.Thread, ""), ID: w.flows})
		}
		ends[e.Thread] = (i + 1) * slice
	}
	for _, wait := range f.Waits {
		what := "waits for " + wait.For
		if wait.Again != "" {
			what = wait.Again + " again and again"
		}
		from := ends[wait.Thread]
		w.events = append(w.events, event{Name: what, Cat: "wait", Ph: "X", TS: from, Dur: (len(events)+1)*slice - from, PID: pid, TID: tid(wait.Thread, ""),
			Args: args{Where: w.run.Sources.At(wait.Where), Stack: w.run.Sources.Stack(wait.Where), Holder: wait.Holder}})
	}
}
