package linearize

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/anishathalye/porcupine"
)

// patience is how long one history is checked.
const patience = 20 * time.Second

// A Spec is all sequential histories of a scenario: what the type does when its methods are called one after the other.
type Spec struct {
	Scenario   *Scenario
	Sequential []*History
}

// NewSpec makes a Spec of sequential histories. Equal ones count once.
func NewSpec(c *Scenario, sequential []*History) *Spec {
	s, seen := &Spec{Scenario: c}, map[string]bool{}
	for _, h := range sequential {
		if !seen[h.Text] {
			seen[h.Text] = true
			s.Sequential = append(s.Sequential, h)
		}
	}
	return s
}

// A state of the specification is the sequential histories that have begun with the same calls in the same order, and give the same results: two
// bytes for the number of each.
type state struct {
	begun     int
	histories string
}

// input is a call, with those that returned before it began.
type input struct {
	id     ID
	before []ID
}

// model is the specification for Porcupine.
func (s *Spec) model() porcupine.Model {
	return porcupine.Model{
		Init: func() any {
			var all []byte
			for k := range s.Sequential {
				all = append(all, byte(k>>8), byte(k))
			}
			return state{0, string(all)}
		},
		Step: func(from, in, out any) (bool, any) {
			to := s.step(from.(state), in.(input), out.(string))
			return to.histories != "", to
		},
		DescribeOperation: func(in, out any) string { return s.describe(in.(input).id, out.(string)) },
		DescribeState: func(from any) string {
			return fmt.Sprintf("%d of %d sequential histories are like this so far", len(from.(state).histories)/2, len(s.Sequential))
		},
	}
}

// step keeps those histories of from that go on with this call, and give it this result.
func (s *Spec) step(from state, in input, result string) state {
	var left []byte
	for b := []byte(from.histories); len(b) > 0; b = b[2:] {
		h := s.Sequential[int(b[0])<<8|int(b[1])]
		if from.begun >= len(h.Begun) || h.Begun[from.begun] != in.id || h.Results[in.id] != result {
			continue
		}
		late := func(a ID) bool { return !h.before(a, in.id) }
		if !slices.ContainsFunc(in.before, late) {
			left = append(left, b[0], b[1])
		}
	}
	return state{from.begun + 1, string(left)}
}

// mostSequential is the most sequential histories that a state can name.
const mostSequential = 1 << 16

// Check reports whether h is linearizable, and what Porcupine found. Unknown means that there was no time, or that there are too many
// sequential histories.
func (s *Spec) Check(h *History) (porcupine.CheckResult, porcupine.LinearizationInfo) {
	if len(s.Sequential) > mostSequential {
		return porcupine.Unknown, porcupine.LinearizationInfo{}
	}
	var operations []porcupine.Operation
	last := int64(2 * len(h.Begun))
	for _, id := range h.Begun {
		in := input{id: id}
		for _, other := range h.Begun {
			if h.before(other, id) {
				in.before = append(in.before, other)
			}
		}
		end := last
		if at, ok := h.ended[id]; ok {
			end = int64(at)
		}
		operations = append(operations, porcupine.Operation{ClientId: id.Part, Input: in, Output: h.Results[id], Call: int64(h.began[id]), Return: end})
	}
	return porcupine.CheckOperationsVerbose(s.model(), operations, patience)
}

// Picture writes Porcupine's picture of h as a page.
func (s *Spec) Picture(h *History, name string) error {
	_, info := s.Check(h)
	if err := porcupine.VisualizePath(s.model(), info, name); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	return nil
}

// describe is a call with its result.
func (s *Spec) describe(id ID, result string) string {
	text := s.Scenario.Subject.Text(s.Scenario.Parts[id.Part][id.Index])
	switch {
	case result == Done:
		return text
	case result == Blocked:
		return text + " " + Blocked
	case strings.HasPrefix(result, Panic):
		return text + " panics: " + strings.TrimPrefix(result, Panic)
	}
	return text + " = " + result
}

// Bad are the histories for which there is no sequential one, those with the fewest calls first, and the number that could not be checked.
func (s *Spec) Bad(histories []*History) (bad []*History, unknown int) {
	verdicts := map[string]porcupine.CheckResult{}
	for _, h := range histories {
		verdict, ok := verdicts[h.key()]
		if !ok {
			verdict, _ = s.Check(h)
			verdicts[h.key()] = verdict
		}
		switch verdict {
		case porcupine.Illegal:
			bad = append(bad, h)
		case porcupine.Unknown:
			unknown++
		}
	}
	// What the results alone show is easier to understand than what needs to be known about the order of calls.
	slices.SortStableFunc(bad, func(a, b *History) int { return s.ordered(a) - s.ordered(b) })
	return bad, unknown
}

// ordered is 1 if there is a sequential history with the results of h, so that only the order of the calls forbids them; else 0.
func (s *Spec) ordered(h *History) int {
	for _, q := range s.Sequential {
		if q.outcome() == h.outcome() {
			return 1
		}
	}
	return 0
}
