package agent

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"heddle/explore"
	"heddle/result"
	"heddle/trace"
)

// parts are those of an exploration as other processes can read them.
func (t *test) parts(list []explore.Part) []result.Part {
	parts := make([]result.Part, len(list))
	for i := range list {
		p := &list[i]
		words := make([]string, len(p.Choices))
		for k, c := range p.Choices {
			words[k] = t.word(c)
		}
		marks := make([]byte, len(p.Parts))
		for k, m := range p.Parts {
			marks[k] = '0' + byte(m)
		}
		parts[i] = result.Part{Choices: strings.Join(words, " "), Start: p.Start, Marks: string(marks)}
		for _, r := range p.Reads {
			parts[i].Reads = append(parts[i].Reads, result.Read{Head: r.Head, Start: r.Start, First: t.word(r.First)})
		}
	}
	return parts
}

// part is what parts made p of, in whatever process.
func (t *test) part(p *result.Part) (explore.Part, error) {
	q := explore.Part{Start: p.Start}
	var failed error
	choice := func(word string) trace.Choice {
		c, err := t.parseWord(word)
		failed = errors.Join(failed, err)
		return c
	}
	for _, word := range strings.Fields(p.Choices) {
		q.Choices = append(q.Choices, choice(word))
	}
	for _, m := range []byte(p.Marks) {
		q.Parts = append(q.Parts, trace.Part(m-'0'))
	}
	for _, r := range p.Reads {
		q.Reads = append(q.Reads, explore.Read{Head: r.Head, Start: r.Start, First: choice(r.First)})
	}
	if failed == nil {
		failed = q.Check()
	}
	return q, failed
}

// word is c as a Part has it.
func (t *test) word(c trace.Choice) string {
	path := t.names.Path(c.Thread)
	if c == (trace.Choice{Thread: c.Thread, Partner: trace.NoThread}) {
		return path
	}
	return fmt.Sprintf("%s/%d/%s/%d", path, c.Case, t.names.Path(c.Partner), c.PartnerCase)
}

func (t *test) parseWord(word string) (trace.Choice, error) {
	fields := strings.Split(word, "/")
	thread, err := t.names.Parse(fields[0])
	c := trace.Choice{Thread: thread, Partner: trace.NoThread}
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
