package linearize

import (
	"fmt"
	"strconv"
	"strings"
)

// Blocked is the result of a call that never returns, Done that of one of a method without results. A panic's begins with Panic.
const (
	Blocked = "blocks for ever"
	Done    = "done"
	Panic   = "panic: "
)

// An ID names a call of a scenario: its part, and its index there.
type ID struct{ Part, Index int }

// A History is what one execution of a scenario did.
type History struct {
	Text    string        // as the test has logged it
	Begun   []ID          // the calls that began, in that order
	Results map[ID]string // of these; Blocked for those that have not returned
	began   map[ID]int    // when, counted in beginnings and ends
	ended   map[ID]int    // likewise; never is a time after all others
}

// Parse reads a history.
func Parse(text string) (*History, error) {
	h := &History{Text: text, Results: map[ID]string{}, began: map[ID]int{}, ended: map[ID]int{}}
	rest := text
	for at := 0; rest != ""; at++ {
		var id ID
		sign := rest[0]
		n, err := fmt.Sscanf(rest[1:], "%d.%d", &id.Part, &id.Index)
		if err != nil || n != 2 {
			return nil, fmt.Errorf("linearize: a history is damaged: %.60q", text)
		}
		end := strings.IndexAny(rest, " =")
		if end < 0 {
			end = len(rest)
		}
		rest = rest[end:]
		switch {
		case sign == '+':
			h.Begun, h.began[id], h.Results[id] = append(h.Begun, id), at, Blocked
		case sign == '-' && strings.HasPrefix(rest, "="):
			quoted, err := strconv.QuotedPrefix(rest[1:])
			if err != nil {
				return nil, fmt.Errorf("linearize: a history is damaged: %.60q: %w", text, err)
			}
			h.Results[id], _ = strconv.Unquote(quoted)
			h.ended[id] = at
			rest = rest[1+len(quoted):]
		default:
			return nil, fmt.Errorf("linearize: a history is damaged: %.60q", text)
		}
		rest = strings.TrimPrefix(rest, " ")
	}
	return h, nil
}

// before reports whether a returned before b began.
func (h *History) before(a, b ID) bool {
	end, ok := h.ended[a]
	return ok && end < h.began[b]
}

// outcome is the same for histories with the same results.
func (h *History) outcome() string {
	var b strings.Builder
	for p := range 64 {
		for i := 0; ; i++ {
			r, ok := h.Results[ID{p, i}]
			if !ok {
				break
			}
			fmt.Fprintf(&b, "%d.%d=%q ", p, i, r)
		}
	}
	return b.String()
}

// key is the same for histories with the same results and the same order of calls.
func (h *History) key() string {
	text := h.outcome()
	for _, a := range h.Begun {
		for _, b := range h.Begun {
			if h.before(a, b) {
				text += fmt.Sprintf("%d.%d<%d.%d ", a.Part, a.Index, b.Part, b.Index)
			}
		}
	}
	return text
}
