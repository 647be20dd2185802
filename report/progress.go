package report

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"sync"
	"time"

	"golang.org/x/term"

	"heddle/result"
)

// Progress is the line on standard error that shows how far a running test has come. A nil Progress shows nothing. Its methods may be called
// concurrently.
type Progress struct {
	mu     sync.Mutex
	W      io.Writer // a terminal
	Width  func() int
	shown  bool
	last   time.Time // when the line was shown last
	always bool      // show every message, for tests
}

// interval is the shortest time between two updates of the line.
const interval = 100 * time.Millisecond

// Show shows the progress of a test, but not too often.
func (p *Progress) Show(test string, m *result.Progress) {
	if p == nil || m == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.always && time.Since(p.last) < interval {
		return
	}
	p.last, p.shown = time.Now(), true
	line := []rune(progressLine(test, m))
	if width := p.Width(); len(line) >= width && width > 0 {
		line = line[:width-1]
	}
	fmt.Fprintf(p.W, "\r\x1b[K%s", string(line))
}

// Clear removes the line, so that other text can be printed.
func (p *Progress) Clear() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.shown {
		return
	}
	p.shown = false
	io.WriteString(p.W, "\r\x1b[K")
}

func progressLine(test string, m *result.Progress) string {
	line := fmt.Sprintf("%s  %d executions", test, m.Executions)
	if n := m.Blocked + m.Revisited; n > 0 {
		line += fmt.Sprintf(" (and %d given up)", n)
	}
	if m.Probes > 0 {
		line += fmt.Sprintf(" and %d probes", m.Probes)
	}
	if m.Elapsed > 0 {
		line += fmt.Sprintf(", %.0f/s", float64(m.Executions)/m.Elapsed)
	}
	line += fmt.Sprintf(", depth %d", m.Depth)
	return line + estimated(m) + fmt.Sprintf(", %.0fs", m.Elapsed)
}

const (
	// credible is by what factor an estimate may be wrong with which a share and a time are shown.
	credible = 3
	// endless is how long an exploration takes at least that will not finish.
	endless = 24 * time.Hour
)

// estimated says how many traces there are, how many of them have been explored, and how long the rest takes; empty if nothing is known.
func estimated(m *result.Progress) string {
	done := float64(m.Executions)
	e := m.Estimate
	if e.Traces == 0 || m.Elapsed == 0 || done == 0 || done > e.High {
		return ""
	}
	text := ", of " + traces(e.Traces, e.Low, e.High)
	left := func(of float64) float64 { return (of - done) * m.Elapsed / done } // seconds
	switch {
	case left(e.Low) > endless.Seconds():
		text += ": will not finish"
	case e.High < credible*credible*e.Low && done < e.Traces:
		text += fmt.Sprintf(", %.0f%% done, %v left", 100*done/e.Traces, time.Duration(left(e.Traces))*time.Second)
	}
	return text
}

// traces says how many traces there are. The truth is between low and high in nine of ten cases.
func traces(n, low, high float64) string {
	return fmt.Sprintf("about %.2g traces (%.2g to %.2g)", n, low, high)
}

// fileWidth is the width of a report that is written to a file: nothing wraps there.
const fileWidth = 160

// Width returns the width of w in columns: COLUMNS if it is set, else that of the terminal; fileWidth for a file, and 0, if it is not known.
func Width(w any) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return n
	}
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	if n, _, err := term.GetSize(int(f.Fd())); err == nil {
		return n
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		return fileWidth
	}
	return 0
}
