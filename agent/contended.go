package agent

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"heddle/explore"
	"heddle/model"
	"heddle/result"
	"heddle/sched/record"
)

// largeAfter is how long a test is explored before it is found out what makes it large.
const largeAfter = 2 * time.Second

// mostSteps is how many steps of that execution are looked at: describing one costs more than executing it.
const mostSteps = 10_000

// contend finds out, once, which operations race most in the execution that has just ended, in case that the test is too large to finish.
func (t *test) contend(e *explore.Execution, now time.Time) {
	if t.contended != "" || e.Probe || !e.Maximal || e.GivenUp || now.Sub(t.began) < largeAfter {
		return
	}
	x, choices := e.Trace(), slices.Clone(e.Choices()[:min(len(e.Choices()), mostSteps)])
	racing := make([]bool, len(choices))
	for i := range racing {
		from, to := x.RacesOf(int32(i))
		racing[i] = from < to
	}
	t.contended = t.racingMost(choices, racing)
}

// racingMost runs the schedule once more. It says which lines race most, and what makes a test smaller; a space if none does. Racing says
// which steps are in a race with an earlier one.
func (t *test) racingMost(choices []model.Choice, racing []bool) string {
	defer t.agent.choices.forget()
	executions := t.executions
	lines, all, step := map[string]int{}, 0, 0
	t.program.Record(choices, record.How{OnStep: func(s result.Step) {
		if step < len(racing) && racing[step] && len(s.Where) > 0 {
			lines[fmt.Sprintf("%s:%d (%s", filepath.Base(s.Where[0].File), s.Where[0].Line, s.Op)]++
			all++
		}
		step++
	}})
	t.executions = executions
	if all == 0 {
		return " "
	}
	most := slices.SortedFunc(maps.Keys(lines), func(a, b string) int { return cmp.Or(lines[b]-lines[a], cmp.Compare(a, b)) })
	var list []string
	for _, line := range most[:min(len(most), 3)] {
		list = append(list, fmt.Sprintf("%s, %d%%)", line, 100*lines[line]/all))
	}
	return "what races most is at " + strings.Join(list, ", ") + ": fewer rounds or goroutines there make the test smaller, -preemptions 2 bounds it"
}
