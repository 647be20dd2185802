// Package wire converts transitions, and parts of an exploration, to the forms that other processes can read, and back.
package wire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"heddle/explore"
	"heddle/model"
	"heddle/result"
	"heddle/reversal"
)

// A Wire converts what has these names. Other processes read paths in place of threads.
type Wire struct{ Names *model.Names }

// Parts converts parts of an exploration to the form that other processes can read.
func (w Wire) Parts(list []explore.Part) []result.Part {
	parts := make([]result.Part, len(list))
	for i := range list {
		p := &list[i]
		parts[i] = result.Part{Choices: w.words(p.Choices), Start: p.Start, Marks: marks(p.Parts), Ends: w.ends(p.Ends)}
		if a := p.After; a != nil {
			parts[i].After = &result.Ended{Choices: w.words(a.Choices), Marks: marks(a.Parts), Ends: w.ends(a.Ends), Shown: a.Shown}
		}
	}
	return parts
}

func marks(list []reversal.Part) string {
	marks := make([]byte, len(list))
	for k, m := range list {
		marks[k] = '0' + byte(m)
	}
	return string(marks)
}

func (w Wire) ends(list []explore.End) []result.End {
	var ends []result.End
	for _, e := range list {
		end := result.End{Last: e.Last, Start: e.Start, First: w.word(e.First), Read: e.Read}
		if e.Found != nil {
			end.Choices, end.Ends = w.words(e.Found.Choices), w.ends(e.Found.Ends)
		}
		ends = append(ends, end)
	}
	return ends
}

func (w Wire) words(choices []model.Choice) string {
	words := make([]string, len(choices))
	for k, c := range choices {
		words[k] = w.word(c)
	}
	return strings.Join(words, " ")
}

// Part converts one part back, in any process.
func (w Wire) Part(p *result.Part) (explore.Part, error) {
	r := partReader{Wire: w}
	q := explore.Part{Choices: r.transitions(p.Choices), Start: p.Start, Parts: r.unmarked(p.Marks), Ends: r.ends(p.Ends)}
	if a := p.After; a != nil {
		q.After = &explore.Ended{Choices: r.transitions(a.Choices), Parts: r.unmarked(a.Marks), Ends: r.ends(a.Ends), Shown: a.Shown}
	}
	if r.failed == nil {
		r.failed = q.Check()
	}
	return q, r.failed
}

// A partReader converts the fields of a part, and collects the errors.
type partReader struct {
	Wire
	failed error
}

func (r *partReader) transition(word string) model.Choice {
	c, err := r.parseWord(word)
	r.failed = errors.Join(r.failed, err)
	return c
}

func (r *partReader) unmarked(marks string) []reversal.Part {
	list := make([]reversal.Part, len(marks))
	for k, m := range []byte(marks) {
		if list[k] = reversal.Part(m - '0'); list[k] > reversal.Head {
			r.failed = errors.Join(r.failed, fmt.Errorf("%q is no mark of an event", m))
		}
	}
	return list
}

func (r *partReader) transitions(words string) []model.Choice {
	var choices []model.Choice
	for _, word := range strings.Fields(words) {
		choices = append(choices, r.transition(word))
	}
	return choices
}

func (r *partReader) ends(list []result.End) []explore.End {
	var ends []explore.End
	for _, e := range list {
		end := explore.End{Last: e.Last, Start: e.Start, First: r.transition(e.First), Read: e.Read}
		if e.Choices != "" {
			end.Found = &explore.Found{Choices: r.transitions(e.Choices), Ends: r.ends(e.Ends)}
		}
		ends = append(ends, end)
	}
	return ends
}

// word is c in the form of a result.Part.
func (w Wire) word(c model.Choice) string {
	path := w.Names.Path(c.Thread)
	if c == (model.Choice{Thread: c.Thread, Partner: model.NoThread}) {
		return path
	}
	return fmt.Sprintf("%s/%d/%s/%d", path, c.Case, w.Names.Path(c.Partner), c.PartnerCase)
}

func (w Wire) parseWord(word string) (model.Choice, error) {
	fields := strings.Split(word, "/")
	thread, err := w.Names.Parse(fields[0])
	c := model.Choice{Thread: thread, Partner: model.NoThread}
	if err != nil || len(fields) == 1 {
		return c, err
	}
	if len(fields) != 4 {
		return c, fmt.Errorf("%q has %d fields, want 4", word, len(fields))
	}
	n, err1 := strconv.ParseInt(fields[1], 10, 16)
	partner, err2 := w.Names.Parse(fields[2])
	m, err3 := strconv.ParseInt(fields[3], 10, 16)
	c.Case, c.Partner, c.PartnerCase = int16(n), partner, int16(m)
	return c, errors.Join(err1, err2, err3)
}

// Choice is c in the form of a schedule file.
func (w Wire) Choice(c model.Choice) result.Choice {
	r := result.Choice{Thread: w.Names.Path(c.Thread), Case: int(c.Case), PartnerCase: int(c.PartnerCase)}
	if c.Partner != model.NoThread {
		r.Partner = w.Names.Path(c.Partner)
	}
	return r
}

// Parse converts the choices of a schedule file back.
func (w Wire) Parse(list []result.Choice) ([]model.Choice, error) {
	choices := make([]model.Choice, len(list))
	for i, c := range list {
		thread, err := w.Names.Parse(c.Thread)
		if err != nil {
			return nil, fmt.Errorf("step %d: %w", i+1, err)
		}
		choices[i] = model.Choice{Thread: thread, Partner: model.NoThread, Case: int16(c.Case), PartnerCase: int16(c.PartnerCase)}
		if c.Partner != "" {
			if choices[i].Partner, err = w.Names.Parse(c.Partner); err != nil {
				return nil, fmt.Errorf("step %d: %w", i+1, err)
			}
		}
	}
	return choices, nil
}
