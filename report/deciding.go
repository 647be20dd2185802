package report

import (
	"fmt"
	"slices"
	"strings"

	"heddle/result"
)

// A Deciding is two steps whose order decides, as -json prints it. The lists are about the first one and the second one.
type Deciding struct {
	First, Second int // from 1; the second one is 0 for an operation that never comes, because its goroutine waits for ever
	Goroutines    [2]string
	Ops           [2]string // the operations, and what the source calls their objects
	Where         [2]string // lines
}

// A decision is two steps whose order decides.
type decision struct{ First, Second point }

// A point is one step of the interleaving.
type point struct {
	Step                 int // as in Deciding
	Goroutine, Op, Where string
}

// Deciding returns the pairs of steps of f whose order decides.
func (s *Sources) Deciding(f *result.Failure) (list []Deciding) {
	for _, d := range s.deciding(f) {
		a, b := &d.First, &d.Second
		list = append(list, Deciding{a.Step, b.Step, [2]string{a.Goroutine, b.Goroutine}, [2]string{a.Op, b.Op}, [2]string{a.Where, b.Where}})
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
func (s *Sources) deciding(f *result.Failure) (list []decision) {
	if f.Deciding == nil {
		return nil
	}
	for _, p := range f.Deciding.Pairs {
		if p.First > len(f.Steps) || p.Second > len(f.Steps) {
			continue // of a schedule that was edited
		}
		d := decision{First: s.point(f, p.First, "")}
		if d.Second = s.waiting(f, p.Thread); p.Second > 0 {
			d.Second = s.point(f, p.Second, p.Thread)
		}
		list = append(list, d)
	}
	return list
}

// point is step n of f, as one of the goroutine.
func (s *Sources) point(f *result.Failure, n int, goroutine string) point {
	step := &f.Steps[n-1]
	p := point{n, step.Thread, s.operation(step.Op, step.Object, step.Where), s.At(step.Where)}
	if goroutine != "" && goroutine == step.Partner {
		p.Goroutine, p.Op, p.Where = step.Partner, strings.Replace(p.Op, "send", "receive", 1), s.At(step.PartnerWhere)
	}
	return p
}

// waiting is what the goroutine waits for at the end of f.
func (s *Sources) waiting(f *result.Failure, goroutine string) point {
	p := point{Goroutine: goroutine, Op: "its next operation"}
	for i := range f.Waits {
		if w := &f.Waits[i]; w.Thread == goroutine {
			object, op, found := strings.Cut(w.For, ": ")
			if p.Op, p.Where = w.For, s.At(w.Where); found && object != "select" {
				p.Op = s.operation(op, object, w.Where)
			}
		}
	}
	return p
}

// operation is an operation with what the source calls its object.
func (s *Sources) operation(op, object string, where []result.Frame) string {
	if op == "" || object == "" {
		return op + object
	}
	op, _, _ = strings.Cut(op, " to ")
	return op + " " + s.object(op, object, where)
}

// object is what the source calls the object of an operation there.
func (s *Sources) object(op, object string, where []result.Frame) string {
	if len(where) > 0 {
		if name := s.operand(op, s.User(where)[0]); name != "" {
			return name
		}
	}
	return object
}

// fix says in a sentence or two what decides whether f shows, and what a fix must do; empty if that is not known.
func (s *Sources) fix(f *result.Failure) string {
	if f.Deciding == nil {
		return ""
	}
	if text := s.fixRace(f); text != "" {
		return text
	}
	if text := s.fixCycle(f); text != "" {
		return text
	}
	list := s.deciding(f)
	if len(list) == 0 {
		switch d := f.Deciding; {
		case !d.All || f.Timing != nil:
			return ""
		case d.Tried == 0:
			return "No order of the steps avoids this: none of them races with one of another goroutine."
		default:
			return fmt.Sprintf("No order of two steps decides: there is %s between steps, and with each of them the other way round it fails as well.", count(d.Tried, "race"))
		}
	}
	most := list[len(list)-1]
	for i := len(list) - 1; i >= 0; i-- {
		if text, with := s.between(f, list, i); text != "" {
			return text + alsoNeeds(list, i, with)
		}
	}
	if most.First == most.Second {
		return fmt.Sprintf("The failure needs %v to go this way: of what it can do there, something else avoids it.", most.First) + alsoNeeds(list, len(list)-1, -1)
	}
	return fmt.Sprintf("The failure needs %v before %v: the fix must order them the other way, or make both orders right.", most.First, most.Second) +
		released(f, most) + alsoNeeds(list, len(list)-1, -1)
}

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
func (s *Sources) between(f *result.Failure, list []decision, i int) (text string, with int) {
	p := list[i]
	if p.Second.Step == 0 || p.First == p.Second {
		return "", -1
	}
	from, to := p.Second, p.Second
	last, with := point{}, -1
	for j := i + 1; j < len(list); j++ {
		if q := list[j]; q.First.Goroutine == p.Second.Goroutine && q.Second.Goroutine == p.First.Goroutine && q.First.Step >= p.Second.Step && q.Second.Step > 0 {
			last, to, with = q.Second, q.First, j
		}
	}
	if with < 0 {
		object := f.Steps[p.First.Step-1].Object
		for n := p.Second.Step; n < len(f.Steps) && object != "" && !strings.HasPrefix(f.Steps[p.First.Step-1].Op, "Unlock"); n++ {
			if step := &f.Steps[n]; step.Thread == p.First.Goroutine && step.Object == object && isAtomic(object) && !isLoad(step.Op) {
				last = s.point(f, n+1, "")
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
	return fmt.Sprintf("The failure needs %s between %v and %v: the fix must let nothing come between these two, as by one lock held over both "+
		"and taken by %s as well, or make that order right.", steps, p.First, last, from.Goroutine), with
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
func (s *Sources) fixCycle(f *result.Failure) string {
	path := cycle(f.Waits)
	if len(path) == 0 {
		return ""
	}
	waits := map[string]*result.Wait{}
	for i := range f.Waits {
		waits[f.Waits[i].Thread] = &f.Waits[i]
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
func (s *Sources) fixRace(f *result.Failure) string {
	if len(f.Accesses) != 2 {
		return ""
	}
	a, b := &f.Accesses[0], &f.Accesses[1]
	if a.Op != "" {
		return "The Add must come before the Wait in every execution: it belongs before the go statement, or where the counter cannot be zero."
	}
	text := ""
	held, other := s.held(f, a), s.held(f, b)
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
	if list := s.deciding(f); len(list) > 0 {
		d := list[len(list)-1]
		text += fmt.Sprintf(" The race is there only with %v before %v.", d.First, d.Second)
	}
	return text
}

// held returns what the source calls the locks that the goroutine of the access holds at it.
func (s *Sources) held(f *result.Failure, a *result.Access) (names []string) {
	objects := map[string]string{}
	var order []string
	for i := range f.Steps[:min(a.After, len(f.Steps))] {
		step := &f.Steps[i]
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

// decides writes what decides.
func (w *Writer) decides(b *strings.Builder, f *result.Failure) {
	if text := w.Sources.fix(f); text != "" {
		b.WriteString("\n  what decides\n")
		b.WriteString(indent("    ", wrap(text, w.width()-4)))
	}
}

// wrap breaks text into lines of at most width columns.
func wrap(text string, width int) string {
	line, lines := "", []string{}
	for _, word := range strings.Fields(text) {
		if line != "" && len([]rune(line))+1+len([]rune(word)) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	return strings.Join(append(lines, line), "\n")
}
