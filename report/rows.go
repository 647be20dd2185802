package report

import "heddle/result"

// A Row is a step of an interleaving, as reports show it.
type Row struct {
	Number int // of the step, from 1; 0 for an access of a race, which is no step
	*result.Step
}

// Text is the operation, its object and its value.
func (r *Row) Text() string { return r.Describe() }

// Rows returns the interleaving of f: all of it if it has at most most steps, else what the text shows of it.
func (s *Sources) Rows(f *result.Failure, most int) []Row {
	steps, numbers, last := withAccesses(f)
	if last >= 0 {
		steps = steps[:last+1]
	}
	var rows []Row
	if len(steps) <= most {
		for i := range steps {
			rows = append(rows, Row{numbers[i], &steps[i]})
		}
		return rows
	}
	w := Writer{Sources: s}
	for _, i := range w.shown(f, steps, numbers, decisive(f)) {
		rows = append(rows, Row{numbers[i], &steps[i]})
	}
	return rows
}
