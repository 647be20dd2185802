package report

import (
	"path"
	"slices"
	"strings"

	"heddle/result"
)

// If there are more steps than maxRows, only the first headRows and the last tailRows are shown, and in between only the last step of each
// goroutine. If there are more than fewRows, those are left out that no other goroutine can notice.
const (
	maxRows  = 80
	headRows = 20
	tailRows = 40
	fewRows  = 24
	// fewest is fewRows if some steps decide: they are what a reader looks for.
	fewest = 12
	// leastRound is how many steps in a row of the rounds of a loop are left out at least: the line that says so takes one.
	leastRound = 3
)

// end returns how many of the steps there is something to see in: those up to the failure, and those that decide.
func end(f *result.Failure, numbers, decides []int) int {
	if f.At > 0 {
		last := slices.Max(append(decides, f.At))
		for i, n := range numbers {
			if n > last {
				return i
			}
		}
	}
	return len(numbers)
}

// shown returns the indices of the steps to show, ascending: those that matter, and of the others
//
//   - none whose stack is in the standard library only,
//   - of several in one call of the standard library one,
//   - of many none on an object that only one goroutine uses, or on a WaitGroup that decides nothing,
//   - of the rounds of a loop the first two and the last one, if that saves lines,
//   - of too many the first and the last ones,
//   - none after the failure, if that is a moment.
func (w *Writer) shown(f *result.Failure, steps []result.Step, numbers, decides []int) []int {
	steps, numbers = steps[:end(f, numbers, decides)], numbers[:end(f, numbers, decides)]
	matters := mattering(f, steps, numbers, decides)
	return ends(steps, w.telling(f, steps, matters), matters)
}

// telling returns the indices of the steps that tell something: those of shown, however many they are.
func (w *Writer) telling(f *result.Failure, steps []result.Step, matters []bool) []int {
	users := objectUsers(f)
	var rows []int
	for i := range steps {
		if frames := steps[i].Where; matters[i] || len(frames) == 0 || !w.Sources.allStd(frames) {
			rows = append(rows, i)
		}
	}
	if len(rows) == 0 {
		for i := range steps {
			rows = append(rows, i)
		}
	}
	rows = w.calls(steps, rows, matters, users)
	few := fewRows
	if f.Deciding != nil && len(f.Deciding.Pairs) > 0 {
		few = fewest
	}
	if len(rows) > few {
		known := known(f)
		rows = slices.DeleteFunc(rows, func(i int) bool {
			object := steps[i].Object
			return !matters[i] && (object != "" && len(users[object]) == 1 || steps[i].Op == "Now" || known(object))
		})
	}
	return rounds(steps, rows, matters)
}

// known returns which objects are WaitGroups that only say when goroutines begin and end, because other objects decide and nobody waits for them
// at the end.
func known(f *result.Failure) func(object string) bool {
	var asked []string
	for _, p := range f.Decisive() {
		asked = append(asked, f.Steps[p.First-1].Object)
		if p.Second > 0 {
			asked = append(asked, f.Steps[p.Second-1].Object)
		}
	}
	none := len(asked) == 0
	for i := range f.Waits {
		object, _, _ := strings.Cut(f.Waits[i].For, ": ")
		asked = append(asked, object)
	}
	return func(object string) bool {
		return !none && strings.HasPrefix(object, "waitgroup ") && !slices.Contains(asked, object)
	}
}

// mattering says which steps are always shown: those that decide, the accesses of a race, the end of a context or of another channel, the
// first and the last step of a goroutine that is left at the end, and the last one of the others.
func mattering(f *result.Failure, steps []result.Step, numbers, decides []int) []bool {
	matters := make([]bool, len(steps))
	left := map[string]bool{} // goroutines
	for i := range f.Waits {
		left[f.Waits[i].Thread] = true
	}
	last := map[string]int{}
	for i := range steps {
		s := &steps[i]
		_, begun := last[s.Thread]
		last[s.Thread] = i
		if s.Partner != "" {
			last[s.Partner] = i
		}
		matters[i] = numbers[i] == 0 || slices.Contains(decides, numbers[i]) || s.Op == "close" && strings.HasPrefix(s.Object, "channel") || left[s.Thread] && !begun
	}
	for t := range left {
		if i, ok := last[t]; ok {
			matters[i] = true
		}
	}
	return matters
}

