package result

import "slices"

// A Verdict is what is said of a test.
type Verdict string

const (
	Pass Verdict = "pass" // every interleaving that matters was explored, and none failed
	Fail Verdict = "fail" // a failure was found
	// Timing means that failures were found, and that each of them needs a goroutine to be kept waiting while timers run that only the
	// test itself has armed.
	Timing      Verdict = "timing"
	Unsupported Verdict = "unsupported" // the test does something that is not under control
	Incomplete  Verdict = "incomplete"  // a bound cut something off
)

// Verdicts lists the verdicts, the most telling first. A test, and a package, gets the first one for which there is a reason.
func Verdicts() []Verdict { return []Verdict{Fail, Timing, Unsupported, Incomplete, Pass} }

// The values of Config.Timing: what is done about failures that only Lateness explains.
const (
	TimingReport = "report" // their verdict is Timing
	TimingFail   = "fail"   // their verdict is Fail
	TimingOff    = "off"    // they are not looked for: no timer fires while a goroutine can run
)

// ChanceSources lists what Config.Chance can make part of the exploration: the values of math/rand, the order in which a map is ranged
// over, which of several ready cases a select takes for its own, which object a sync.Pool returns,
// whether a read of a stream takes all that there is.
func ChanceSources() []string { return []string{"rand", "map", "select", "pool", "reads"} }

// A Chance is something that chance decided, always in the same way. An exploration that has a Chance may miss what another way would show.
type Chance struct {
	What  string  // for people: "rand.Intn", "the order of a map"
	Where []Frame // where it was first asked
}

// AddChances adds those of more that are not in list.
func AddChances(list, more []Chance) []Chance {
	for _, c := range more {
		if !slices.ContainsFunc(list, func(old Chance) bool { return old.What == c.What && slices.Equal(old.Where, c.Where) }) {
			list = append(list, c)
		}
	}
	return list
}

// A Lateness says what a failure needs that shows only if a goroutine that could run is kept waiting while timers fire.
type Lateness struct {
	Delay   int64   // the smallest -delay with which the failure shows, in nanoseconds
	Waiting []Late  // who is kept waiting
	Timers  []Early // the timers that fire meanwhile
	// OnlyTest says that the test itself has armed all these timers, with a sleep or a guard, and code under test none.
	OnlyTest bool
}

// A Late is a goroutine that could run and is kept waiting.
type Late struct {
	Thread string  // path
	Op     string  // for people: what it is about to do
	Where  []Frame // where it stands
}

// An Early is a timer that fires while a goroutine is kept waiting.
type Early struct {
	What  string  // for people: "time.Sleep", "time.After"
	After int64   // the time for which it was armed, in nanoseconds
	Where []Frame // where it was armed
}

// Verdict is what f makes of its test, if the value of -timing is timing.
func (f *Failure) Verdict(timing string) Verdict {
	switch {
	case f.Kind == KindSteps:
		return Incomplete
	case f.Kind == KindUnsupported:
		return Unsupported
	case f.Timing != nil && f.Timing.OnlyTest && timing != TimingFail:
		return Timing
	}
	return Fail
}

// IsObstacle reports whether f is an obstacle to exploring the test instead of a failure of it.
func (f *Failure) IsObstacle() bool { return IsObstacle(f.Kind) }

// IsObstacle reports whether the kind is that of an obstacle.
func IsObstacle(kind string) bool { return kind == KindSteps || kind == KindUnsupported }

// Or returns the more telling one of two verdicts; the empty one tells nothing.
func (v Verdict) Or(w Verdict) Verdict {
	if i := slices.Index(Verdicts(), w); v == "" || i >= 0 && i < slices.Index(Verdicts(), v) {
		return w
	}
	return v
}
