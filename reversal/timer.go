package reversal

import (
	"math"
	"slices"
	"sort"

	"heddle/model"
	"heddle/trace"
	"heddle/trace/pages"
)

// An alarms finds the alarms after pre(E, e).u. While no timer fires, an event changes only its own alarm, and in the same way wherever it
// is. So it does to the alarms after pre(E, e).u what it did in the execution; of the events on one alarm, only the last one counts.
type alarms struct {
	x       *trace.Execution
	clocked [][]int32       // by Thread: its events on a clock
	numbers map[alarm]int32 // of the alarms that events change
	changes [][]int32       // by number: the events that change it, all of which are ordered
	sets    [][]setting     // by number: what each of its changes sets it to
	ends    []int32         // the events that may change the horizon, all of which are ordered
	some    []int32         // see happened
	known   [2]armed        // the newest answers of compute: without e, and with it
}

// An alarm names a timer, or the thread that sleeps.
type alarm struct {
	timer  model.Object
	thread model.Thread
}

// alarmOf names the alarm of op, an operation on a timer or of a Sleep, by thread t.
func alarmOf(o model.Object, t model.Thread) alarm {
	if o != model.NoObject {
		t = model.NoThread
	}
	return alarm{o, t}
}

// An armed is the alarms in one state.
type armed struct {
	n     int // the state is that of an after with this N, early and to; negative for none
	early bool
	to    prefix

	list       []model.Alarm
	first      []int64 // by alarm: the first deadline of those up to it
	places     []int32 // by number: its place in the list, -1 for none
	horizon    int64
	near, next int64 // the first deadlines of those that can fire: without those that come last, and with them
}

// index finds the events on clocks; only those from fresh on are new.
func (s *alarms) index(fresh int32) {
	cut := func(list []int32) []int32 {
		n, _ := slices.BinarySearch(list, fresh)
		return list[:n]
	}
	for t := range s.clocked {
		s.clocked[t] = cut(s.clocked[t])
	}
	for i := range s.changes {
		s.changes[i] = cut(s.changes[i])
		s.sets[i] = s.sets[i][:len(s.changes[i])]
	}
	s.ends, s.known[0].n, s.known[1].n = cut(s.ends), -1, -1
	for i := fresh; i < int32(s.x.Len()); i++ {
		e := s.x.Event(i)
		op := s.x.OpAt(e.Op)
		if op.Clock == model.NoObject && (!e.Joint() || s.x.OpAt(e.PartnerOp).Clock == model.NoObject) {
			continue
		}
		for int(e.Thread) >= len(s.clocked) {
			s.clocked = append(s.clocked, nil)
		}
		s.clocked[e.Thread] = pages.Append(s.clocked[e.Thread], i)
		if op.Kind.Timer() || op.Kind == model.Return {
			s.ends = pages.Append(s.ends, i)
		}
		if op.Kind.Timer() || op.Kind == model.TimerStart || op.Kind == model.TimerStop {
			n := s.number(alarmOf(op.Obj, e.Thread))
			s.changes[n] = pages.Append(s.changes[n], i)
			s.sets[n] = pages.Append(s.sets[n], s.setting(i))
		}
	}
	for n := range s.sets {
		sum(s.sets[n], s.changes[n], fresh)
	}
}

// number is that of an alarm, which has a number from now on.
func (s *alarms) number(a alarm) int32 {
	n, ok := s.numbers[a]
	if !ok {
		n = int32(len(s.changes))
		s.numbers[a], s.changes, s.sets = n, append(s.changes, nil), append(s.sets, nil)
	}
	return n
}

// own is the alarm of p, a timer's operation; nil if it has none.
func (s *alarms) own(now *armed, p *trace.Operation) *model.Alarm {
	if n, ok := s.numbers[alarmOf(p.Op.Obj, p.Thread)]; ok && int(n) < len(now.places) && now.places[n] >= 0 {
		return &now.list[now.places[n]]
	}
	return nil
}

// earlier is the first of the alarms with a deadline before when; nil for none.
func (s *armed) earlier(when int64) *model.Alarm {
	if i := sort.Search(len(s.first), func(i int) bool { return s.first[i] < when }); i < len(s.list) {
		return &s.list[i]
	}
	return nil
}

