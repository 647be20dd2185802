package main

import (
	"fmt"
	"io"
	"time"

	"heddle/result"
)

// progress is the line on standard error that shows how far the running test has come. A nil progress shows nothing.
type progress struct {
	w      io.Writer // a terminal
	width  func() int
	shown  bool
	last   time.Time // when the line was shown last
	always bool      // show every message, for tests
}

// interval is the shortest time between two updates of the line.
const interval = 100 * time.Millisecond

func (p *progress) show(test string, m *result.Progress) {
	if p == nil || m == nil || !p.always && time.Since(p.last) < interval {
		return
	}
	p.last, p.shown = time.Now(), true
	line := []rune(progressLine(test, m))
	if width := p.width(); len(line) >= width && width > 0 {
		line = line[:width-1]
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", string(line))
}

// clear removes the line, so that other text can be printed.
func (p *progress) clear() {
	if p == nil || !p.shown {
		return
	}
	p.shown = false
	io.WriteString(p.w, "\r\x1b[K")
}

func progressLine(test string, m *result.Progress) string {
	line := fmt.Sprintf("%s  %d executions", test, m.Executions)
	if n := m.Blocked + m.Revisited; n > 0 {
		line += fmt.Sprintf(" (and %d given up)", n)
	}
	if m.Elapsed > 0 {
		line += fmt.Sprintf(", %.0f/s", float64(m.Executions)/m.Elapsed)
	}
	line += fmt.Sprintf(", depth %d", m.Depth)
	if m.Share > 0 {
		line += fmt.Sprintf(", about %.1f%% done", 100*m.Share)
	}
	return line + fmt.Sprintf(", %.0fs", m.Elapsed)
}
