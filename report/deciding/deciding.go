// Package deciding says in words which order of steps decides whether a failure shows, and what a fix must do.
package deciding

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"heddle/result"
)

// A Source names lines and objects as the source does.
type Source interface {
	At([]result.Frame) string
	// Operand is what the source calls the object of an operation there; empty if that is not known.
	Operand(op string, where []result.Frame) string
}

// A reader reads a failure.
type reader struct {
	Source
	f *result.Failure
}

// A Pair is two steps whose order decides, as -json prints it. The lists are about the first one and the second one.
type Pair struct {
	First, Second int // from 1; the second one is 0 for an operation that never comes, because its goroutine waits for ever
	Goroutines    [2]string
	Ops           [2]string // the operations, and what the source calls their objects
	Where         [2]string // lines
}

// A decision is two steps whose order decides.
type decision struct{ First, Second point }

// A point is one step of the interleaving.
type point struct {
	Step                 int // as in Pair
	Goroutine, Op, Where string
}

// Pairs returns the pairs of steps of f whose order decides.
func Pairs(s Source, f *result.Failure) (list []Pair) {
	for _, d := range (&reader{s, f}).deciding() {
		a, b := &d.First, &d.Second
		list = append(list, Pair{a.Step, b.Step, [2]string{a.Goroutine, b.Goroutine}, [2]string{a.Op, b.Op}, [2]string{a.Where, b.Where}})
	}
	return list
}

// String is p for a sentence.
func (p point) String() string {
	if p.Step == 0 {
		return fmt.Sprintf("what %s waits for (%s)", p.Goroutine, p.Op)
	}
	return fmt.Sprintf("step %d (%s: %s)", p.Step, p.Goroutine, p.Op)
}

// deciding returns the pairs of steps of f whose order decides.
func (s *reader) deciding() (list []decision) {
	for _, p := range s.f.Decisive() {
		d := decision{First: s.point(p.First, "")}
		if d.Second = s.waiting(p.Thread); p.Second > 0 {
			d.Second = s.point(p.Second, p.Thread)
		}
		list = append(list, d)
	}
	return list
}

// point is step n of f, as one of the goroutine.
func (s *reader) point(n int, goroutine string) point {
	step := &s.f.Steps[n-1]
	p := point{n, step.Thread, s.operation(step.Op, step.Object, step.Where), s.At(step.Where)}
	if goroutine != "" && goroutine == step.Partner {
		p.Goroutine, p.Op, p.Where = step.Partner, strings.Replace(p.Op, "send", "receive", 1), s.At(step.PartnerWhere)
	}
	return p
}

// waiting is what the goroutine waits for at the end of f.
func (s *reader) waiting(goroutine string) point {
	p := point{Goroutine: goroutine, Op: "its next operation"}
	for i := range s.f.Waits {
		if w := &s.f.Waits[i]; w.Thread == goroutine {
			object, op, found := strings.Cut(w.For, ": ")
			if p.Op, p.Where = w.For, s.At(w.Where); found && object != "select" {
				p.Op = s.operation(op, object, w.Where)
			}
		}
	}
	return p
}

// operation is an operation with what the source calls its object.
func (s *reader) operation(op, object string, where []result.Frame) string {
	if op == "" || object == "" {
		return op + object
	}
	op, _, _ = strings.Cut(op, " to ")
	return op + " " + s.object(op, object, where)
}

// object is what the source calls the object of an operation there.
func (s *reader) object(op, object string, where []result.Frame) string {
	return cmp.Or(s.Operand(op, where), object)
}

// Fix says in a sentence or two what decides whether f shows, and what a fix must do; empty if that is not known.
func Fix(source Source, f *result.Failure) string {
	s := &reader{source, f}
	if f.Deciding == nil {
		return ""
	}
	if text := s.fixRace(); text != "" {
		return text
	}
	if text := s.fixCycle(); text != "" {
		return text
	}
	list := s.deciding()
	if len(list) == 0 {
		switch d := f.Deciding; {
		case !d.All || f.Timing != nil:
			return ""
		case d.Tried == 0:
			return "No order of the steps avoids this: none of them races with one of another goroutine." + s.nobody()
		default:
			return fmt.Sprintf("No order of two steps decides: it fails as well with %s between steps the other way round.", races(d.Tried)) + s.nobody()
		}
	}
	if text := s.late(list); text != "" {
		return text
	}
	most := list[len(list)-1]
	for i := len(list) - 1; i >= 0; i-- {
		if text, with := s.between(list, i); text != "" {
			return text + alsoNeeds(list, i, with)
		}
	}
	if most.First == most.Second {
		return fmt.Sprintf("The failure needs %v to go this way: of what it can do there, something else avoids it.", most.First) + alsoNeeds(list, len(list)-1, -1)
	}
	return fmt.Sprintf("The failure needs %v before %v: the fix must order them the other way, or make both orders right.", most.First, most.Second) +
		released(f, most) + alsoNeeds(list, len(list)-1, -1)
}

