// Package treiber is Treiber's stack: a list whose head is changed by compare-and-swap.
//
// R. K. Treiber: Systems programming: coping with parallelism. IBM Almaden Research Center, 1986.
//
// The bug: the stack that New returns uses its nodes again. A goroutine that is about to pop a node may find it at the head once
// more, although it was away in between and has another successor now (the ABA problem). The compare-and-swap succeeds all the same,
// and makes a node the head that was popped before.
package treiber

import "sync/atomic"

// A Stack is a last-in first-out list.
type Stack[T any] struct {
	head atomic.Pointer[node[T]]
	free chan *node[T] // nodes that were popped; nil if they are not used again
}

type node[T any] struct {
	value T
	next  atomic.Pointer[node[T]] // atomic, because others may look at a node that is used again
}

// New returns an empty stack.
func New[T any]() *Stack[T] { return &Stack[T]{free: make(chan *node[T], 16)} }

// NewFresh is New without the bug: each node is a new one. While anybody looks at a node, the garbage collector sees to it
// that no other one has its address.
func NewFresh[T any]() *Stack[T] { return new(Stack[T]) }

// Push adds a value.
func (s *Stack[T]) Push(v T) {
	var n *node[T]
	select {
	case n = <-s.free:
	default:
		n = new(node[T])
	}
	n.value = v
	for {
		head := s.head.Load()
		n.next.Store(head)
		if s.head.CompareAndSwap(head, n) {
			return
		}
	}
}

// Pop removes and returns the newest value. It returns false if the stack is empty.
func (s *Stack[T]) Pop() (v T, ok bool) {
	for {
		head := s.head.Load()
		if head == nil {
			return v, false
		}
		if s.head.CompareAndSwap(head, head.next.Load()) {
			v = head.value
			select {
			case s.free <- head:
			default:
			}
			return v, true
		}
	}
}
