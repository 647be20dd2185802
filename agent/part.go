package agent

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

// parts converts parts of an exploration to the form that other processes can read.
func (t *test) parts(list []explore.Part) []result.Part {
	parts := make([]result.Part, len(list))
	for i := range list {
		p := &list[i]
		parts[i] = result.Part{Choices: t.words(p.Choices), Start: p.Start, Marks: marks(p.Parts), Ends: t.ends(p.Ends)}
		if a := p.After; a != nil {
			parts[i].After = &result.Ended{Choices: t.words(a.Choices), Marks: marks(a.Parts), Ends: t.ends(a.Ends), Shown: a.Shown}
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

func unmarked(marks string) []reversal.Part {
	list := make([]reversal.Part, len(marks))
	for k, m := range []byte(marks) {
		list[k] = reversal.Part(m - '0')
	}
	return list
}

func (t *test) ends(list []explore.End) []result.End {
	var ends []result.End
	for _, e := range list {
		end := result.End{Last: e.Last, Start: e.Start, First: t.word(e.First), Read: e.Read}
		if e.Found != nil {
			end.Choices, end.Ends = t.words(e.Found.Choices), t.ends(e.Found.Ends)
		}
		ends = append(ends, end)
	}
	return ends
}

func (t *test) words(choices []model.Choice) string {
	words := make([]string, len(choices))
	for k, c := range choices {
		words[k] = t.word(c)
	}
	return strings.Join(words, " ")
}

// part is the inverse of parts, in any process.
func (t *test) part(p *result.Part) (explore.Part, error) {
	r := partReader{test: t}
	q := explore.Part{Choices: r.choices(p.Choices), Start: p.Start, Parts: unmarked(p.Marks), Ends: r.ends(p.Ends)}
	if a := p.After; a != nil {
		q.After = &explore.Ended{Choices: r.choices(a.Choices), Parts: unmarked(a.Marks), Ends: r.ends(a.Ends), Shown: a.Shown}
	}
	if r.failed == nil {
		r.failed = q.Check()
	}
	return q, r.failed
}

// A partReader converts the fields of a part, and collects the errors.
type partReader struct {
	*test
	failed error
}

func (r *partReader) choice(word string) model.Choice {
	c, err := r.parseWord(word)
	r.failed = errors.Join(r.failed, err)
	return c
}

func (r *partReader) choices(words string) []model.Choice {
	var choices []model.Choice
	for _, word := range strings.Fields(words) {
		choices = append(choices, r.choice(word))
	}
	return choices
}

func (r *partReader) ends(list []result.End) []explore.End {
	var ends []explore.End
	for _, e := range list {
		end := explore.End{Last: e.Last, Start: e.Start, First: r.choice(e.First), Read: e.Read}
		if e.Choices != "" {
			end.Found = &explore.Found{Choices: r.choices(e.Choices), Ends: r.ends(e.Ends)}
		}
		ends = append(ends, end)
	}
	return ends
}

// word is c as a Part has it.
func (t *test) word(c model.Choice) string {
	path := t.names.Path(c.Thread)
	if c == (model.Choice{Thread: c.Thread, Partner: model.NoThread}) {
		return path
	}
	return fmt.Sprintf("%s/%d/%s/%d", path, c.Case, t.names.Path(c.Partner), c.PartnerCase)
}

func (t *test) parseWord(word string) (model.Choice, error) {
	fields := strings.Split(word, "/")
	thread, err := t.names.Parse(fields[0])
	c := model.Choice{Thread: thread, Partner: model.NoThread}
	if err != nil || len(fields) == 1 {
		return c, err
	}
	if len(fields) != 4 {
		return c, fmt.Errorf("%q has %d fields, want 4", word, len(fields))
	}
	n, err1 := strconv.ParseInt(fields[1], 10, 16)
	partner, err2 := t.names.Parse(fields[2])
	m, err3 := strconv.ParseInt(fields[3], 10, 16)
	c.Case, c.Partner, c.PartnerCase = int16(n), partner, int16(m)
	return c, errors.Join(err1, err2, err3)
}
