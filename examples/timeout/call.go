// Package timeout calls a slow service and gives up after a while.
//
// The bug: after the timeout nobody receives the result, and the goroutine that made the call blocks forever.
package timeout

import (
	"errors"
	"time"
)

// ErrTimeout says that the service did not answer in time.
var ErrTimeout = errors.New("timeout")

// Call returns what the service answers, or ErrTimeout if it takes longer than limit.
func Call(service func() string, limit time.Duration) (string, error) {
	return call(service, limit, make(chan string))
}

// CallBuffered is Call without the bug: the channel has room for an answer that comes too late.
func CallBuffered(service func() string, limit time.Duration) (string, error) {
	return call(service, limit, make(chan string, 1))
}

func call(service func() string, limit time.Duration, answer chan string) (string, error) {
	go func() { answer <- service() }()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case a := <-answer:
		return a, nil
	case <-timer.C:
		return "", ErrTimeout
	}
}