// late says, if that is so, that an Add of a WaitGroup comes after the Wait that should wait for it.
func (s *reader) late(list []decision) string {
	for i, d := range list {
		if d.Second.Step == 0 || s.f.Steps[d.First.Step-1].Op != "Wait" || s.f.Steps[d.Second.Step-1].Op != "Add" {
			continue
		}
		return fmt.Sprintf("The failure needs %v before %v, so that the Wait does not wait for it. %s", d.First, d.Second, addFirst) + alsoNeeds(list, i, -1)
	}
	return ""
}

// addFirst is what a fix of a late Add must do.
const addFirst = "The Add must come before the Wait in every execution: it belongs before the go statement, or where the counter cannot be zero."

// alsoNeeds names the pairs besides two.
func alsoNeeds(list []decision, i, j int) string {
	var others []string
	for k, d := range list {
		if k != i && k != j && d.Second.Step > 0 && d.First != d.Second {
			others = append(others, fmt.Sprintf("%d before %d", d.First.Step, d.Second.Step))
		}
	}
	if len(others) == 0 {
		return ""
	}
	return " It also needs " + strings.Join(others, ", ") + "."
}

// between says, if that is so, that the failure needs steps of one goroutine between two steps of another one that belong together: the
// first of them is that of pair i, the second one that of pair with, or one on the same object.
func (s *reader) between(list []decision, i int) (text string, with int) {
	p := list[i]
	if p.Second.Step == 0 || p.First == p.Second {
		return "", -1
	}
	from, to := p.Second, p.Second
	last, with, looked := point{}, -1, ""
	for j := i + 1; j < len(list); j++ {
		q := list[j]
		if q.First.Goroutine != p.Second.Goroutine || q.Second.Goroutine != p.First.Goroutine || q.Second.Step == 0 {
			continue
		}
		if q.First.Step >= p.Second.Step {
			last, to, with = q.Second, q.First, j
		} else if with < 0 && p.Second.Step < q.Second.Step && s.f.Steps[p.Second.Step-1].Object == s.f.Steps[q.Second.Step-1].Object {
			// Both look before either acts.
			last, with, looked = q.Second, j, fmt.Sprintf(", while %s has looked already (step %d)", q.First.Goroutine, q.First.Step)
		}
	}
	if with < 0 {
		object := s.f.Steps[p.First.Step-1].Object
		for n := p.Second.Step; n < len(s.f.Steps) && object != "" && !strings.HasPrefix(s.f.Steps[p.First.Step-1].Op, "Unlock"); n++ {
			if step := &s.f.Steps[n]; step.Thread == p.First.Goroutine && step.Object == object && isAtomic(object) && !isLoad(step.Op) {
				last = s.point(n+1, "")
				break
			}
		}
	}
	if last.Step == 0 {
		return "", -1
	}
	steps := from.String()
	if to != from {
		steps = fmt.Sprintf("steps %d to %d (%s: %s, ... %s)", from.Step, to.Step, from.Goroutine, from.Op, to.Op)
	}
	return fmt.Sprintf("The failure needs %s between %v and %v%s: the fix must let nothing come between these two, as by one lock held over both "+
		"and taken by %s as well, or make that order right.", steps, p.First, last, looked, from.Goroutine), with
}

// released says, if that is so, that the second one takes a lock that its goroutine has released before the first one.
func released(f *result.Failure, d decision) string {
	if d.Second.Step == 0 || !slices.Contains([]string{"Lock", "RLock"}, f.Steps[d.Second.Step-1].Op) {
		return ""
	}
	for n := d.First.Step - 1; n > 0; n-- {
		if step := &f.Steps[n-1]; step.Thread == d.Second.Goroutine && step.Object == f.Steps[d.Second.Step-1].Object && strings.HasSuffix(step.Op, "nlock") {
			return fmt.Sprintf(" %s has released that lock in step %d: what it has seen may have changed since.", step.Thread, n)
		}
	}
	return ""
}

func isAtomic(object string) bool { return strings.HasPrefix(object, "atomic ") }

func isLoad(op string) bool { return op == "Load" || op == "read" }

