package corpus

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"
	"unicode/utf8"

	"heddle/result"
)

// head is the first line of a file.
const head = "heddle schedule 1"

// What a file may hold at most. Longer schedules are not kept: nobody reads them, and no edit leaves them as they are.
const (
	maxBytes = 4 << 20
	maxSteps = 20_000
)

// settings are what else must be as it was when the schedule was recorded, where it is not as usual.
type settings struct {
	result.Doubts
	Plain  string   `json:",omitempty"`
	Delay  string   `json:",omitempty"`
	Chance []string `json:",omitempty"`
	Seed   int64    `json:",omitempty"`
}

// What is usual.
const (
	usualPlain = "race"
	usualDelay = 100 * time.Millisecond
	usualSeed  = 1
	anyDelay   = "any"
)

// Format returns the text of the file that holds k.
func Format(k *result.Kept) ([]byte, error) {
	var b bytes.Buffer
	about, _, _ := strings.Cut(k.About, "\n")
	fmt.Fprintf(&b, "%s\nshows %s: %s\n", head, k.Kind, plain(about))
	set := settings{Doubts: k.Doubts, Chance: k.Chance}
	if k.Plain != usualPlain {
		set.Plain = k.Plain
	}
	if k.Seed != usualSeed {
		set.Seed = k.Seed
	}
	if d := time.Duration(k.Delay); d < 0 {
		set.Delay = anyDelay
	} else if d != usualDelay {
		set.Delay = d.String()
	}
	text, err := json.Marshal(set)
	if err != nil {
		return nil, err
	}
	if string(text) != "{}" {
		fmt.Fprintf(&b, "settings %s\n", text)
	}
	for _, f := range k.Functions {
		fmt.Fprintf(&b, "goroutine %s runs %s\n", f.Path, plain(f.Func))
	}
	b.WriteString("\n")
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	for _, s := range k.Steps {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s", s.Thread, column(s.Op), column(s.Object), column(s.Name), column(s.Func))
		if s.Partner != "" {
			fmt.Fprintf(w, "\twith %s", s.Partner)
		}
		if s.Case != 0 {
			fmt.Fprintf(w, "\tcase %d", s.Case)
		}
		fmt.Fprintln(w)
	}
	w.Flush()
	fmt.Fprintf(&b, "end after %d steps\n", len(k.Steps))
	return b.Bytes(), nil
}

// column is the text of a column.
func column(text string) string {
	if text == "" {
		return "-"
	}
	return plain(text)
}

// plain is text without what would end a column or a line.
func plain(text string) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
	return strings.Join(strings.Fields(text), " ")
}

// between is what separates columns.
var between = regexp.MustCompile(`( ?\t|  )[ \t]*`)

// Parse reads the text of a file. Its error says what is wrong, and where.
func Parse(text []byte) (*result.Kept, error) {
	switch {
	case len(text) > maxBytes:
		return nil, fmt.Errorf("it has more than %d bytes", maxBytes)
	case !utf8.Valid(text):
		return nil, errors.New("it is no UTF-8 text")
	}
	p := parser{Kept: result.Kept{Plain: usualPlain, Delay: int64(usualDelay), Seed: usualSeed}}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimRight(line, " \t\r\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if err := p.line(line); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
	}
	if !p.ended {
		return nil, errors.New("its end is missing")
	}
	return &p.Kept, Check(&p.Kept)
}

// A parser has what was read so far.
type parser struct {
	result.Kept
	begun, ended bool
}

func (p *parser) line(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	switch {
	case !p.begun && line != head:
		return fmt.Errorf("want %q", head)
	case !p.begun:
		p.begun = true
		return nil
	case p.ended:
		return errors.New("there is something after the end")
	case word == "shows" && p.Kind == "":
		p.Kind, p.About, _ = strings.Cut(rest, ": ")
		return nil
	case word == "settings":
		return p.settings(rest)
	case word == "goroutine":
		f := strings.SplitN(rest, " ", 3)
		if len(f) != 3 || f[1] != "runs" {
			return errors.New("want: goroutine PATH runs FUNCTION")
		}
		p.Functions = append(p.Functions, result.KeptFunction{Path: f[0], Func: f[2]})
		return nil
	case word == "end":
		if rest != fmt.Sprintf("after %d steps", len(p.Steps)) {
			return fmt.Errorf("there are %d steps before it", len(p.Steps))
		}
		p.ended = true
		return nil
	}
	return p.step(line)
}

func (p *parser) settings(text string) error {
	var set settings
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&set); err != nil {
		return fmt.Errorf("settings: %w", err)
	}
	p.Doubts, p.Chance = set.Doubts, set.Chance
	if set.Plain != "" {
		p.Plain = set.Plain
	}
	if set.Seed != 0 {
		p.Seed = set.Seed
	}
	if set.Delay == anyDelay {
		p.Delay = -1
	} else if set.Delay != "" {
		delay, err := time.ParseDuration(set.Delay)
		if err != nil || delay < 0 {
			return fmt.Errorf("settings: Delay is %q", set.Delay)
		}
		p.Delay = int64(delay)
	}
	return nil
}

func (p *parser) step(line string) error {
	columns := between.Split(line, -1)
	if len(columns) < 5 {
		return errors.New("want a step: goroutine, operation, object, its name, function, with two blanks between them")
	}
	if len(p.Steps) == maxSteps {
		return fmt.Errorf("there are more than %d steps", maxSteps)
	}
	for i, c := range columns {
		if c == "-" {
			columns[i] = ""
		}
	}
	s := result.KeptStep{Thread: columns[0], Op: columns[1], Object: columns[2], Name: columns[3], Func: columns[4]}
	for _, c := range columns[5:] {
		word, value, _ := strings.Cut(c, " ")
		n, err := strconv.Atoi(value)
		switch {
		case word == "with" && value != "":
			s.Partner = value
		case word == "case" && err == nil:
			s.Case = n
		default:
			return fmt.Errorf("%q is neither \"with GOROUTINE\" nor \"case NUMBER\"", c)
		}
	}
	p.Steps = append(p.Steps, s)
	return nil
}
