package trace

import (
	"slices"

	"heddle/model"
	"heddle/trace/pages"
)

// A Touch is one event's action on one object. The touches of an object form a chain, newest first.
type Touch struct {
	Object model.Object
	Event  int32
	Prior  int32 // the touch of the object before it, -1 for none
	Skip   int32 // the newest one before it whose role is not Alike, -1 for none

	n, sent             int32 // see Before: a Status in a Touch would take more room
	taken, late, closed bool
	Role                model.Role
}

// NewTouch returns a touch that finds o in a state.
func NewTouch(o model.Object, r model.Role, before model.Status) Touch {
	return Touch{Object: o, n: before.N, sent: before.Sent, taken: before.Taken, late: before.Late, closed: before.Closed, Role: r}
}

// Before is the state of the object before the touch.
func (t *Touch) Before() model.Status {
	return model.Status{N: t.n, Sent: t.sent, Taken: t.taken, Late: t.late, Closed: t.closed}
}

// received is Before().Received().
func (t *Touch) received() int32 { return t.sent - t.n }

// Follows says whether touch t depends on the older touch u, where one is a Send into a buffered channel of this capacity and the
// other a Recv from it.
func (t *Touch) Follows(u *Touch, capacity int32) bool {
	if t.Role == model.RecvValue {
		return t.received() >= u.sent // the k-th Recv after the n-th Send, n <= k
	}
	return u.received() < t.sent-capacity+1 // the n-th Send after the k-th Recv, k <= n - capacity
}

// An effects is what the events so far have done to each object.
type effects struct {
	relation *model.Relation
	states   *states // the values of atomic variables are those of the newest state
	history  *history
	barrier  int32   // the newest barrier event, -1 for none
	barriers []int32 // the barrier events

	touches pages.List[Touch]
	found   []int64  // under Refined, Invariant: found[k] is the value that touches[k] found, if its object is an atomic variable.
	objects []object // by Object
	preds   []int32  // the events that the newest event depends on, but for those before the newest barrier; see touch
}

type object struct {
	touches pages.Numbers
	last    int32 // the newest of them, -1 for none
	now     model.Status
}

// add makes touch k the newest, which leaves the object in state now.
func (o *object) add(k int32, now model.Status) {
	o.last, o.now = k, now
	o.touches.Push(k)
}

// Relation is the relation between roles that orders the events.
func (s *effects) Relation() *model.Relation { return s.relation }

// NewestBarrier is the newest barrier event, -1 for none.
func (s *effects) NewestBarrier() int32 { return s.barrier }

// BarrierBefore is the newest barrier before event i, -1 for none.
func (s *effects) BarrierBefore(i int32) int32 {
	if n, _ := slices.BinarySearch(s.barriers, i); n > 0 {
		return s.barriers[n-1]
	}
	return -1
}

// Touch is the touch with number k. It must not be changed.
func (s *effects) Touch(k int32) *Touch { return s.touches.At(k) }

// Newest is the newest touch of o, -1 for none.
func (s *effects) Newest(o model.Object) int32 {
	if int(o) >= len(s.objects) {
		return -1
	}
	return s.objects[o].last
}

// TouchesOf are the touches of event i: from one number up to another.
func (s *effects) TouchesOf(i int32) (from, to int32) {
	return s.history.events.At(i).touch, s.touchesBefore(i + 1)
}

// touchesBefore is the number of touches of the events before event i, which may be the one to come.
func (s *effects) touchesBefore(i int32) int32 {
	if i < s.history.events.Len() {
		return s.history.events.At(i).touch
	}
	return s.touches.Len()
}

// TouchesFrom are the touches of o, oldest first: those from the entry from on are by event e and newer ones.
func (s *effects) TouchesFrom(o model.Object, e int32) (all *pages.Numbers, from int32) {
	if int(o) >= len(s.objects) {
		return new(pages.Numbers), 0
	}
	all = &s.objects[o].touches
	return all, all.Search(s.touchesBefore(e))
}

// Status is the state of o, which an operation has named, in the newest state.
func (s *effects) Status(o model.Object) model.Status { return s.objects[o].now }

// StatusBefore is the state of o before event e.
func (s *effects) StatusBefore(o model.Object, e int32) model.Status {
	if int(o) >= len(s.objects) {
		return model.Status{}
	}
	if all, from := s.TouchesFrom(o, e); from < all.Len() {
		return s.touches.At(all.At(from)).Before()
	}
	return s.objects[o].now
}

// Found is the state in which touch k found its object, with the value if that is an atomic variable. It is for Refined only.
func (s *effects) Found(k int32) model.ObjectState {
	return model.ObjectState{Status: s.touches.At(k).Before(), Value: s.found[k]}
}

// FoundAt is the state of o after the first n events, with the value if o is an atomic variable that an operation is pending on. It is
// for Refined only.
func (s *effects) FoundAt(o model.Object, n int32) model.ObjectState {
	return model.ObjectState{Status: s.StatusBefore(o, n), Value: s.states.values.at(n, o)}
}

// know makes sure that there is an entry for o. Until an event touches o it is in the state in which it was found.
func (s *effects) know(o model.Object, found []model.Found) {
	for int(o) >= len(s.objects) {
		s.objects = append(s.objects, object{last: -1})
	}
	if o == model.NoObject || s.objects[o].last >= 0 {
		return
	}
	s.objects[o].now = model.Status{}
	for i := range found {
		if f := &found[i]; f.Obj == o {
			s.objects[o].now = model.Status{N: f.N, Sent: f.N, Taken: f.Taken, Closed: f.Closed}
		}
	}
}
