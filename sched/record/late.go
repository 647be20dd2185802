package record

import (
	"slices"
	"strings"

	"heddle/result"
	"heddle/sched/clock"
	"heddle/sched/frames"
)

// Lateness says for how long a goroutine must be kept waiting in an execution with these firings. It returns nil if none must be.
func Lateness(fired []Firing) *result.Lateness {
	if fits(fired, 0, nil) {
		return nil
	}
	delays := []int64{0} // the candidates for the shortest one that will do
	for i, f := range fired {
		delays = append(delays, f.When-clock.Epoch)
		for _, g := range fired[:i] {
			delays = append(delays, f.When-g.When)
		}
	}
	slices.Sort(delays)
	for _, d := range delays {
		if d >= 0 && fits(fired, d, nil) {
			return summary(fired, d)
		}
	}
	return nil
}

// fits reports whether timers fire in this way if a goroutine may be kept waiting for d (package clock), and calls early for those that fire
// while one is.
func fits(fired []Firing, d int64, early func(*Firing)) bool {
	base := int64(clock.Epoch)
	for i := range fired {
		f := &fired[i]
		switch {
		case f.When-base > d && len(f.Ready) > 0:
			return false
		case f.When-base > d:
			base = f.When
		case f.When > base && len(f.Ready) > 0 && early != nil:
			early(f)
		}
	}
	return true
}

// summary describes the timers that fire early if a goroutine may be kept waiting for d; nil for none.
func summary(fired []Firing, d int64) *result.Lateness {
	l := &result.Lateness{Delay: d, OnlyTest: true}
	fits(fired, d, func(f *Firing) {
		l.OnlyTest = l.OnlyTest && ByTest(f.Where)
		if !slices.ContainsFunc(l.Timers, func(old result.Early) bool { return same(old, f.Early) }) {
			l.Timers = append(l.Timers, f.Early)
		}
		for _, w := range f.Ready {
			if !slices.ContainsFunc(l.Waiting, func(old result.Late) bool { return old.Thread == w.Thread }) {
				l.Waiting = append(l.Waiting, w)
			}
		}
	})
	if len(l.Timers) == 0 {
		return nil
	}
	return l
}

func same(a, b result.Early) bool {
	return a.What == b.What && a.After == b.After && slices.Equal(a.Where, b.Where)
}

// ByTest reports whether the test itself armed a timer there: the innermost call outside of the standard library is in a test file.
func ByTest(at []result.Frame) bool {
	return len(at) > 0 && strings.HasSuffix(frames.User(at).File, "_test.go")
}
