package explore

import (
	"heddle/model"
	"heddle/reversal"
	"heddle/trace"
)

// Stateful DPOR: Yang, Chen, Gopalakrishnan, Kirby, Efficient Stateful Dynamic Partial Order Reduction, SPIN 2008: Figures 5 to
// 7; Figure 4 is in localid.go, Figure 6 in revisit.go.
//
//	 1  Initially: S.push(s0); H, G and all L are empty
//	 2  SDPOR(S)
//	 3    (s, a) := top of S, where a is the abstract state: global state, local-state ids, program counters
//	 4    if a is in H
//	 5      let U be what is reachable in G from what is enabled in s
//	 6      for each t in U, UpdateBacktrackSets(S, t)
//	 7      return
//	 9    add a to H
//	10    for each t in s.enabled, UpdateBacktrackSets(S, t)
//	11    if there is a t in s.enabled
//	12      s.backtrack := {tid(t)}
//	14      while there is an h in s.backtrack that is not done
//	15,16     add h to done
//	17        let s' be the state after h's transition
//	18,19     let x = NextLocal(L, i, δ), and a' be the abstract state of s'
//	20,22     S.push(s', a'), SDPOR(S)
//	21        add the edge from the transition that led to s to the one that leads to s' to G
//
// Where we differ:
//   - G, the visible operation dependency graph, is not kept. Line 5 asks of it what may be ahead of s; here that is kept with each
//     state, exactly, as the number of a set that the states share (futures.go): it is complete when the state leaves the stack.
//     Four bytes for a state, less to do at line 6, and fewer transitions that are added for nothing: in G what is ahead of one
//     state is ahead of all that share an operation with it. What is ahead of a visited state is ahead of the states that
//     led to it this time, too; line 21 adds no edge for them, on which the proof of Lemma 2 is silent.
//   - What is blocked in s, or in a state after it, counts for lines 5 and 10 as well as what is enabled. Otherwise a deadlock
//     is lost in which a lock is never had.
//   - Line 3 of Figure 6 looks at the latest dependent transition only, whether it happens before t or not; an older one of
//     another thread may not. We look at all that are in a reversible race.
//   - Which q of E is chosen in line 8 of Figure 6, and which t in line 12, must not depend on the way to the state, nor on what is
//     to be explored already. Otherwise Theorem 2 does not hold, nor does it make sense: stateless DPOR explores one
//     transition, stateful another, and neither is wrong.
//   - An operation that t does for a second time on an object, or after one of the same object on which all depends, is not ahead of
//     the states before the first (hand): what races with it, races with the first.
//   - A program that looks for data races finds them in what is given up as well (racesahead.go).
//   - The rest (blocking, alternatives of one thread, timers) is as in source.go.
//
// That the backtrack set of a state below a visited one may still grow, which would make its future incomplete, cannot happen in
// a program that terminates: a state that is on the stack and is reachable from the visited one would make a cycle. A state
// that comes back within one execution is counted (Result.Cycles) and makes the exploration incomplete.
//
// Why it is sound: let B be what is explored from state s in the end, and t1...tn start outside of B, with tn the first to be
// dependent with a member b of B. By induction on the depth, every trace from the state after b can be followed along explored
// transitions, through visited states; one of them has t1...tn, or all but tn, which b disables. When the execution on which s
// was entered came to the first visited state on that way, tn was ahead of it, and in a race with b: the first transition of tn's
// thread after b, or one that happens before tn, was added to B. That is one of t1...tn: B is persistent.
//
// Memory is bounded (Options.MaxMemory): when the table is full no state is added, and those that are not in it are explored
// as in stateless search. Complexity: at a visited state, the number of operations ahead times the events on their objects.
// Guarantee: every transition that stateless DPOR explores from a state is explored (Theorem 2), so every state with nothing
// enabled is reached, and every failure.
type stateful struct {
	source
	bounded bool // by preemptions: the key of a state then holds how many are left, and the thread that ran last
	locals  localIDs
	states  stateTable
	futures *futures
	future  *reversal.Futures
	seen    []visit // by node: what is known of the states on the stack
	numbers []int32 // by operation of x: its future
	limit   int64   // bytes
	exact   bool    // states are compared in full
	cycles  int
	met     int // states that were met again
	took    []model.Thread
	// overdrawn is scratch: the WaitGroups whose counter falls below zero in what is ahead.
	overdrawn  []model.Object
	comparison comparison // while checking
	gather     []bits     // by node: the futures found so far
	races      *racesAhead
	accesses   []bits                 // by node: the numbers of races found so far
	steps      [][]model.NumberedStep // by node: of the transition that led to it
}

