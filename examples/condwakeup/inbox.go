// Package condwakeup is an inbox whose reader sleeps while it is empty.
//
// The bug: Close changes what the reader waits for without holding the reader's lock. If that happens after the reader
// has checked and before it waits, the broadcast wakes nobody. Nothing wakes the reader later.
package condwakeup

import (
	"sync"
	"sync/atomic"
)

// An Inbox is a queue of messages without bound.
type Inbox struct {
	mu       sync.Mutex
	changed  *sync.Cond
	messages []string
	closed   atomic.Bool
}

// NewInbox returns an inbox that is empty and open.
func NewInbox() *Inbox {
	b := new(Inbox)
	b.changed = sync.NewCond(&b.mu)
	return b
}

// Put appends a message.
func (b *Inbox) Put(message string) {
	b.mu.Lock()
	b.messages = append(b.messages, message)
	b.mu.Unlock()
	b.changed.Signal()
}

// Get removes and returns the oldest message. It waits for one, and returns false when the inbox is empty and closed.
func (b *Inbox) Get() (string, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for len(b.messages) == 0 {
		if b.closed.Load() {
			return "", false
		}
		b.changed.Wait()
	}
	message := b.messages[0]
	b.messages = b.messages[1:]
	return message, true
}

// Close says that no more messages will come.
func (b *Inbox) Close() {
	b.closed.Store(true)
	b.changed.Broadcast()
}

// CloseLocked is Close without the bug: the reader either has not checked yet, or waits already.
func (b *Inbox) CloseLocked() {
	b.mu.Lock()
	b.closed.Store(true)
	b.mu.Unlock()
	b.changed.Broadcast()
}
