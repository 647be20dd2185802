// Package options has the flags of heddle test: their values, which of them go together, and what follows from them.
package options

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
	"heddle/report/files"
	"heddle/result"
	"heddle/toolchain"
)

// anyDelay is the value of -delay any.
const anyDelay time.Duration = -1

// Options are the values of the flags of heddle test. There are more than 15 fields because there is one for each flag.
type Options struct {
	Run, Skip, Tags string
	Verbose, Short  bool
	Timeout         time.Duration

	Algorithm, Dep, Plain, Leaks, Timing  string
	Chance                                []string // of result.ChanceSources
	K                                     int
	Delay                                 time.Duration // anyDelay for no limit
	Simplify                              time.Duration // 0 for not at all
	KeepGoing, Strict, Symmetry, Sections bool
	Corpus, CorpusOnly                    bool
	MaxExecutions, MaxSteps               int
	MaxMemory                             int64 // bytes
	Preemptions, Workers, Packages        int
	Count                                 int // 0 for results from the cache
	GoesOn                                bool
	Seed                                  int64
	Traces, Dir                           string
	Checkpoint, Resume                    string
	In                                    string   // the directory in which packages are found
	Files                                 []string // the arguments that are files instead of packages
	JSON                                  JSON
	Reports                               files.Set
	Debug                                 toolchain.Debug // of heddle debug
	Cover                                 Cover
}

// What -delay and -max-steps are if they are not given.
const (
	DefaultDelay    = 100 * time.Millisecond
	DefaultMaxSteps = 1_000_000
)