// fixCycle is fix for goroutines that wait for one another.
func (s *reader) fixCycle() string {
	path := Cycle(s.f.Waits)
	if len(path) == 0 {
		return ""
	}
	waits := map[string]*result.Wait{}
	for i := range s.f.Waits {
		waits[s.f.Waits[i].Thread] = &s.f.Waits[i]
	}
	lock := func(w *result.Wait, op string, where []result.Frame) string {
		object, _, _ := strings.Cut(w.For, ": ")
		if name := s.object(op, object, where); name != object {
			return object + " (" + name + ")"
		}
		return object
	}
	var takes []string
	for i, thread := range path[:len(path)-1] {
		w := waits[thread]
		before := waits[path[(i+len(path)-2)%(len(path)-1)]] // it wants what thread has
		if w == nil || before == nil || waits[w.Holder] == nil {
			return ""
		}
		_, op, _ := strings.Cut(w.For, ": ")
		if wanted := lock(w, op, w.Where); w.Holder == thread {
			return fmt.Sprintf("%s takes %s although it has it already: the fix must release it before, or not take it again.", thread, wanted)
		} else if w.Behind && waits[w.Holder].Holder == thread {
			return fmt.Sprintf("%s has %s as a reader and takes it again. %s has come in between: it waits for the first RLock to end, and lets no new reader "+
				"in. The fix must take it once.", thread, wanted, w.Holder)
		}
		_, taken, _ := strings.Cut(before.For, ": ")
		takes = append(takes, fmt.Sprintf("%s has %s and wants %s", thread, lock(before, taken, before.HolderWhere), lock(w, op, w.Where)))
	}
	return strings.Join(takes, ", ") + ": the fix must take them in the same order everywhere, or not hold one while it takes the other."
}

// fixRace is fix for a data race.
func (s *reader) fixRace() string {
	if len(s.f.Accesses) != 2 {
		return ""
	}
	a, b := &s.f.Accesses[0], &s.f.Accesses[1]
	if a.Op != "" {
		return addFirst
	}
	text := ""
	held, other := s.held(a), s.held(b)
	common := func(l string) bool { return slices.Contains(other, l) }
	switch {
	case slices.ContainsFunc(held, common):
		text = fmt.Sprintf("Both goroutines hold %s, one of them to read only: who writes needs Lock.", held[slices.IndexFunc(held, common)])
	case len(held) > 0 && len(other) > 0:
		text = fmt.Sprintf("%s holds %s at its access, %s holds %s: it must be the same lock.", a.Thread, strings.Join(held, ", "), b.Thread, strings.Join(other, ", "))
	case len(held) > 0:
		text = fmt.Sprintf("%s holds %s at its access, %s does not: it must.", a.Thread, strings.Join(held, ", "), b.Thread)
	case len(other) > 0:
		text = fmt.Sprintf("%s holds %s at its access, %s does not: it must.", b.Thread, strings.Join(other, ", "), a.Thread)
	default:
		text = "Nothing orders the two accesses: a lock held at both would, or a channel operation after the first one that the other goroutine waits for."
	}
	if list := s.deciding(); len(list) > 0 {
		d := list[len(list)-1]
		text += fmt.Sprintf(" The race is there only with %v before %v.", d.First, d.Second)
	}
	return text
}

// held returns what the source calls the locks that the goroutine of the access holds at it.
func (s *reader) held(a *result.Access) (names []string) {
	objects := map[string]string{}
	var order []string
	for i := range s.f.Steps[:min(a.After, len(s.f.Steps))] {
		step := &s.f.Steps[i]
		if step.Thread != a.Thread {
			continue
		}
		switch step.Op {
		case "Lock", "RLock":
			objects[step.Object] = s.object(step.Op, step.Object, step.Where)
			order = append(order, step.Object)
		case "Unlock", "RUnlock":
			delete(objects, step.Object)
		}
	}
	for _, o := range order {
		if name := objects[o]; name != "" && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Cycle follows the edges of a cycle until it is back where it began; nil if there is no cycle.
func Cycle(waits []result.Wait) []string {
	next := map[string]string{}
	first := ""
	for _, wait := range waits {
		if !wait.Cycle {
			continue
		}
		if first == "" {
			first = wait.Thread
		}
		next[wait.Thread] = wait.Holder
	}
	if first == "" {
		return nil
	}
	path := []string{first}
	for at := next[first]; at != "" && len(path) <= len(waits); at = next[at] {
		path = append(path, at)
		if at == first {
			break
		}
	}
	return path
}

func races(n int) string {
	if n == 1 {
		return "the one race"
	}
	return fmt.Sprintf("any of the %d races", n)
}