// compute returns the alarms after a. They are valid until prepare.
func (s *alarms) compute(a *after, with bool) *armed {
	now := &s.known[0]
	if with {
		now = &s.known[1]
	}
	if now.n == a.N && now.early == a.early && slices.Equal(now.to, a.to) {
		return now
	}
	now.n, now.early, now.to = a.N, a.early, append(now.to[:0], a.to...)
	start := a.start()
	now.list = append(now.list[:0], s.x.Alarms(start)...)
	now.horizon = s.x.Horizon(start)
	if f := s.last(s.ends, a, start, with); f >= 0 && int(f)+1 < s.x.States() {
		now.horizon = s.x.Horizon(f + 1)
	}
	s.some = s.some[:0]
	for _, all := range s.changes {
		if f := s.last(all, a, start, with); f >= 0 {
			s.some = append(s.some, f)
		}
	}
	s.change(now)
	s.arrange(now, a, with)
	return now
}

// last is the last of some events, all of which are ordered, that happened and is not before start; -1 for none.
func (s *alarms) last(all []int32, a *after, start int32, with bool) int32 {
	from, _ := slices.BinarySearch(all, start)
	all = all[from:]
	if len(all) == 0 || !a.happened(all[0], with) {
		return -1
	}
	return all[sort.Search(len(all), func(i int) bool { return !a.happened(all[i], with) })-1]
}

// happened are the events from start on that are on a clock and happened, in their order. The result is valid until the next call.
func (s *alarms) happened(a *after, start int32, with bool) []int32 {
	s.some = s.some[:0]
	threads := 0
	for _, all := range s.clocked {
		n := len(s.some)
		first, _ := slices.BinarySearch(all, start)
		for _, f := range all[first:] {
			if !a.happened(f, with) {
				break // nor have later ones of its thread
			}
			s.some = append(s.some, f)
		}
		if len(s.some) > n {
			threads++
		}
	}
	if threads > 1 {
		slices.Sort(s.some)
	}
	return s.some
}

// change changes the alarms as the events s.some do, each of which changes another alarm.
func (s *alarms) change(now *armed) {
	x := s.x
	slices.Sort(s.some)
	for i := range now.list {
		s.number(alarmOf(now.list[i].Obj, now.list[i].Thread))
	}
	now.places = now.places[:0]
	for range s.changes {
		now.places = append(now.places, -1)
	}
	const changed = -2
	for _, f := range s.some {
		if e := x.Event(f); int(f)+1 < x.States() {
			now.places[s.numbers[alarmOf(x.OpAt(e.Op).Obj, e.Thread)]] = changed
		}
	}
	now.list = slices.DeleteFunc(now.list, func(a model.Alarm) bool { return now.places[s.number(alarmOf(a.Obj, a.Thread))] == changed })
	for _, f := range s.some {
		if int(f)+1 >= x.States() {
			continue
		}
		p := x.Operation(x.Event(f).Op)
		for _, a := range x.Alarms(f + 1) {
			if a.Of(p.Op, p.Thread) {
				now.list = append(now.list, a)
			}
		}
	}
}

// arrange finds the places of the alarms, and their first deadlines.
func (s *alarms) arrange(now *armed, a *after, with bool) {
	for i := range now.places {
		now.places[i] = -1
	}
	now.near, now.next, now.first = math.MaxInt64, math.MaxInt64, now.first[:0]
	first := int64(math.MaxInt64)
	for i := range now.list {
		l := &now.list[i]
		now.places[s.number(alarmOf(l.Obj, l.Thread))] = int32(i)
		first = min(first, l.When)
		now.first = append(now.first, first)
		if l.Ticks && a.full(l, with) {
			continue
		}
		if now.next = min(now.next, l.When); !l.Last {
			now.near = min(now.near, l.When)
		}
	}
}

// fires says whether the operation of a timer is enabled.
func (a *after) fires(op int32, with bool) bool {
	now := a.alarms.compute(a, with)
	own := a.alarms.own(now, a.x.Operation(op))
	if own == nil || now.horizon == math.MinInt64 || own.Ticks && a.full(own, with) {
		return false
	}
	last := a.x.Op(a.N).Barrier() && !with && own.When == now.next
	return last || !own.Last && own.When <= now.near && own.When <= now.horizon
}

// full says whether the channel of a ticker holds a value.
func (a *after) full(ticker *model.Alarm, with bool) bool {
	if on, _ := a.x.TouchesFrom(ticker.Obj, 0); on.Len() > 0 {
		if p := a.x.Op(int(a.x.Touch(on.At(0)).Event)); len(p.Cases) > 0 {
			return a.status(p.Cases[0].Obj, with).N > 0
		}
	}
	for k := range a.x.Operations() {
		if p := a.x.OpAt(k); p.Obj == ticker.Obj && len(p.Cases) > 0 && p.Kind != model.Select {
			return a.status(p.Cases[0].Obj, with).N > 0
		}
	}
	return false
}
