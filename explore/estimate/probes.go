package estimate

import (
	"math"
	"math/rand/v2"
	"slices"

	"heddle/explore/search"
	"heddle/model"
	"heddle/trace"
)

// probes are the Explorer that probes a program.
type probes struct {
	search.Stack
	x       *trace.Execution
	random  *rand.Rand
	futures futures
	waker   waker
	learned map[place]*chance
	number  int     // of the running probe, from 0
	scout   bool    // it is one
	given   bool    // it was given up
	weight  float64 // of the running probe so far
	taken   []draw  // its decisions
	sums    sums
}

// A place is where decisions are alike: a transition on the same object, after the same number of events of its thread.
type place struct {
	model.Choice
	at  int32
	obj model.Object
}

// A chance is what the probes so far have shown of the decisions at one place.
type chance struct {
	taken, slept  float64 // the sums of their weights, tempered
	probes        float64 // how many led to a trace
	woken, missed float64 // how often what was put to sleep was woken, and was not
}

// A draw is one decision of the running probe.
type draw struct {
	*chance
	trace.Transition
	took bool
}

const (
	// scouts is how many probes are scouts at first; of the later ones, one in every is.
	scouts, every = 32, 8
	// trust is the number of probes from which on a chance counts as much as what it is at first. Weights are raised to the power
	// temper, so that a heavy one does not decide alone. No probability is smaller than least.
	trust, temper, least = 20, 0.8, 0.02
)

// New returns an Explorer whose executions are probes, one after the other and without end. It is an Estimator.
func New(x *trace.Execution, o search.Options) search.Explorer {
	return &probes{Stack: search.NewStack(x, o), x: x, random: rand.New(rand.NewPCG(uint64(o.Seed), 0)),
		futures: futures{dependence: x.Dependence()}, learned: map[place]*chance{}}
}

func (p *probes) Next(s *model.State) (model.Choice, bool) {
	if p.Len() == 0 {
		p.begin()
	}
	if !p.Push(s) {
		return model.Choice{}, false
	}
	p.futures.observe(p.x, s)
	if !p.scout {
		p.Inherit()
	}
	return p.step()
}

// Ended implements search.Listener.
func (p *probes) Ended(o *model.Outcome) { p.given = p.given || o.GivenUp }

// Backtrack ends a probe and takes the first step of another one.
func (p *probes) Backtrack() ([]model.Choice, bool) {
	if p.given {
		p.weight = 0
	}
	if !p.scout {
		p.sums.add(p.weight)
		p.learnWeights()
		p.learnWaking()
	}
	p.number++
	p.Rewind(0)
	for i, offered := 0, p.Top(); i < len(offered); i++ {
		offered[i].Mark = 0
	}
	p.begin()
	_, some := p.step()
	return p.x.Choices(), some
}

func (p *probes) begin() {
	p.scout = p.number < scouts || p.number%every == 0
	p.weight, p.given, p.taken = 1, false, p.taken[:0]
	p.futures.begin(p.x)
}

// step takes a transition of the newest state.
func (p *probes) step() (model.Choice, bool) {
	offered := p.Top()
	if len(offered) == 0 {
		return model.Choice{}, false
	}
	if p.scout {
		return p.Take(p.random.IntN(len(offered)), nil), true
	}
	for {
		i, rest, q := p.first()
		if i < 0 {
			p.given = true
			return model.Choice{}, false
		}
		if rest {
			offered[i].Mark |= search.Backtrack | search.Done
			rest = p.wakeable()
			offered[i].Mark = 0
		}
		if !rest {
			return p.Take(i, nil), true
		}
		d := draw{chance: p.chance(&offered[i].Transition), Transition: offered[i].Transition}
		q = d.corrected(q)
		d.took = p.random.Float64() < q
		p.taken = append(p.taken, d)
		if d.took {
			p.weight /= q
			return p.Take(i, nil), true
		}
		p.weight /= 1 - q
		offered[i].Mark |= search.Backtrack | search.Done
	}
}

// first returns the transition of the newest state to decide about first, of those that are awake; -1 if there is none. If rest is false it
// must be taken. Else q is the probability with which it is, at first. It is the one whose first rival comes soonest: what others
// may do much later is better known then.
func (p *probes) first() (i int, rest bool, q float64) {
	offered := p.Top()
	best, awake := -1, 0
	var fewest rivals
	for i := range offered {
		t := &offered[i]
		if asleep(t) {
			continue
		}
		awake++
		r := p.rivals(&t.Transition)
		if r.others == 0 {
			return i, false, 1
		}
		if best < 0 || r.after < fewest.after || r.after == fewest.after && r.others < fewest.others {
			best, fewest = i, r
		}
	}
	return best, awake > 1, fewest.own / (fewest.own + fewest.others)
}

// Rivals are the operations ahead that are dependent with a transition: the number of those of its own threads, itself included, and of
// others, and after how many operations of its thread the first of these comes.
type rivals struct {
	own, others float64
	after       int
}

// rivals returns those of t.
func (p *probes) rivals(t *trace.Transition) rivals {
	r := rivals{after: far}
	if p.alternative(t) {
		r.others, r.after = 1, 0
	}
	p.each(t, func(op *model.Op) {
		p.futures.ahead(op, func(e expected) {
			if t.Takes(e.thread) {
				r.own += float64(e.times)
			} else {
				r.others += max(float64(e.times), 0.1)
				r.after = min(r.after, e.after)
			}
		})
	})
	r.own = max(r.own, 1)
	return r
}

// chance returns that of the decision about t.
func (p *probes) chance(t *trace.Transition) *chance {
	o := p.x.Operation(t.Op)
	at := place{t.Choice, o.Index, o.Op.Obj}
	if p.learned[at] == nil {
		p.learned[at] = new(chance)
	}
	return p.learned[at]
}

// corrected returns the probability of taking the transition, which is q at first.
func (c *chance) corrected(q float64) float64 {
	if sum := c.taken + c.slept; sum > 0 {
		share := c.probes / (c.probes + trust)
		q = (1-share)*q + share*c.taken/sum
	}
	q = 1 - (1-q)*(c.woken+1)/(c.woken+c.missed+1)
	return min(max(q, least), 1-least)
}

// learnWeights notes where the decisions of the probe have led.
func (p *probes) learnWeights() {
	if p.weight == 0 {
		return
	}
	w := math.Pow(p.weight, temper)
	for _, d := range p.taken {
		if d.probes++; d.took {
			d.chance.taken += w
		} else {
			d.slept += w
		}
	}
}

// learnWaking notes whether what was put to sleep was woken.
func (p *probes) learnWaking() {
	for _, d := range p.taken {
		missed := slices.ContainsFunc(p.Top(), func(t search.Transition) bool { return asleep(&t) && t.Transition == d.Transition })
		switch {
		case d.took:
		case missed:
			d.missed++
		default:
			d.woken++
		}
	}
}
