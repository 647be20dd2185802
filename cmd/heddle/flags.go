package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"heddle/explore"
	"heddle/internal/flags"
	"heddle/model"
	"heddle/result"
)

// anyDelay is the value of -delay any.
const anyDelay time.Duration = -1

// options are the values of the flags of heddle test. There are more than 15 fields because there is one for each flag.
type options struct {
	run, skip, tags string
	verbose, short  bool
	timeout         time.Duration

	algorithm, dep, plain, leaks, timing string
	chance                               []string // of result.ChanceSources
	k                                    int
	delay                                time.Duration // anyDelay for no limit
	keepGoing, strict                    bool
	maxExecutions, maxSteps              int
	maxMemory                            int64 // bytes
	preemptions, workers, packages       int
	count                                int // 0 for results from the cache
	goesOn                               bool
	seed                                 int64
	traces, dir                          string
	checkpoint, resume                   string
	in                                   string   // the directory in which packages are found
	files                                []string // the arguments that are files instead of packages
	json                                 bool
}

// testFlags is the flag set of heddle test, which sets o.
func testFlags(o *options) *flag.FlagSet {
	f := flag.NewFlagSet("test", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.in, "C", ".", "look for the packages in `dir`; other file names stay relative to the current directory")
	flags.Regexp(f, &o.run, "run", "explore only the tests that match `regexp`")
	flags.Regexp(f, &o.skip, "skip", "skip the tests that match `regexp`")
	f.BoolVar(&o.verbose, "v", false, "show the output of the tests")
	f.BoolVar(&o.short, "short", false, "tell long-running tests to shorten their run time")
	f.StringVar(&o.tags, "tags", "", "build with these comma-separated build `tags`")
	f.DurationVar(&o.timeout, "timeout", 10*time.Minute, "stop exploring a package after `d`, in which others may be explored as well; 0 for no limit")

	flags.OneOf(f, &o.algorithm, "algo", defaultAlgorithm, algorithmNames())
	f.IntVar(&o.k, "k", 0, "quasi: look for `n`-partial alternatives, 0 for full ones; pct: the bug depth, 0 for 3")
	flags.OneOf(f, &o.dep, "dep", "standard", dependenceNames())
	flags.OneOf(f, &o.plain, "plain", "race", []string{"race", "explore", "off"})
	flags.OneOf(f, &o.leaks, "leaks", "fail", []string{"fail", "ignore"})
	o.delay = 100 * time.Millisecond
	f.Func("delay", "how long a runnable goroutine may be kept waiting: timers due within `d` may fire at any moment, "+
		"later ones only when nothing else can run, and so does one timer after ten times; \"any\" for no limit (default 100ms)", o.setDelay)
	flags.OneOf(f, &o.timing, "timing", result.TimingReport, []string{result.TimingReport, result.TimingFail, result.TimingOff})
	timing := f.Lookup("timing")
	timing.Usage = "failures that need a goroutine to be kept waiting while only timers of the test itself run on: " + timing.Usage
	f.Func("choices", "explore what chance decides: `list` is any of "+strings.Join(result.ChanceSources(), ", ")+", comma-separated", o.setChance)
	f.BoolVar(&o.strict, "strict", false, "make every verdict but pass (ok) the exit status 1")
	f.BoolVar(&o.keepGoing, "keep-going", false, "continue after a failure and report every distinct one")
	flags.Natural(f, &o.maxExecutions, "max-executions", 0, "stop after `n` executions; 0 for no limit")
	flags.Natural(f, &o.maxSteps, "max-steps", 1_000_000, "cut executions short after `n` steps; 0 for no limit")
	o.maxMemory = 512 << 20
	f.Func("max-memory", "stateful: store at most `size` bytes of states, such as 500MB or 2GB; 0 for no limit (default 512MB)", flags.Size(&o.maxMemory))
	f.IntVar(&o.preemptions, "preemptions", -1, "allow at most `n` preemptions in an execution; -1 for no limit")
	f.IntVar(&o.workers, "workers", 1, "explore each test with `n` processes; like -checkpoint and -resume, this changes the default of -algo to "+divisibleAlgorithm)
	f.IntVar(&o.count, "count", 0, "1: explore all tests, those that passed in an earlier run as well (default: take their results from the cache)")
	f.BoolVar(&o.goesOn, "continue", false, "keep what is left of explorations that do not complete, and go on with it in the next run with -continue")
	f.IntVar(&o.packages, "p", runtime.GOMAXPROCS(0), "explore `n` packages at once; always one with -workers, -checkpoint, -resume and -traces")
	f.StringVar(&o.checkpoint, "checkpoint", "", "save the exploration to `file` every few seconds and when interrupted; -resume continues it")
	f.StringVar(&o.resume, "resume", "", "continue the exploration saved in `file`, and save it there again unless -checkpoint names another file")
	f.Int64Var(&o.seed, "seed", 1, "decides what chance decides (random numbers, the order of maps), and the choices of random, pct, pos, surw and auto")
	f.StringVar(&o.traces, "traces", "", "append a line to `file` for each complete execution: the test and the hash of its trace")
	f.BoolVar(&o.json, "json", false, "print the results as JSON lines")
	f.StringVar(&o.dir, "o", ".heddle", "record the schedules of failures in `dir`")
	return f
}

// dependenceNames returns the values that -dep accepts.
func dependenceNames() []string {
	var names []string
	for _, d := range model.Dependences() {
		names = append(names, d.String())
	}
	return names
}

func (o *options) setDelay(text string) error {
	if text == "any" {
		o.delay = anyDelay
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return errors.New(`want a duration such as 100ms, or "any"`)
	}
	o.delay = d
	return nil
}

