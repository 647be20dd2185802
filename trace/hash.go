package trace

import "heddle/model"

// Hash is the canonical hash of the Mazurkiewicz trace: equal for equivalent executions, and for others different but by
// accident. It depends on the names of threads, not on the order of events, on objects or on addresses.
func (x *Execution) Hash() uint64 {
	for i := len(x.hashes) - 1; i < len(x.events); i++ {
		x.hashes = append(x.hashes, x.hashes[i]+x.hash(&x.events[i]))
	}
	return x.hashes[len(x.events)]
}

// Past is a hash of the Mazurkiewicz trace that holds more than Hash.
func (x *Execution) Past() model.Hash {
	x.Hash()
	for i := len(x.pasts); i < len(x.events); i++ {
		event := x.hashes[i+1] - x.hashes[i]
		last := model.Hash{}
		if i > 0 {
			last = x.pasts[i-1]
		}
		x.pasts = append(x.pasts, last.Plus(model.Hash{}.Then(event)))
	}
	if len(x.events) == 0 {
		return model.Hash{}
	}
	return x.pasts[len(x.events)-1]
}

// hash names one event by its thread, index, kind, alternative and past.
func (x *Execution) hash(e *event) uint64 {
	h := model.Mix(x.names.Hash(e.Thread) ^ uint64(e.index))
	h = model.Mix(h ^ uint64(x.ops[e.Op].op.Kind) ^ uint64(uint16(e.Case))<<16 ^ uint64(uint16(e.PartnerCase))<<32)
	if e.Partner != model.NoThread {
		h = model.Mix(h ^ x.names.Hash(e.Partner))
	}
	past := uint64(0)
	for t, n := range x.clocks[e.clock.from : e.clock.from+e.clock.n] {
		if n > 0 {
			past += model.Mix(x.names.Hash(model.Thread(t)) + uint64(n))
		}
	}
	return model.Mix(h ^ past)
}
