//go:build !linux

package share

import "time"

// WakeAt does nothing here: a test that stops heddle keeps it stopped.
func WakeAt(time.Time) (cancel func()) { return func() {} }
