// Package saved has what is left of explorations that have been divided (Rest), and the file in which a run keeps it (Checkpoint).
package saved

import (
	"slices"

	"heddle/result"
)

// A Rest is the unexplored part of one test, with the counts of what has been explored.
type Rest struct {
	Doubts  result.Doubts
	Parts   []result.Part
	Total   result.Progress
	Reason  string         // why the exploration cannot be complete; empty if it can
	Verdict result.Verdict // then; empty for Incomplete
	Chance  []result.Chance
	Timeout int64 // result.Config.Timeout
	// TracesFrom is the offset of the test's traces in the -traces file.
	TracesFrom int64
	First      int  // see result.Message
	HoldsUp    bool // likewise
	Alone      bool // likewise
	// Note is what was known of the whole when the exploration was divided, in words.
	Note   string
	Inputs []string // see result.Message
}

// NewRest returns the rest that comes with m, of an exploration with that Config.Timeout.
func NewRest(m *result.Message, timeout, tracesFrom int64) *Rest {
	return &Rest{Doubts: m.Doubts, Parts: m.Rest, Total: *m.Progress, Reason: m.Reason, Verdict: m.Verdict, Chance: m.Chance, Timeout: timeout,
		TracesFrom: tracesFrom, First: m.First, HoldsUp: m.HoldsUp, Alone: m.Alone, Note: m.Note, Inputs: m.Inputs}
}

// Again returns the rest of an exploration that begins again with these doubts.
func (r *Rest) Again(d result.Doubts) *Rest {
	return &Rest{Doubts: d, Parts: []result.Part{{}}, Timeout: r.Timeout, TracesFrom: r.TracesFrom, First: r.First, Alone: r.Alone, Inputs: r.Inputs}
}

// Late returns the rest of the exploration with delays, if the one without is complete and they make a difference; else nil.
func (r *Rest) Late() *Rest {
	if len(r.Parts) > 0 || r.Reason != "" || !r.HoldsUp || r.Doubts.Late {
		return nil
	}
	r.First, r.Doubts.Late = r.Total.Executions, true
	return r.Again(r.Doubts)
}

// Add adds what a process has found in the parts that it had, and takes back those that are left.
func (r *Rest) Add(m *result.Message) {
	r.Total.Add(m.Progress)
	r.Parts = append(r.Parts, m.Rest...)
	r.Chance = result.AddChances(r.Chance, m.Chance)
	if m.Reason != "" && r.Verdict == "" {
		r.Reason = m.Reason
	}
	r.HoldsUp = r.HoldsUp || m.HoldsUp
	r.Inputs = append(r.Inputs, m.Inputs...)
	slices.Sort(r.Inputs)
	r.Inputs = slices.Compact(r.Inputs)
}
