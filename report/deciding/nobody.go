package deciding

import (
	"fmt"
	"slices"
	"strings"

	"heddle/result"
)

// An end is what ends a wait on an object.
type end struct {
	does, did string   // what another goroutine would have to do with the object (%s), and what it has done before
	ops       []string // the operations that do
	fix       string
}

// waits are what a goroutine may wait for: the kind of the object, and the operation.
var waits = map[string]end{
	"channel send": {"receives from %s", "received from it last", []string{"receive"},
		"receive as often as something is sent, give the channel room for all that is sent, or let the send give up, in a select with another case"},
	"channel receive": {"sends to %s or closes it", "sent to it last", []string{"send", "close"},
		"send or close in every case, or let the receive give up, in a select with another case"},
	"waitgroup Wait": {"calls Done of %s", "called it last", []string{"Done"}, "call Done once for each Add, also where a goroutine returns early"},
	"file read":      {"writes to %s, or closes its other end,", "wrote to it last", []string{"write"}, "close the other end in every case, also after an error"},
	"cond Wait":      {"calls Signal or Broadcast of %s", "did so last", []string{"Signal", "Broadcast"}, "check the condition before it waits, and wake whoever waits when it changes"},
}

// nobody says for whom the first of the goroutines waits that are blocked in a failure that no order decides: for something that nobody will do any
// more. If it does not know that, it says where to look.
func (s *reader) nobody() string {
	for i := range s.f.Waits {
		w := &s.f.Waits[i]
		object, op, _ := strings.Cut(w.For, ": ")
		kind, _, _ := strings.Cut(object, " ")
		e, ok := waits[kind+" "+op]
		if !ok || w.Holder != "" || w.Again != "" {
			continue
		}
		does := fmt.Sprintf(e.does, s.object(op, object, w.Where))
		text := fmt.Sprintf(" It is no matter of timing: %s waits for ever at %s because nobody %s any more.", w.Thread, s.At(w.Where), does)
		if who, step := s.last(w.Thread, object, e.ops); step > 0 {
			text += fmt.Sprintf(" %s, which %s (step %d), %s.", who, e.did, step, s.state(who))
		}
		return text + " The fix must " + e.fix + "."
	}
	if len(s.f.Waits) == 0 {
		return " So look at what the steps do, not at their order."
	}
	return ""
}

// last returns the last goroutine besides the one that waits that has done one of the operations on the object, and the number of that step; 0 if
// none has.
func (s *reader) last(waits, object string, ops []string) (who string, step int) {
	for n := len(s.f.Steps); n > 0; n-- {
		t := &s.f.Steps[n-1]
		op := t.Op[strings.LastIndex(t.Op, ": ")+1:] // of a select
		op, to, meets := strings.Cut(strings.TrimSpace(op), " to ")
		switch {
		case t.Object != object && !(meets && strings.HasPrefix(to, object)):
		case t.Partner != "" && t.Partner != waits && op == "send" && slices.Contains(ops, "receive"):
			return t.Partner, n
		case t.Thread != waits && slices.Contains(ops, op):
			return t.Thread, n
		}
	}
	return "", 0
}

// state is how a goroutine is at the end of the failing execution.
func (s *reader) state(goroutine string) string {
	waiting := func(w result.Wait) bool { return w.Thread == goroutine }
	if slices.ContainsFunc(s.f.Waits, waiting) {
		return "waits itself"
	}
	return "has ended"
}
