package counter

import (
	"io"
	"sync"
	"testing"
)

// want race
func TestRecord(t *testing.T) { serve(t, (*Stats).Record) }

// want pass
func TestRecordFixed(t *testing.T) { serve(t, (*Stats).RecordLocked) }

// serve answers three requests, one of which fails.
func serve(t *testing.T, record func(*Stats, error)) {
	var stats Stats
	var wg sync.WaitGroup
	for _, err := range []error{nil, io.ErrUnexpectedEOF, nil} {
		wg.Go(func() { record(&stats, err) })
	}
	wg.Wait()
	if requests, errors := stats.Snapshot(); requests != 3 || errors != 1 {
		t.Errorf("got %d requests and %d errors, want 3 and 1", requests, errors)
	}
}