// setChance parses a list of what chance decides.
func (o *options) setChance(text string) error {
	o.chance = nil
	for _, name := range strings.Split(text, ",") {
		if !slices.Contains(result.ChanceSources(), name) {
			return fmt.Errorf("want any of %s, comma-separated", strings.Join(result.ChanceSources(), ", "))
		}
		o.chance = append(o.chance, name)
	}
	slices.Sort(o.chance)
	o.chance = slices.Compact(o.chance)
	return nil
}

// complete picks an algorithm that supports the other flags, unless -algo names one.
func (o *options) complete(given *flag.FlagSet) {
	named := false
	given.Visit(func(f *flag.Flag) { named = named || f.Name == "algo" })
	if !named && o.divides() {
		o.algorithm = divisibleAlgorithm
	}
}

// check returns an error for values and combinations of flags that the flag set cannot check.
func (o *options) check() error {
	switch {
	case o.timeout < 0:
		return fmt.Errorf("invalid value %v for flag -timeout: want a duration such as 10m, or 0 for no limit", o.timeout)
	case o.k < 0:
		return fmt.Errorf("invalid value %d for flag -k: want 0 or more", o.k)
	case o.preemptions < -1:
		return fmt.Errorf("invalid value %d for flag -preemptions: want 0 or more, or -1 for no limit", o.preemptions)
	case o.count < 0 || o.count > 1:
		return fmt.Errorf("invalid value %d for flag -count: want 1: to explore a test twice is of no use", o.count)
	case o.packages < 1:
		return fmt.Errorf("invalid value %d for flag -p: want 1 or more", o.packages)
	case o.workers < 1:
		return fmt.Errorf("invalid value %d for flag -workers: want 1 or more", o.workers)
	case o.divides() && o.algorithm != divisibleAlgorithm:
		return fmt.Errorf("-workers, -checkpoint and -resume need -algo %s: an exploration with %s cannot be divided",
			divisibleAlgorithm, o.algorithm)
	case o.goesOn && (o.divides() || o.traces != "" || o.count > 0):
		return errors.New("-continue does not go with -workers, -checkpoint, -resume, -traces or -count: it keeps explorations in the cache, " +
			"and uses idle processors by itself")
	case o.goesOn && !o.divisible():
		return fmt.Errorf("-continue needs -algo %s or %s, and neither -dep refined nor, for %[1]s, -preemptions: other explorations cannot be kept",
			explore.Auto.Name, divisibleAlgorithm)
	case o.untaken() != nil:
		return fmt.Errorf("invalid value %q for flag -dep: %w", o.dep, o.untaken())
	case o.dir == "":
		return errors.New(`invalid value "" for flag -o: want a directory`)
	}
	return nil
}

// divisibleAlgorithm is the algorithm whose explorations can be divided.
const divisibleAlgorithm = "pop"

// divisible reports whether explorations can be divided.
func (o *options) divisible() bool {
	return o.dep != model.Refined.String() && (o.algorithm == divisibleAlgorithm || o.algorithm == explore.Auto.Name && o.preemptions < 0)
}

// divides reports whether explorations are to be divided.
func (o *options) divides() bool { return o.workers > 1 || o.saves() }

// serial reports whether packages are explored one after the other: what is saved of an exploration, and the file of -traces, are in the order
// of the packages.
func (o *options) serial() bool { return o.divides() || o.traces != "" }

// slots returns how many packages are explored at once.
func (o *options) slots() int {
	if o.serial() {
		return 1
	}
	return max(o.packages, 1)
}

// caches reports whether results are taken from the cache and put there.
func (o *options) caches() bool { return o.count == 0 && !o.serial() && os.Getenv(uncachedEnv) == "" }

// uncachedEnv, when set, has the effect of -count=1. It is for Heddle's own tests.
const uncachedEnv = "HEDDLE_UNCACHED"

// turn returns the first turn of a test; 0 if it is explored to its end.
func (o *options) turn() time.Duration {
	if o.divides() {
		return 0
	}
	return firstTurn
}

// saves reports whether there is a checkpoint file.
func (o *options) saves() bool { return o.checkpoint != "" || o.resume != "" }

// slice returns how long the first process explores a test alone. An exploration that is saved is divided at once, so
// that bounds are enforced in one place.
func (o *options) slice() time.Duration {
	switch {
	case o.saves():
		return 1
	case o.divides():
		return firstSlice
	}
	return 0
}

// untaken returns an error if -algo does not support the dependence of -dep.
func (o *options) untaken() error {
	a, err := explore.Find(o.algorithm)
	d, depErr := model.ParseDependence(o.dep)
	if err = errors.Join(err, depErr); err != nil {
		return err
	}
	return a.Takes(d)
}

// recorded returns the flags and files that a schedule must keep, so that its test can be built and run in the same
// way.
func (o *options) recorded() []string {
	var flags []string
	if o.tags != "" {
		flags = append(flags, "-tags="+o.tags)
	}
	if o.short {
		flags = append(flags, "-short")
	}
	return append(flags, o.files...)
}

// binaryFlags returns the flags of the test binary.
func (o *options) binaryFlags() []string {
	flags := []string{"-test.timeout=0", "-test.paniconexit0"}
	if o.run != "" {
		flags = append(flags, "-test.run="+o.run)
	}
	if o.skip != "" {
		flags = append(flags, "-test.skip="+o.skip)
	}
	if o.short {
		flags = append(flags, "-test.short")
	}
	if o.verbose {
		flags = append(flags, "-test.v")
	}
	return flags
}
