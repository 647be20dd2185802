// Package waitgroup is a mailer that delivers in the background and can be drained.
//
// The bug: a delivery adds itself to the wait group only when it starts to run. Drain may wait before that, and then
// misses it.
package waitgroup

import "sync"

// A Mailer delivers messages.
type Mailer struct {
	deliveries sync.WaitGroup

	mu        sync.Mutex
	delivered []string
}

// Send delivers a message in the background.
func (m *Mailer) Send(message string) {
	go func() {
		m.begin()
		defer m.deliveries.Done()
		m.deliver(message)
	}()
}

// SendCounted is Send without the bug: the delivery counts before Send returns.
func (m *Mailer) SendCounted(message string) {
	m.begin()
	go func() {
		defer m.deliveries.Done()
		m.deliver(message)
	}()
}

// Drain waits until all messages that have been sent are delivered, and returns them.
func (m *Mailer) Drain() []string {
	m.deliveries.Wait()
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.delivered
}

func (m *Mailer) begin() { m.deliveries.Add(1) }

func (m *Mailer) deliver(message string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.delivered = append(m.delivered, message)
}
