// Package named is a plan for package guide whose steps have names instead of being transitions: the goroutine, the operation, its object,
// the function around it. So an execution can follow a schedule that was recorded with other code.
//
// A goroutine of the schedule is bound to a thread when its first step is due, an object to one of the program when the first step on it is
// taken. Then each thread is aligned with the steps of its goroutine, from the first on:
//
//  1. The first goroutine, in the order of the steps that are left, whose thread can go on, goes on.
//  2. Its operation is that of one of the goroutine's next steps if that is like it. The most similar one counts, and the steps before it
//     are left out: the code no longer has them.
//  3. If none is, the operation is new in the code, and is done.
//
// What is similar is judged by points. They need no tuning: with the code that was recorded, the first step has all of them, and the
// execution is the one that was recorded.
package named

import (
	"strings"

	"heddle/model"
	"heddle/result"
)

// A Sight is what a thread is about to do.
type Sight struct {
	Op     string // result.Step.Op
	Kind   string // of the object: the word that result.Step.Object begins with
	Object model.Object
	Func   string // the user's innermost function
	Outer  string // the user's outermost function: what the goroutine runs
}

// A Plan is a guide.Plan that follows a Kept.
type Plan struct {
	kept  *result.Kept
	see   func(*model.Pending, model.Choice) Sight
	path  func(model.Thread) string
	queue map[string][]int        // the steps that are left of each goroutine, by its path
	bound map[string]model.Thread // likewise
	taken map[model.Thread]bool   // the threads that are bound
	thing map[string]model.Object // by the object's name
	names map[model.Object]string // likewise
	new   map[string]int          // the new operations of each goroutine since its last step
	count int                     // choices so far

	// At is, for each step of the Kept, which choice was made for it; -1 for none.
	At []int
	// Renamed are the paths of the goroutines whose threads run another function.
	Renamed []string
}

// How far ahead a step may be that an operation is taken for, and how many new operations a goroutine may do in a row while others have
// steps to do: it may be a loop.
const (
	ahead = 8
	most  = 64
)

// New returns the plan that follows kept. See says what a transition is about to do; path is that of model.Names.
func New(kept *result.Kept, see func(*model.Pending, model.Choice) Sight, path func(model.Thread) string) *Plan {
	p := &Plan{kept: kept, see: see, path: path, queue: map[string][]int{}, bound: map[string]model.Thread{"0": 0}, taken: map[model.Thread]bool{0: true},
		thing: map[string]model.Object{}, names: map[model.Object]string{}, new: map[string]int{}, At: make([]int, len(kept.Steps))}
	for i, s := range kept.Steps {
		p.queue[s.Thread] = append(p.queue[s.Thread], i)
		p.At[i] = -1
	}
	return p
}

// Choose implements guide.Plan.
func (p *Plan) Choose(s *model.State) (model.Choice, bool) {
	c, ok := p.choose(s)
	p.count++ // the guide makes a choice even if the plan has none
	return c, ok
}

func (p *Plan) choose(s *model.State) (model.Choice, bool) {
	seen := map[string]bool{}
	for i, step := range p.kept.Steps {
		if seen[step.Thread] || len(p.queue[step.Thread]) == 0 || p.queue[step.Thread][0] != i {
			continue
		}
		seen[step.Thread] = true
		pending := p.pending(s, step.Thread)
		if pending == nil || len(pending.Alts) == 0 {
			continue
		}
		if c, ok := p.align(step.Thread, pending); ok {
			return c, true
		}
		if p.new[step.Thread]++; p.new[step.Thread] <= most {
			return pending.Alts[0], true
		}
	}
	return model.Choice{}, false
}

