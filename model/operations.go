package model

import "encoding/binary"

// Operations keeps a copy of each different operation, beyond the execution that showed it. It is not safe for
// concurrent use.
type Operations struct {
	all     []Op
	numbers map[string]int32 // by the encoded operation
	recent  [256]int32       // by hash: the number that Keep returned last; it may be that of another operation
	code    []byte           // scratch
}

// NewOperations returns an empty Operations.
func NewOperations() *Operations { return &Operations{numbers: map[string]int32{}} }

// At returns the operation with number n. It must not be changed.
func (s *Operations) At(n int32) *Op { return &s.all[n] }

// Keep returns the number of op. If it has none yet, Keep gives it the next one, from 0 on, and stores a copy. Equal
// operations have one number.
func (s *Operations) Keep(op *Op) int32 {
	n := &s.recent[op.Hash()%uint32(len(s.recent))]
	if int(*n) >= len(s.all) || !s.all[*n].Equal(op) {
		*n = s.add(op)
	}
	return *n
}

func (s *Operations) add(op *Op) int32 {
	s.encode(op)
	n, ok := s.numbers[string(s.code)]
	if !ok {
		n = int32(len(s.all))
		kept := *op
		kept.Cases = append([]Case(nil), op.Cases...)
		s.all = append(s.all, kept)
		s.numbers[string(s.code)] = n
	}
	return n
}

// Hash is the same for equal operations. It is quick, and not good.
func (op *Op) Hash() uint32 {
	h := uint32(op.Kind)*7 + uint32(op.Obj)*31 + uint32(op.Arg)
	for i := range op.Cases {
		h = h*17 + uint32(op.Cases[i].Obj)
	}
	return h
}

// encode writes every field of op to code.
func (s *Operations) encode(op *Op) {
	b := append(s.code[:0], byte(op.Kind))
	b = binary.AppendVarint(b, int64(op.Obj))
	b = binary.AppendVarint(b, int64(op.Clock))
	b = binary.AppendVarint(b, op.Arg)
	b = binary.AppendVarint(b, int64(op.Cap))
	for i := range op.Cases {
		c := &op.Cases[i]
		b = binary.AppendVarint(b, int64(c.Obj))
		b = binary.AppendVarint(b, int64(c.Cap)<<1|int64(sendBit(c.Send)))
	}
	s.code = b
}

func sendBit(send bool) int {
	if send {
		return 1
	}
	return 0
}
