// Package chance knows what a test leaves to chance, and where: random numbers, the order in which a map is ranged over, the object that a
// sync.Pool returns.
//
// Every execution gets the same values, which depend on the seed only. So a bug that other values would show is missed, and the verdict
// must say so. A source that is explored offers its values as the alternatives of an operation, model.Pick. If there are too many values,
// it offers a few of them, and the exploration is not complete.
//
// What the standard library leaves to chance for itself is no use of chance here: its results do not depend on it.
package chance

import (
	"slices"

	"heddle/model"
)

// A Source is where chance comes from. Patched functions have these as numbers.
type Source uint8

const (
	Number Source = iota // math/rand is asked for a number below n; n is 0 for 64 random bits
	Seed                 // a generator of math/rand gets the seed n, which is chance if it is the time
	Bytes                // crypto/rand is asked for bytes, hash/maphash for a seed, or math/rand/v2 for a PCG with the time as its seed
	Order                // a map with n entries is about to be ranged over
	Next                 // one of the n entries that are left of such a map comes next
	Item                 // a sync.Pool is asked for an object
	Object               // the object at address n is asked for a number that is the same in every execution, if there is one
	Moment               // the garbage collector may find that an object is not reachable any more
	Short                // a stream of bytes is read, which may deliver less than there is: it takes all, or the first byte
	Figure               // memory or time is measured, which is not that of an ordinary run: see Measures
)

// names are the words of -choices, by source. Those without one cannot be explored.
var names = [...]string{Number: "rand", Order: "map", Next: "map", Item: "pool", Short: "reads"}

const (
	fewNumbers = 8   // a number below this many is explored in full
	fewEntries = 5   // the orders of a map with this many entries are all explored
	samples    = 3   // of the numbers below a greater n: a random one, 0, and a great one
	sweeps     = 8   // of the orders of a larger map: forwards and backwards from four places
	mostPicks  = 100 // by one thread in one execution; a loop that waits for a value would have no end
)

// A Plan says how many alternatives a use of chance offers. The zero Plan is that it is not explored.
type Plan struct {
	source  Source
	n       uint64
	N       int // the number of alternatives
	sampled bool
}

// Plan returns the plan for a use of source by a thread that has picked that often in this execution, and notes the use.
func (u *Uses) Plan(source Source, n uint64, picks int) Plan {
	if source == Next {
		if picks >= mostPicks { // the use is noted as that of the map's order
			return Plan{}
		}
		return Plan{source: source, n: n, N: int(n)}
	}
	if source == Short && !u.explores(source) {
		return Plan{} // that there is as much as was written is no chance
	}
	site := u.caller(source)
	if site == nil {
		return Plan{}
	}
	p := Plan{source: source, n: n}
	switch {
	case !u.explores(source):
	case picks < mostPicks:
		p.N, p.sampled = alternatives(source, n)
	case source == Item:
		p.N, p.sampled = 1, true
	}
	u.note(site, source, p)
	return p
}

// Shares reports whether the sync.Pool that is used now is explored.
func (u *Uses) Shares() bool { return u.explores(Item) && u.caller(Item) != nil }

// explores reports whether the source is explored.
func (u *Uses) explores(source Source) bool {
	return int(source) < len(names) && names[source] != "" && slices.Contains(u.explored, names[source])
}

// alternatives returns how many values of a source are explored, and whether there are more.
func alternatives(source Source, n uint64) (count int, sampled bool) {
	switch {
	case source == Item, source == Short:
		return 2, false
	case source == Order && n <= fewEntries:
		return 1, false
	case source == Order:
		return sweeps, true
	case n == 0 || n > fewNumbers:
		return samples, true
	}
	return int(n), false
}

// Value returns what the alternative with this number is. Random is what chance would have decided.
//
//   - for a Number, it is the number
//   - for an Order, it is 0 if every entry is a choice of its own (Next), else one more than the number of a sweep
//   - for the others, it is the alternative
func (p Plan) Value(alternative int, random uint64) uint64 {
	switch {
	case p.source == Order && p.sampled:
		return 1 + uint64(alternative)
	case p.source == Order:
		return 0
	case !p.sampled:
		return uint64(alternative)
	case alternative == 1:
		return 0
	case p.n == 0 && alternative == 0:
		return random
	case p.n == 0:
		return ^uint64(0)
	case alternative == 0:
		return random % p.n
	}
	return p.n - 1 - p.n>>8 // not the greatest, which functions like Float32 reject
}

// Alternatives appends the transitions of a Pick of t with n alternatives.
func Alternatives(t model.Thread, n int64, to []model.Choice) []model.Choice {
	for i := range n {
		to = append(to, model.Choice{Thread: t, Partner: model.NoThread, Case: int16(i)})
	}
	return to
}

// Reseed returns the seed that a generator gets in place of seed, and whether seed is the time now, in one of its units, or near to it.
// Such a generator is chance, so extra is added to its seed.
func Reseed(seed uint64, now int64, extra uint64) (uint64, bool) {
	for unit := int64(1); unit <= 1e9; unit *= 1e3 {
		if d := int64(seed) - now/unit; -near < d && d < near {
			return seed + extra, true
		}
	}
	return seed, false
}

const near = 1_000_000 // programs add small numbers to the time, to seed several generators

// Scatter returns the part of the state of a random generator that the -seed decides. The default, 1, and 0 change nothing.
func Scatter(seed int64) uint64 {
	if seed == 0 || seed == 1 {
		return 0
	}
	return model.Mix(uint64(seed))
}
