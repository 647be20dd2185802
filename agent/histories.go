package agent

import (
	"bytes"
	"strings"

	"heddle/result"
)

// histories are the lines with Config.History as their beginning that executions of a test have logged.
type histories struct {
	sent map[string]bool
}

// send sends those of the execution of t that has just ended, unless they were sent before.
func (h *histories) send(t *test) {
	prefix := t.agent.config.History
	if prefix == "" {
		return
	}
	output := t.run.Output()
	for {
		_, rest, ok := bytes.Cut(output, []byte(prefix))
		if !ok {
			return
		}
		line, rest, _ := bytes.Cut(rest, []byte("\n"))
		output = rest
		if text := strings.TrimSpace(string(line)); !h.sent[text] {
			if h.sent == nil {
				h.sent = map[string]bool{}
			}
			h.sent[text] = true
			t.send(result.Message{Type: "history", Text: text})
		}
	}
}
