package condwakeup

import "testing"

// want deadlock
func TestClose(t *testing.T) { readToTheEnd(t, (*Inbox).Close) }

// want pass
func TestCloseFixed(t *testing.T) { readToTheEnd(t, (*Inbox).CloseLocked) }

func readToTheEnd(t *testing.T, closeInbox func(*Inbox)) {
	b := NewInbox()
	go func() {
		b.Put("hello")
		closeInbox(b)
	}()
	n := 0
	for {
		message, ok := b.Get()
		if !ok {
			break
		}
		if message != "hello" {
			t.Errorf("got %q, want hello", message)
		}
		n++
	}
	if n != 1 {
		t.Errorf("got %d messages, want 1", n)
	}
}
