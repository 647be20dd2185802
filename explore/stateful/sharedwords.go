package stateful

import "heddle/model"

// sharedWords knows which words of memory are shared: accessed by several threads, written, and not only by atomic operations, in the
// exploration so far.
type sharedWords struct {
	uses   []wordUse // by word
	shared int32     // how many are
}

// A wordUse is how a word has been accessed.
type wordUse struct {
	thread  int32 // the first, plus 1; 0 for none
	several bool
	written bool
	plain   bool // an access was not atomic
}

// note adds the accesses of a transition.
func (r *sharedWords) note(steps []model.NumberedStep) {
	for i := range steps {
		s := &steps[i]
		if s.Kind != model.StepAccess {
			continue
		}
		for int(s.Word) >= len(r.uses) {
			r.uses = append(r.uses, wordUse{})
		}
		u := &r.uses[s.Word]
		was := u.shared()
		if u.thread == 0 {
			u.thread = s.To + 1
		}
		u.several = u.several || u.thread != s.To+1
		u.written = u.written || s.Write
		u.plain = u.plain || !s.Atomic
		if !was && u.shared() {
			r.shared++
		}
	}
}

func (u *wordUse) shared() bool { return u.several && u.written && u.plain }
