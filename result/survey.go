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
	Empty      string         `json:",omitempty"` // why a pass means little; empty if it does not
}

// NewSurvey returns a Survey, with what there is to say against a pass.
func NewSurvey(goroutines, races int, operations map[string]int, oneLock bool) *Survey {
	s := &Survey{Goroutines: goroutines, Operations: operations, Races: races, OneLock: oneLock && races > 0}
	s.judge()
	return s
}

func (s *Survey) judge() {
	switch {
	case s.Goroutines <= 1:
		s.Empty = "no second goroutine has an operation whose order is explored"
	case s.Races == 0:
		s.Empty = "no two goroutines have operations whose order matters"
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
	sum.judge()
	return &sum
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
