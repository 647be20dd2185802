package report

import (
	"bytes"
	"testing"

	"heddle/result"
)

func TestProgressLine(t *testing.T) {
	var w bytes.Buffer
	p := &Progress{W: &w, Width: func() int { return 40 }, always: true}
	p.Show("TestX", &result.Progress{Executions: 1200, Blocked: 3, Depth: 39, Share: 0.25, Elapsed: 2})
	p.Clear()
	p.Clear()
	if got, want := w.String(), "\r\x1b[KTestX  1200 executions (and 3 given up)"[:len("\r\x1b[K")+39]+"\r\x1b[K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var none *Progress
	none.Show("TestX", &result.Progress{})
	none.Clear()
}