// A visit is one state on the stack.
type visit struct {
	key model.Hash
	own bool // its slot in the table is to be filled when it is left
	// since is racesAhead.shared when it was entered; never if what is ahead of it cannot be known.
	since int32
}

func newStateful(x *trace.Execution, o Options) explorer {
	return &stateful{
		source:  *makeSource(x, o, everySet{}),
		bounded: o.Preemptions >= 0,
		futures: newFutures(),
		future:  reversal.NewFutures(x),
		races:   newRacesAhead(),
		limit:   o.MaxMemory,
		exact:   o.Exact || checking,
		locals:  localIDs{exact: o.Exact || checking},
	}
}

func (s *stateful) Next(state *model.State) (model.Choice, bool) {
	if !s.push(state) {
		return model.Choice{}, false
	}
	s.blocked() // Line 10
	s.enter(state)
	n := len(s.nodes) - 1
	v := &s.seen[n]
	if len(s.of(n)) == 0 {
		return model.Choice{}, false
	}
	switch at := s.states.find(v.key); { // Line 4
	case at == nil:
		v.own = s.states.add(v.key, s.room()) // Line 9
		return s.least(), true                // Lines 11, 12
	case at.future == onStack:
		s.cycle(v.key)
	case !s.ordered(state, at):
		at.future, v.own = onStack, true
		return s.least(), true
	default:
		ahead := s.futures.sets[at.future] // Line 5
		s.gather[n].addAll(ahead)
		s.accesses[n].addAll(s.races.sets.sets[at.races])
		s.update(ahead) // Line 6
	}
	s.met++
	return model.Choice{}, false
}

// Backtrack is the next round of line 14.
func (s *stateful) Backtrack() ([]model.Choice, bool) {
	for len(s.nodes) > 0 {
		if s.advance(s.pick) {
			return s.x.Choices(), true
		}
		s.leave()
		s.pop()
	}
	return nil, false
}

// least takes the least transition of the newest state: which one must not depend on the way that led to it.
func (s *stateful) least() model.Choice {
	alts, best := s.of(len(s.nodes)-1), -1
	for i := range alts {
		if s.bound.allows(&s.stack, i) && (best < 0 || alts[i].before(&alts[best])) {
			best = i
		}
	}
	return s.take(best, s.pick)
}

func (a *alt) before(b *alt) bool {
	switch {
	case a.Thread != b.Thread:
		return a.Thread < b.Thread
	case a.Partner != b.Partner:
		return a.Partner < b.Partner
	case a.Case != b.Case:
		return a.Case < b.Case
	}
	return a.PartnerCase < b.PartnerCase
}

// enter finds out what is known of the newest state.
func (s *stateful) enter(state *model.State) {
	n := len(s.nodes) - 1
	memory := state.Memory
	if memory == nil {
		memory = past{s.x}
	}
	s.locals.back(n)
	s.follow(n, state, memory)
	s.seen = append(s.seen[:n], visit{key: s.key(state, memory)})
	if s.exact {
		s.compare(s.seen[n].key, state, memory)
	}
	for n >= len(s.gather) {
		s.gather, s.accesses, s.steps = append(s.gather, nil), append(s.accesses, nil), append(s.steps, nil)
	}
	s.gather[n], s.accesses[n], s.steps[n] = s.gather[n][:0], s.accesses[n][:0], s.steps[n][:0]
	s.enterRaces(memory)
	from, to := s.x.Arrived()
	for int(to) > len(s.numbers) {
		s.numbers = append(s.numbers, 0)
	}
	for i, op := range s.x.Waiting() {
		if op >= from {
			s.numbers[op] = s.futures.number(state.Pending[i].Thread, s.x.OpAt(op), false)
		}
		s.gather[n].add(s.numbers[op])
	}
	if n > 0 && s.x.Overdrew(int32(n-1)) {
		s.gather[n-1].add(s.futures.number(s.x.Choices()[n-1].Thread, s.x.Op(n-1), true))
	}
}

