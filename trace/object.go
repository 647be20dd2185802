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
	Before model.Status
	Role   model.Role
}

// Follows says whether touch t depends on the older touch u, where one is a Send into a buffered channel of this capacity and the
// other a Recv from it.
func (t *Touch) Follows(u *Touch, capacity int32) bool {
	if t.Role == model.RecvValue {
		return t.Before.Received() >= u.Before.Sent // the k-th Recv after the n-th Send, n <= k
	}
	return u.Before.Received() < t.Before.Sent-capacity+1 // the n-th Send after the k-th Recv, k <= n - capacity
}

// An effects is what the events so far have done to each object.
type effects struct {
	relation *model.Relation
	states   *states // the values of atomic variables are those of the newest state
	barrier  int32   // the newest barrier event, -1 for none
	barriers []int32 // the barrier events

	touches pages.List[Touch]
	found   []int64  // under Refined, Invariant: found[k] is the value that touches[k] found, if its object is an atomic variable.
	objects []object // by Object
	preds   []int32  // the events that the newest event depends on, but for those before the newest barrier; see touch
}

type object struct {
	touches []int32 // oldest first
	last    int32   // the newest of them, -1 for none
	now     model.Status
}

// add makes touch k the newest, which leaves the object in state now.
func (o *object) add(k int32, now model.Status) {
	o.touches, o.last, o.now = pages.Append(o.touches, k), k, now
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

// TouchesFrom are the touches of o by event e and newer ones, oldest first. They must not be changed.
func (s *effects) TouchesFrom(o model.Object, e int32) []int32 {
	if int(o) >= len(s.objects) {
		return nil
	}
	all := s.objects[o].touches
	from, to := 0, len(all)
	for from < to {
		if middle := (from + to) / 2; s.touches.At(all[middle]).Event < e {
			from = middle + 1
		} else {
			to = middle
		}
	}
	return all[from:]
}

// Status is the state of o, which an operation has named, in the newest state.
func (s *effects) Status(o model.Object) model.Status { return s.objects[o].now }

// StatusBefore is the state of o before event e.
func (s *effects) StatusBefore(o model.Object, e int32) model.Status {
	if int(o) >= len(s.objects) {
		return model.Status{}
	}
	if later := s.TouchesFrom(o, e); len(later) > 0 {
		return s.touches.At(later[0]).Before
	}
	return s.objects[o].now
}

// Found is the state in which touch k found its object, with the value if that is an atomic variable. It is for Refined only.
func (s *effects) Found(k int32) model.ObjectState {
	return model.ObjectState{Status: s.touches.At(k).Before, Value: s.found[k]}
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
