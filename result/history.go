package result

import (
	"bytes"
	"strings"
)

// Histories are lines that executions have logged: those that Config.History asks for, each once.
type Histories struct {
	sent map[string]bool
}

// Of returns the lines of a log that begin with prefix, without it, and that no log before had; none if prefix is empty.
func (h *Histories) Of(prefix string, log func() []byte) (lines []string) {
	if prefix == "" {
		return nil
	}
	for left := log(); ; {
		_, rest, ok := bytes.Cut(left, []byte(prefix))
		if !ok {
			return lines
		}
		line, rest, _ := bytes.Cut(rest, []byte("\n"))
		left = rest
		if text := strings.TrimSpace(string(line)); !h.sent[text] {
			if h.sent == nil {
				h.sent = map[string]bool{}
			}
			h.sent[text] = true
			lines = append(lines, text)
		}
	}
}
