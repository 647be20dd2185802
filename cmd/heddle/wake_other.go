//go:build !linux

package main

import "time"

// wakeAt does nothing here: a test that stops heddle keeps it stopped.
func wakeAt(time.Time) (cancel func()) { return func() {} }