// follow finds the local-state ids of the newest state.
func (s *stateful) follow(n int, state *model.State, memory model.Memory) {
	room := s.limit == 0 || s.bytes() < s.limit
	s.took = s.took[:0]
	if n > 0 {
		t := &s.alts[s.nodes[n-1].taken]
		s.took = append(s.took, t.Thread)
		if t.PartnerOp >= 0 {
			s.took = append(s.took, t.Partner)
		}
	}
	s.locals.step(n, memory, s.took, room)
	for i := range state.Pending {
		p := &state.Pending[i]
		if s.locals.of(p.Thread).id != 0 {
			continue
		}
		parent := p.Parent
		for parent != model.NoThread && s.locals.of(parent).id == 0 {
			parent = s.x.Names().Parent(parent) // it was over before it reached an operation
		}
		s.locals.start(n, memory, p.Thread, parent, room)
	}
}

// key is the abstract state: global state, the local-state ids and program counters of the threads that are left.
func (s *stateful) key(state *model.State, memory model.Memory) model.Hash {
	h := memory.Global()
	for i := range state.Pending {
		t := state.Pending[i].Thread
		l := s.locals.of(t)
		h = h.Plus(model.Hash{}.Then(uint64(t)).Then(uint64(l.id)).Then(l.pc))
	}
	if n := len(s.nodes) - 1; s.bounded && n > 0 {
		h = h.Then(uint64(s.spent[n-1])).Then(uint64(s.x.Choices()[n-1].Thread))
	}
	return h
}

// cycle is what is done when the execution comes back to the state of that key: all its states from there on are explored in full,
// because what is ahead of them is not known yet.
func (s *stateful) cycle(key model.Hash) {
	s.cycles++
	n := len(s.nodes) - 1
	for e := n - 1; e >= 0; e-- {
		s.addAll(e)
		if s.seen[e].key == key {
			return
		}
	}
}

// leave adds what is ahead of the newest state to what is ahead of the state before it.
func (s *stateful) leave() {
	n := len(s.nodes) - 1
	if n > 0 {
		s.hand(n)
	}
	if v := &s.seen[n]; v.own {
		at := s.states.find(v.key)
		at.future, at.races, at.since = s.futures.set(s.gather[n]), s.races.sets.set(s.accesses[n]), v.since
	}
	s.seen = s.seen[:n]
}

// hand adds what is ahead of state n to what is ahead of the state before it: all but what comes after the transition between
// them in any case, and depends on nothing that this does not depend on. What is in a race with an operation like that is in a
// race with the transition, or with what is between the two.
func (s *stateful) hand(n int) {
	s.races.before(s.steps[n], s.accesses[n], &s.accesses[n-1])
	t := &s.alts[s.nodes[n-1].taken]
	op := s.x.OpAt(t.Op)
	for k := range s.gather[n].all {
		if f := &s.futures.list[k]; f.thread != t.Thread || f.overdraws || !s.future.Covers(op, &f.op) {
			s.gather[n-1].add(k)
		}
	}
}

// room is how many bytes the table may take; 0 for no bound.
func (s *stateful) room() int64 {
	if s.limit == 0 {
		return 0
	}
	return max(1, s.limit-s.bytes()+int64(len(s.states.slots))*slotBytes)
}

// bytes estimates the memory that the states take.
func (s *stateful) bytes() int64 {
	const link = 48
	return int64(len(s.states.slots))*slotBytes + int64(s.locals.links)*link + s.futures.bytes() + s.races.bytes()
}

func (s *stateful) standing() standing {
	now := s.source.standing()
	now.states, now.revisited, now.cycles = s.states.n, s.met, s.cycles
	now.cut = now.cut || s.cycles > 0
	now.full, now.bytes = s.states.full, s.bytes()
	return now
}
