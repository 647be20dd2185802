package trace

import "heddle/model"

// A hashes holds the hashes of the prefixes, which are made when they are first asked for.
type hashes struct {
	prefixes []uint64     // Invariant: prefixes[i] is the combined hash of the first i events.
	pasts    []model.Hash // Invariant: pasts[i] is the combined hash of the first i+1 events.
}

// truncate forgets all prefixes of more than n events.
func (h *hashes) truncate(n int) {
	h.prefixes = h.prefixes[:min(len(h.prefixes), n+1)]
	h.pasts = h.pasts[:min(len(h.pasts), n)]
}

// Hash is the canonical hash of the Mazurkiewicz trace: equal for equivalent executions, and for others different with
// overwhelming probability. It depends on the names of threads, not on the order of events, on objects or on addresses.
func (x *Execution) Hash() uint64 {
	for i := len(x.prefixes) - 1; i < x.Len(); i++ {
		x.prefixes = append(x.prefixes, x.prefixes[i]+x.hash(x.events.At(int32(i))))
	}
	return x.prefixes[x.Len()]
}

// Past is a hash of the Mazurkiewicz trace with more bits than Hash.
func (x *Execution) Past() model.Hash {
	x.Hash()
	for i := len(x.pasts); i < x.Len(); i++ {
		event := x.prefixes[i+1] - x.prefixes[i]
		last := model.Hash{}
		if i > 0 {
			last = x.pasts[i-1]
		}
		x.pasts = append(x.pasts, last.Plus(model.Hash{}.Then(event)))
	}
	if x.events.Len() == 0 {
		return model.Hash{}
	}
	return x.pasts[x.Len()-1]
}

// hash names one event by its thread, index, kind, alternative and past.
func (x *Execution) hash(e *Event) uint64 {
	h := model.Mix(x.names.Hash(e.Thread) ^ uint64(e.Index))
	h = model.Mix(h ^ uint64(x.ops.At(e.Op).Op.Kind) ^ uint64(uint16(e.Case))<<16 ^ uint64(uint16(e.PartnerCase))<<32)
	if e.Partner != model.NoThread {
		h = model.Mix(h ^ x.names.Hash(e.Partner))
	}
	past := uint64(0)
	for t, n := range x.Times(e.Clock) {
		if n > 0 {
			past += model.Mix(x.names.Hash(model.Thread(t)) + uint64(n))
		}
	}
	return model.Mix(h ^ past)
}
