package result

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Survey says what an exploration has seen.
type Survey struct {
	Goroutines int            // that make operations in the longest execution, timers included
	Operations map[string]int // of that execution: "Lock mutex"
	Races      int            // pairs of operations of two goroutines whose order was in question
	OneLock    bool           `json:",omitempty"` // all of them, but for those of WaitGroups, are about one mutex
	WithinLock bool           `json:",omitempty"` // and all operations, but for those of WaitGroups, are made while it is held
	Empty      string         `json:",omitempty"` // why a pass means little; empty if it does not
}

// Locks says what the races of an exploration are about.
type Locks int

const (
	NoOneLock     Locks = iota // they are not about one mutex, or there are none
	OneLock                    // they are about one mutex, but for those of WaitGroups
	WithinOneLock              // and all operations, but for those of WaitGroups, are made while it is held
)

// NewSurvey returns a Survey, with what there is to say against a pass.
func NewSurvey(goroutines, races int, operations map[string]int, locks Locks) *Survey {
	s := &Survey{Goroutines: goroutines, Operations: operations, Races: races, OneLock: locks >= OneLock, WithinLock: locks == WithinOneLock}
	s.judge()
	return s
}

func (s *Survey) judge() {
	switch {
	case s.Goroutines <= 1:
		s.Empty = "no second goroutine has an operation whose order is explored"
	case s.Races == 0:
		s.Empty = "no two goroutines have operations whose order matters"
	case s.WithinLock:
		s.Empty = "one lock is held during all operations, so only the order of its critical sections was explored"
	default:
		s.Empty = ""
	}
}

// add adds what other executions of the test have shown. Both may be nil.
func (s *Survey) add(t *Survey) *Survey {
	if s == nil || t == nil {
		return cmp.Or(s, t)
	}
	sum := *s
	if t.size() > s.size() {
		sum.Goroutines, sum.Operations = t.Goroutines, t.Operations
	}
	sum.Races += t.Races
	sum.OneLock = (s.OneLock || s.Races == 0) && (t.OneLock || t.Races == 0) && sum.Races > 0
	sum.WithinLock = (s.WithinLock || s.Races == 0) && (t.WithinLock || t.Races == 0) && sum.Races > 0
	sum.judge()
	return &sum
}

// Note is what the line of a test that passes says against the pass; empty for nothing. Exempt names packages whose operations are exempt, and
// that the test has made; empty for none.
func (s *Survey) Note(exempt string) string {
	switch {
	case s == nil || s.Empty == "":
		return ""
	case s.WithinLock:
		return "little to explore: " + s.Empty
	case exempt != "":
		return "nothing to explore: " + s.Empty + "; the order of what goroutines do in " + exempt + " is not explored"
	}
	return "nothing to explore: " + s.Empty
}

// size is the number of operations.
func (s *Survey) size() (n int) {
	for _, k := range s.Operations {
		n += k
	}
	return n
}

// String says it in a line.
func (s *Survey) String() string {
	var list []string
	for _, name := range slices.SortedFunc(maps.Keys(s.Operations), func(a, b string) int {
		return cmp.Or(s.Operations[b]-s.Operations[a], strings.Compare(a, b))
	}) {
		list = append(list, fmt.Sprintf("%d %s", s.Operations[name], name))
	}
	text := fmt.Sprintf("seen: goroutines: %d; operations: %s; races: %d", s.Goroutines, strings.Join(list, ", "), s.Races)
	if s.OneLock {
		text += ", all at one lock"
	}
	if s.Empty != "" {
		text += "; " + s.Empty
	}
	return text
}
