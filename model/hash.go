package model

import "encoding/binary"

// HashOf hashes a text.
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

// Then is the hash of what h is of, followed by n.
func (h Hash) Then(n uint64) Hash {
	return Hash{Mix(h[0] ^ n), Mix((h[1]^n)*0xd6e8feb86659fd93 + h[0])}
}

// Plus is the hash of what h and g are of, in any order.
func (h Hash) Plus(g Hash) Hash { return Hash{h[0] + g[0], h[1] + g[1]} }

// A Hash is 128 bits that are equal for equal contents, and different for others but by accident.
type Hash [2]uint64

// mix scatters the bits of x (the finalizer of splitmix64).
func Mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