// Flags is the flag set of heddle test, which sets o.
func Flags(o *Options) *flag.FlagSet {
	f := flag.NewFlagSet("test", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.StringVar(&o.In, "C", ".", "look for the packages in `dir`; other file names stay relative to the current directory")
	flags.Regexp(f, &o.Run, "run", "explore only the tests that match `regexp`")
	flags.Regexp(f, &o.Skip, "skip", "skip the tests that match `regexp`")
	f.BoolVar(&o.Verbose, "v", false, "show the output of the tests")
	f.BoolVar(&o.Short, "short", false, "tell long-running tests to shorten their run time")
	f.StringVar(&o.Tags, "tags", "", "build with these comma-separated build `tags`")
	f.DurationVar(&o.Timeout, "timeout", 10*time.Minute, "stop exploring a package after `d`, in which others may be explored as well; 0 for no limit")

	flags.OneOf(f, &o.Algorithm, "algo", defaultAlgorithm, algorithmNames())
	f.IntVar(&o.K, "k", 0, "quasi: look for `n`-partial alternatives, 0 for full ones; pct: the bug depth, 0 for 3")
	flags.OneOf(f, &o.Dep, "dep", model.Refined.String(), dependenceNames())
	f.BoolVar(&o.Sections, "sections", false, "a critical section is one event, and two commute that touch nothing in common but what both read")
	flags.OneOf(f, &o.Plain, "plain", "race", []string{"race", "explore", "off"})
	flags.OneOf(f, &o.Leaks, "leaks", "fail", []string{"fail", "ignore"})
	o.Delay = DefaultDelay
	f.Func("delay", "how long a runnable goroutine may be kept waiting: timers due within `d` may fire at any moment, "+
		"later ones only when nothing else can run, and so does one timer after ten times; \"any\" for no limit (default 100ms)", o.setDelay)
	flags.OneOf(f, &o.Timing, "timing", result.TimingReport, []string{result.TimingReport, result.TimingFail, result.TimingOff})
	timing := f.Lookup("timing")
	timing.Usage = "failures that need a goroutine to be kept waiting while only timers of the test itself run on: " + timing.Usage
	f.Func("choices", "explore what chance decides: `list` is any of "+strings.Join(result.ChanceSources(), ", ")+
		", comma-separated; with reads, a Read of a pipe or a connection takes all that there is or the first byte only", o.setChance)
	f.BoolVar(&o.Symmetry, "symmetry", false, "explore the executions in which goroutines that one go statement starts with equal arguments begin in order: "+
		"the others differ from these only in which of them does what")
	f.BoolVar(&o.Strict, "strict", false, "make every verdict but pass (ok) the exit status 1")
	f.BoolVar(&o.KeepGoing, "keep-going", false, "continue after a failure and report every distinct one")
	f.DurationVar(&o.Simplify, "simplify", time.Second, "look for the simplest schedule of each failure, and for the order that decides, for at most `d` of processor time; 0 for not at all")
	flags.Natural(f, &o.MaxExecutions, "max-executions", 0, "stop after `n` executions; 0 for no limit")
	flags.Natural(f, &o.MaxSteps, "max-steps", DefaultMaxSteps, "cut executions short after `n` steps; 0 for no limit")
	o.MaxMemory = 512 << 20
	f.Func("max-memory", "stateful: store at most `size` bytes of states, such as 500MB or 2GB; 0 for no limit (default 512MB)", flags.Size(&o.MaxMemory))
	f.IntVar(&o.Preemptions, "preemptions", -1, "allow at most `n` preemptions in an execution; -1 for no limit")
	f.IntVar(&o.Workers, "workers", 1, "explore each test with `n` processes; like -checkpoint and -resume, this changes the default of -algo to "+divisibleAlgorithm)
	f.IntVar(&o.Count, "count", 0, "1: explore all tests, those that passed in an earlier run as well (default: take their results from the cache)")
	f.BoolVar(&o.GoesOn, "continue", false, "keep what is left of explorations that do not complete, and go on with it in the next run with -continue")
	f.IntVar(&o.Packages, "p", runtime.GOMAXPROCS(0), "explore `n` packages at once; always one with -workers, -checkpoint, -resume and -traces")
	f.StringVar(&o.Checkpoint, "checkpoint", "", "save the exploration to `file` every few seconds and when interrupted; -resume continues it")
	f.StringVar(&o.Resume, "resume", "", "continue the exploration saved in `file`, and save it there again unless -checkpoint names another file")
	f.Int64Var(&o.Seed, "seed", 1, "decides what chance decides (random numbers, the order of maps), and the choices of random, pct, pos, surw and auto")
	f.StringVar(&o.Traces, "traces", "", "append a line to `file` for each complete execution: the test and the hash of its trace")
	f.BoolVar(&o.Corpus, "corpus", false, "keep the schedule of each failure in testdata/heddle/TestX of its package: see heddle help corpus")
	f.BoolVar(&o.CorpusOnly, "run-corpus-only", false, "run the schedules that are kept, and explore nothing")
	o.Cover.Define(f)
	o.JSON.Define(f)
	o.Reports.Define(f)
	f.StringVar(&o.Dir, "o", ".heddle", "record the schedules of failures in `dir`")
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

func (o *Options) setDelay(text string) error {
	if text == "any" {
		o.Delay = anyDelay
		return nil
	}
	d, err := time.ParseDuration(text)
	if err != nil || d < 0 {
		return errors.New(`want a duration such as 100ms, or "any"`)
	}
	o.Delay = d
	return nil
}

// setChance parses a list of what chance decides.
func (o *Options) setChance(text string) error {
	o.Chance = nil
	for _, name := range strings.Split(text, ",") {
		if !slices.Contains(result.ChanceSources(), name) {
			return fmt.Errorf("want any of %s, comma-separated", strings.Join(result.ChanceSources(), ", "))
		}
		o.Chance = append(o.Chance, name)
	}
	slices.Sort(o.Chance)
	o.Chance = slices.Compact(o.Chance)
	return nil
}

// Complete picks an algorithm that supports the other flags, unless -algo names one, and sets what flags imply.
func (o *Options) Complete(given *flag.FlagSet) {
	o.Cover.complete(given)
	named := false
	given.Visit(func(f *flag.Flag) { named = named || f.Name == "algo" })
	if !named && o.Divides() {
		o.Algorithm = divisibleAlgorithm
	}
}

// Check returns an error for values and combinations of flags that the flag set cannot check.
func (o *Options) Check() error {
	switch {
	case o.Timeout < 0:
		return fmt.Errorf("invalid value %v for flag -timeout: want a duration such as 10m, or 0 for no limit", o.Timeout)
	case o.Simplify < 0:
		return fmt.Errorf("invalid value %v for flag -simplify: want a duration such as 1s, or 0 for not at all", o.Simplify)
	case o.K < 0:
		return fmt.Errorf("invalid value %d for flag -k: want 0 or more", o.K)
	case o.Preemptions < -1:
		return fmt.Errorf("invalid value %d for flag -preemptions: want 0 or more, or -1 for no limit", o.Preemptions)
	case o.Count < 0 || o.Count > 1:
		return fmt.Errorf("invalid value %d for flag -count: want 1: to explore a test twice is of no use", o.Count)
	case o.Packages < 1:
		return fmt.Errorf("invalid value %d for flag -p: want 1 or more", o.Packages)
	case o.Workers < 1:
		return fmt.Errorf("invalid value %d for flag -workers: want 1 or more", o.Workers)
	case o.Divides() && o.Algorithm != divisibleAlgorithm:
		return fmt.Errorf("-workers, -checkpoint and -resume need -algo %s: an exploration with %s cannot be divided",
			divisibleAlgorithm, o.Algorithm)
	case o.GoesOn && (o.Divides() || o.Traces != "" || o.Count > 0):
		return errors.New("-continue does not go with -workers, -checkpoint, -resume, -traces or -count: it keeps explorations in the cache, " +
			"and uses idle processors by itself")
	case o.GoesOn && !o.Divisible():
		return fmt.Errorf("-continue needs -algo %s or %s, and for %[1]s no -preemptions: other explorations cannot be kept",
			explore.Auto.Name, divisibleAlgorithm)
	case o.GoesOn && o.Cover.On:
		return errors.New("-continue does not go with -cover: what earlier runs have reached is not known")
	case o.CorpusOnly && (o.Divides() || o.Traces != "" || o.GoesOn || o.Strict):
		return errors.New("-run-corpus-only explores nothing: it does not go with -workers, -checkpoint, -resume, -traces, -continue or -strict")
	case o.unsectioned() != nil:
		return fmt.Errorf("flag -sections: %w", o.unsectioned())
	case o.Cover.check() != nil:
		return o.Cover.check()
	case o.Dir == "":
		return errors.New(`invalid value "" for flag -o: want a directory`)
	}
	return nil
}

// divisibleAlgorithm is the algorithm whose explorations can be divided.
const divisibleAlgorithm = "pop"

// Divisible reports whether explorations can be divided.
func (o *Options) Divisible() bool {
	return o.Algorithm == divisibleAlgorithm || o.Algorithm == explore.Auto.Name && o.Preemptions < 0
}

// Divides reports whether explorations are to be divided.
func (o *Options) Divides() bool { return o.Workers > 1 || o.Saves() }

// Serial reports whether packages are explored one after the other: what is saved of an exploration, and the file of -traces, are in the order
// of the packages.
func (o *Options) Serial() bool { return o.Divides() || o.Traces != "" }

// Slots returns how many packages are explored at once.
func (o *Options) Slots() int {
	if o.Serial() {
		return 1
	}
	return max(o.Packages, 1)
}

// Caches reports whether results are taken from the cache and put there. A result does not say what was reached.
func (o *Options) Caches() bool {
	return o.Count == 0 && !o.Cover.On && !o.Serial() && !o.CorpusOnly && os.Getenv(UncachedEnv) == ""
}

// UncachedEnv, when set, has the effect of -count=1. It is for Heddle's own tests.
const UncachedEnv = "HEDDLE_UNCACHED"

// Saves reports whether there is a checkpoint file.
func (o *Options) Saves() bool { return o.Checkpoint != "" || o.Resume != "" }

// unsectioned returns an error if the other flags do not go with -sections.
func (o *Options) unsectioned() error {
	if !o.Sections {
		return nil
	}
	if o.Symmetry {
		return errors.New("there is no argument yet that it goes with -symmetry")
	}
	if o.Plain != "race" {
		return errors.New("what sections touch is not known without -plain race")
	}
	a, err := explore.Find(o.Algorithm)
	if err != nil {
		return err
	}
	return a.TakesSections()
}

// Recorded returns the flags and files that a schedule must keep, so that its test can be built and run in the same
// way.
func (o *Options) Recorded() []string {
	var flags []string
	if o.Tags != "" {
		flags = append(flags, "-tags="+o.Tags)
	}
	if o.Short {
		flags = append(flags, "-short")
	}
	return append(flags, o.Files...)
}

// BinaryFlags returns the flags of the test binary.
func (o *Options) BinaryFlags() []string {
	flags := []string{"-test.timeout=0", "-test.paniconexit0"}
	if o.Run != "" {
		flags = append(flags, "-test.run="+o.Run)
	}
	if o.Skip != "" {
		flags = append(flags, "-test.skip="+o.Skip)
	}
	if o.Short {
		flags = append(flags, "-test.short")
	}
	if o.Verbose {
		flags = append(flags, "-test.v")
	}
	return flags
}
