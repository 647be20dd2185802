package linearize

import (
	"fmt"
	"slices"
	"strings"
)

// mostOrders is how many orders are printed.
const mostOrders = 10

// Calls is the scenario as text: a line for each part. With a history, calls have their results.
func (s *Spec) Calls(h *History) (lines []string) {
	last := len(s.Scenario.Parts) - 1
	if s.Scenario.Subject.NewFunc != "" {
		lines = append(lines, "made by      "+s.Scenario.Subject.New[s.Scenario.New])
	}
	for part, calls := range s.Scenario.Parts {
		name := fmt.Sprintf("goroutine %d", part)
		switch {
		case len(calls) == 0:
			continue
		case part == 0:
			name = "before"
		case part == last:
			name = "after"
		}
		var texts []string
		for i := range calls {
			id := ID{part, i}
			switch r, ok := h.result(id); {
			case h == nil:
				texts = append(texts, s.describe(id, Done))
			case !ok:
				texts = append(texts, s.describe(id, Done)+" never begins")
			default:
				texts = append(texts, s.describe(id, r))
			}
		}
		lines = append(lines, fmt.Sprintf("%-12s %s", name, strings.Join(texts, "; ")))
	}
	return lines
}

func (h *History) result(id ID) (string, bool) {
	if h == nil {
		return "", false
	}
	r, ok := h.Results[id]
	return r, ok
}

// Why says why there is no order of the calls that gives the results of h: what each order gives, those first that agree the most.
func (s *Spec) Why(h *History) string {
	var b strings.Builder
	list := slices.Clone(s.Sequential)
	slices.SortStableFunc(list, func(p, q *History) int { return s.agreement(q, h) - s.agreement(p, h) })
	seen := map[string]bool{}
	list = slices.DeleteFunc(list, func(q *History) bool {
		text := s.Order(q) + s.against(q, h) // goroutines that do the same have orders that look the same
		known := seen[text]
		seen[text] = true
		return known
	})
	for i, q := range list {
		if i == mostOrders {
			fmt.Fprintf(&b, "    ... and %d more\n", len(list)-i)
			break
		}
		fmt.Fprintf(&b, "    %s\n        %s\n", s.Order(q), s.against(q, h))
	}
	return b.String()
}

// agreement is how many calls have the same results in both.
func (s *Spec) agreement(q, h *History) (n int) {
	for id, r := range h.Results {
		if q.Results[id] == r {
			n++
		}
	}
	return n
}

// Order is the calls of a sequential history with their results.
func (s *Spec) Order(q *History) string {
	var texts []string
	for _, id := range q.Begun {
		texts = append(texts, s.describe(id, q.Results[id]))
	}
	return strings.Join(texts, "; ")
}

// against says what is wrong with q as an explanation of h.
func (s *Spec) against(q, h *History) string {
	for _, id := range q.Begun {
		if r, ok := h.Results[id]; !ok || r != q.Results[id] {
			if !ok {
				r = "never begins"
			}
			return "but " + s.describe(id, Done) + s.who(id) + plain(r)
		}
	}
	for _, b := range q.Begun {
		for _, a := range q.Begun {
			if h.before(a, b) && !q.before(a, b) {
				return "but " + s.describe(a, Done) + " had returned before " + s.describe(b, Done) + " began"
			}
		}
	}
	return "but other calls begin"
}

// who says in which part a call is.
func (s *Spec) who(id ID) string {
	switch id.Part {
	case 0:
		return " before the goroutines"
	case len(s.Scenario.Parts) - 1:
		return " after the goroutines"
	}
	return fmt.Sprintf(" of goroutine %d", id.Part)
}

// plain is what a call did, in words.
func plain(result string) string {
	switch {
	case result == Blocked:
		return " has blocked for ever"
	case result == Done:
		return " has returned"
	case strings.HasPrefix(result, Panic):
		return " has panicked: " + strings.TrimPrefix(result, Panic)
	case result == "never begins":
		return " has never begun"
	}
	return " has returned " + result
}

// Orders are the sequential histories as text.
func (s *Spec) Orders() (list []string) {
	for _, q := range s.Sequential {
		if text := s.Order(q); !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	return list
}

// Names are those of the methods that are called.
func (s *Subject) Names() (names []string) {
	for _, m := range s.Methods {
		if m.lists() > 0 {
			names = append(names, m.Name)
		}
	}
	return names
}

// Types splits a list of types at the commas that are outside of brackets.
func Types(list string) (types []string) {
	depth, from := 0, 0
	for i, r := range list {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
		case ',':
			if depth == 0 {
				types, from = append(types, strings.TrimSpace(list[from:i])), i+1
			}
		}
	}
	return append(types, strings.TrimSpace(list[from:]))
}
