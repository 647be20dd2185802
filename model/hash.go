package model

import "encoding/binary"

// HashOf returns the hash of a text.
func HashOf(text []byte) Hash {
	h := Hash{uint64(len(text)), ^uint64(len(text))}
	for len(text) > 0 {
		var word [8]byte
		n := copy(word[:], text)
		h = h.Then(binary.LittleEndian.Uint64(word[:]))
		text = text[n:]
	}
	return h
}

// Then returns the hash of a sequence: of the contents of h, and n after them.
func (h Hash) Then(n uint64) Hash {
	return Hash{Mix(h[0] ^ n), Mix((h[1]^n)*0xd6e8feb86659fd93 + h[0])}
}

// Plus returns the hash of a multiset: of the contents of h and g, in any order.
func (h Hash) Plus(g Hash) Hash { return Hash{h[0] + g[0], h[1] + g[1]} }

// A Hash is 128 bits. Equal contents have equal hashes; different contents have different ones, except with negligible
// probability.
type Hash [2]uint64

// Mixed is the state of a splitmix64 generator after state x, whose number is Mix(x).
func Mixed(x uint64) uint64 { return x + 0x9e3779b97f4a7c15 }

// Mix scatters the bits of x: it is the finalizer of splitmix64, a bijection.
func Mix(x uint64) uint64 {
	x = Mixed(x)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