// align takes the transition of the thread of that path that is most similar to one of its next steps, if one is.
func (p *Plan) align(path string, pending *model.Pending) (best model.Choice, found bool) {
	points, at, sight := 0, 0, Sight{}
	queue := p.queue[path]
	for _, c := range pending.Alts {
		now := p.see(pending, c)
		for n := 0; n < min(len(queue), ahead); n++ {
			step := &p.kept.Steps[queue[n]]
			same := p.points(step, &now, c)
			if n > 0 && same > 0 && now.Func != step.Func && p.names[now.Object] != step.Object {
				same = 0 // too little to leave steps out
			}
			if same -= n; same > points {
				points, at, sight, best, found = same, n, now, c, true
			}
		}
	}
	if !found {
		return best, false
	}
	step := &p.kept.Steps[queue[at]]
	p.At[queue[at]], p.queue[path], p.new[path] = p.count, queue[at+1:], 0
	if p.free(step.Object, sight.Object) {
		p.thing[step.Object], p.names[sight.Object] = sight.Object, step.Object
	}
	return best, true
}

// free reports whether a name and an object can be bound to one another.
func (p *Plan) free(name string, o model.Object) bool {
	_, named := p.thing[name]
	return name != "" && o != model.NoObject && !named && p.names[o] == ""
}

// points says how similar the transition c, which is about to do what now says, is to a step; 0 for not at all.
func (p *Plan) points(step *result.KeptStep, now *Sight, c model.Choice) (n int) {
	switch {
	case now.Op == step.Op:
		n = 20
	case family(now.Op) == family(step.Op):
		n = 10
	default:
		return 0
	}
	if now.Func == step.Func {
		n += 9
	}
	if now.Kind == kind(step.Object) {
		n += 3
	}
	if o, ok := p.thing[step.Object]; ok && o == now.Object {
		n += 9
	} else if ok || p.names[now.Object] != "" {
		n -= 9
	}
	if int(c.Case) == step.Case {
		n += 2
	}
	if t, ok := p.bound[step.Partner]; ok && t == c.Partner {
		n += 2
	}
	return n
}

// family is what an operation is called without what is special about it: "select: receive" and "receive" are in one family.
func family(op string) string {
	op = strings.TrimPrefix(op, "select: ")
	word, _, _ := strings.Cut(op, " ")
	return word
}

// kind is that of an object of that name: "mutex" of "mutex 2".
func kind(object string) string {
	word, _, _ := strings.Cut(object, " ")
	return word
}

// pending returns the operation of the thread to which a goroutine is bound, or can be bound now; nil if there is none.
func (p *Plan) pending(s *model.State, path string) *model.Pending {
	if t, ok := p.bound[path]; ok {
		return s.Of(t)
	}
	var best *model.Pending
	points, renamed := 0, false
	ran := p.function(path)
	for i := range s.Pending {
		q := &s.Pending[i]
		if p.taken[q.Thread] {
			continue
		}
		now := p.see(q, first(q))
		n := 1
		switch {
		case now.Outer == ran && outer(ran) == ran:
			n += 12
		case now.Outer == ran: // function literals are numbered, so that one more changes the names of others
			n += 7
		case outer(now.Outer) == outer(ran):
			n += 6
		}
		if parent, ok := p.bound[path[:max(strings.LastIndexByte(path, '.'), 0)]]; ok && parent == q.Parent {
			n += 3
		}
		if step := &p.kept.Steps[p.queue[path][0]]; p.points(step, &now, first(q)) > 0 {
			n += 2 + p.points(step, &now, first(q))/2
		}
		if p.path(q.Thread) == path {
			n += 2
		}
		if n > points {
			best, points, renamed = q, n, now.Outer != ran
		}
	}
	if best == nil || points < 6 {
		return nil
	}
	p.bound[path], p.taken[best.Thread] = best.Thread, true
	if renamed {
		p.Renamed = append(p.Renamed, path)
	}
	return best
}

// function is what the goroutine of that path ran.
func (p *Plan) function(path string) string {
	for _, f := range p.kept.Functions {
		if f.Path == path {
			return f.Func
		}
	}
	return ""
}

// outer is the function in which a function literal is.
func outer(function string) string {
	name, _, _ := strings.Cut(function, ".func")
	return name
}

// first is a transition of q, or what stands for one if it is blocked.
func first(q *model.Pending) model.Choice {
	if len(q.Alts) > 0 {
		return q.Alts[0]
	}
	return model.Choice{Thread: q.Thread, Partner: model.NoThread}
}
