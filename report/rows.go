package report

import "heddle/result"

// A Row is a step of an interleaving, as reports show it.
type Row struct {
	Number int // of the step, from 1; 0 for an access of a race, which is no step
	*result.Step
	Folded string // why a reader can do without it, in words; empty for one that tells something
}

// Text is the operation, its object and its value.
func (r *Row) Text() string { return r.Describe() }

// Rows returns the interleaving of f: all of it if it has at most most steps, else what the text shows of it.
func (s *Sources) Rows(f *result.Failure, most int) []Row {
	steps, numbers := upToRace(f)
	var rows []Row
	if len(steps) <= most {
		for i := range steps {
			rows = append(rows, Row{numbers[i], &steps[i], ""})
		}
		return rows
	}
	w := Writer{Sources: s}
	for _, i := range w.shown(f, steps, numbers, f.DecisiveSteps()) {
		rows = append(rows, Row{numbers[i], &steps[i], ""})
	}
	return rows
}

// upToRace returns the steps of withAccesses that there is something to see in, and their numbers.
func upToRace(f *result.Failure) (steps []result.Step, numbers []int) {
	steps, numbers, last := withAccesses(f)
	if last >= 0 {
		steps, numbers = steps[:last+1], numbers[:last+1]
	}
	return steps, numbers
}

// AllRows returns the whole interleaving of f. The steps that tell nothing are folded: see Writer.shown.
func AllRows(s *Sources, f *result.Failure) []Row {
	steps, numbers := upToRace(f)
	rows, users, known := make([]Row, len(steps)), objectUsers(f), known(f)
	w := Writer{Sources: s}
	for i := range steps {
		rows[i] = Row{numbers[i], &steps[i], "repeated"}
		switch frames := steps[i].Where; {
		case len(frames) > 0 && (s.allStd(frames) || w.inside(frames) != ""):
			rows[i].Folded = "in the standard library"
		case known(steps[i].Object):
			rows[i].Folded = "where goroutines begin or end"
		case steps[i].Object != "" && len(users[steps[i].Object]) == 1:
			rows[i].Folded = "seen by one goroutine only"
		}
	}
	n := end(f, numbers, f.DecisiveSteps())
	for i := n; i < len(rows); i++ {
		rows[i].Folded = "after the failure"
	}
	for _, i := range w.telling(f, steps[:n], mattering(f, steps[:n], numbers[:n], f.DecisiveSteps())) {
		rows[i].Folded = ""
	}
	return rows
}