// objectUsers returns the goroutines that use each object, or wait for it.
func objectUsers(f *result.Failure) map[string][]string {
	users := map[string][]string{}
	add := func(object, goroutine string) {
		if goroutine != "" && !slices.Contains(users[object], goroutine) {
			users[object] = append(users[object], goroutine)
		}
	}
	for i := range f.Steps {
		add(f.Steps[i].Object, f.Steps[i].Thread)
		add(f.Steps[i].Object, f.Steps[i].Partner)
	}
	for i := range f.Waits {
		object, _, _ := strings.Cut(f.Waits[i].For, ": ")
		add(object, f.Waits[i].Thread)
		add(object, "who waits")
	}
	return users
}

// calls leaves out, of the steps that a goroutine does in one call of the standard library, all but the one that tells most: the last one
// that matters, or else on an object that others use.
func (w *Writer) calls(steps []result.Step, rows []int, matters []bool, users map[string][]string) []int {
	type call struct {
		at   string // the user's line; empty for none
		row  int    // the index in kept of its step
		tell int
	}
	running := map[string]call{}
	var kept []int
	for _, i := range rows {
		s := &steps[i]
		now := call{at: w.inside(s.Where), row: len(kept)}
		if object := s.Object; object != "" && len(users[object]) > 1 {
			now.tell = 1
		}
		if matters[i] {
			now.tell = 2
		}
		before, ok := running[s.Thread]
		switch {
		case !ok || now.at == "" || before.at != now.at || before.tell == 2 && now.tell == 2:
			kept = append(kept, i)
		case now.tell >= before.tell:
			kept = append(slices.Delete(kept, before.row, before.row+1), i)
			for t, c := range running {
				if c.row > before.row {
					c.row--
					running[t] = c
				}
			}
			now.row = len(kept) - 1
		default:
			now = before
		}
		running[s.Thread] = now
	}
	return kept
}

// inside returns the user's line that calls the library, if the stack is inside of a call of the standard library that is no
// operation itself; else nothing.
func (w *Writer) inside(frames []result.Frame) string {
	for _, f := range frames {
		name, std := w.Sources.Library(f.File)
		if !std {
			return ""
		}
		switch dir := path.Dir(name); {
		case dir == "sync", dir == "sync/atomic", dir == "runtime", dir == "time", strings.HasPrefix(dir, "internal/"):
		default:
			return w.Sources.At(frames)
		}
	}
	return ""
}

// longRound is the greatest number of steps of a round that is found.
const longRound = 6

// rounds leaves out the rounds of a loop between the second one and the last one: a goroutine does the same steps again and again, and no other
// one does anything.
func rounds(steps []result.Step, rows []int, matters []bool) []int {
	same := func(i, j int) bool {
		s, t := &steps[rows[i]], &steps[rows[j]]
		return s.Thread == t.Thread && s.Op == t.Op && s.Object == t.Object && s.Partner == t.Partner && slices.Equal(s.Where, t.Where)
	}
	out := make([]bool, len(rows))
	for n := 1; n <= longRound; n++ {
		length := 0 // so many steps up to i are as n steps before
		for i := n; i < len(rows); i++ {
			if !same(i, i-n) {
				length = 0
				continue
			}
			if length++; length > n && i+n < len(rows) && same(i, i+n) {
				out[i] = true
			}
		}
	}
	var kept []int
	for k := 0; k < len(rows); {
		n := 0
		for k+n < len(rows) && out[k+n] && !matters[rows[k+n]] {
			n++
		}
		if n < leastRound {
			kept = append(kept, rows[k:min(len(rows), k+max(n, 1))]...)
		}
		k += max(n, 1)
	}
	return kept
}

// ends leaves out, of too many rows, those in the middle that do not matter and are not the last ones of their goroutines.
func ends(steps []result.Step, rows []int, matters []bool) []int {
	if len(rows) <= maxRows {
		return rows
	}
	last := map[string]int{}
	for _, i := range rows {
		last[steps[i].Thread], last[steps[i].Partner] = i, i
	}
	var kept []int
	for k, i := range rows {
		s := &steps[i]
		if k < headRows || k >= len(rows)-tailRows || matters[i] || last[s.Thread] == i || s.Partner != "" && last[s.Partner] == i {
			kept = append(kept, i)
		}
	}
	return kept
}
