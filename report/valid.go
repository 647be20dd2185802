package report

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"heddle/result"
)

// kinds are the kinds that a schedule file can have; internal is a bug of Heddle.
var kinds = []string{"deadlock", "leak", "livelock", "race", "panic", "fatal", "nondeterminism", result.KindSteps, result.KindUnsupported, "internal"}

// CheckSchedule returns the first thing in s that no heddle writes.
func CheckSchedule(s *result.Schedule) error {
	one := func(field, value string, of ...string) error {
		if slices.Contains(of, value) {
			return nil
		}
		return fmt.Errorf("%s is %q, want one of %s", field, value, strings.Join(of, ", "))
	}
	err := errors.Join(
		one("Plain", s.Plain, "race", "explore", "off"),
		one("Leaks", s.Leaks, "fail", "ignore"),
		one("Timing", s.Timing, "", result.TimingReport, result.TimingFail, result.TimingOff),
		one("Kind", s.Kind, kinds...),
	)
	for _, name := range s.Chance {
		err = errors.Join(err, one("Chance", name, result.ChanceSources()...))
	}
	switch {
	case err != nil:
	case s.Delay < -1:
		err = fmt.Errorf("the Delay is %d, want nanoseconds, or -1 for any", s.Delay)
	case s.MaxSteps < 0:
		err = fmt.Errorf("the MaxSteps is %d, want 0 or more", s.MaxSteps)
	case s.Which < 0:
		err = fmt.Errorf("the Which is %d, want 0 or more", s.Which)
	}
	for name := range s.Added {
		if base := filepath.Base(name); err == nil && (!strings.HasPrefix(base, "heddle_") || !strings.HasSuffix(base, "_test.go")) {
			err = fmt.Errorf("it adds the file %s, want only heddle_*_test.go", name)
		}
	}
	for i, c := range s.Choices {
		if err != nil {
			break
		}
		if err = validChoice(&c); err != nil {
			err = fmt.Errorf("choice %d: %w", i+1, err)
		}
	}
	return err
}

func validChoice(c *result.Choice) error {
	if !ValidPath(c.Thread) || c.Partner != "" && !ValidPath(c.Partner) {
		return fmt.Errorf("%q and %q: want goroutines such as 0.2, the second one empty if there is none", c.Thread, c.Partner)
	}
	for _, n := range []int{c.Case, c.PartnerCase} {
		if n < -1 || n > math.MaxInt16 {
			return fmt.Errorf("%d is not the number of a case", n)
		}
	}
	if c.Partner == c.Thread {
		return fmt.Errorf("goroutine %s is its own partner", c.Thread)
	}
	return nil
}

// maxChild is the greatest number of a child: see model.Names.
const maxChild = 1 << 20

// ValidPath reports whether path names a goroutine: "0", "0.2", "0.2.1".
func ValidPath(path string) bool {
	for i, part := range strings.Split(path, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || strconv.Itoa(n) != part || i == 0 && n != 0 || i > 0 && (n < 1 || n > maxChild) {
			return false
		}
	}
	return true
}
