package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"golang.org/x/term"

	"heddle/internal/coverage"
	"heddle/internal/options"
	"heddle/internal/saved"
	"heddle/internal/share"
	"heddle/internal/whole"
	"heddle/report"
	"heddle/report/jsonlines"
	"heddle/report/traces"
	"heddle/result"
	"heddle/sched/section"
	"heddle/toolchain"
)

// A session is one run of heddle test or heddle replay. It has more than 15 fields because it holds what all packages share.
type session struct {
	ctx       context.Context
	opts      *options.Options
	out       report.Printer
	found     *report.Run // for the reports that flags ask for
	progress  *report.Progress
	schedules *report.Schedules
	sources   *report.Sources
	traces    *traces.File
	goVersion string
	dir       string            // in which packages are looked up, absolute
	packages  []string          // those with tests
	saved     *saved.Checkpoint // nil if there is no checkpoint file
	slots     *share.Slots      // for explorations that run
	order     share.Order       // of the packages' output
	room      share.Room        // for processes that are set aside
	reached   *coverage.Profile // nil without -cover
}

// newSession opens the files that o names. The caller must call close.
func newSession(e *env, o *options.Options) (*session, error) {
	dir, err := os.Getwd()
	if err != nil {
		return nil, fmt.Errorf("finding the current directory: %w", err)
	}
	if err := report.CheckDir(o.Dir); err != nil {
		return nil, err
	}
	o.Reports.Stderr = e.stderr
	if err := o.Reports.Check(); err != nil {
		return nil, err
	}
	if name := o.Cover.Profile; name != "" {
		if err := whole.Check(name); err != nil {
			return nil, fmt.Errorf("-coverprofile %s: %w", name, err)
		}
	}
	in, err := filepath.Abs(o.In)
	if err != nil {
		return nil, fmt.Errorf("finding the directory of the packages: %w", err)
	}
	if info, err := os.Stat(in); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("-C %s: no such directory", o.In)
	}
	s := &session{
		ctx: e.ctx, opts: o, dir: in,
		schedules: &report.Schedules{Dir: o.Dir},
		sources:   &report.Sources{Dir: dir},
		slots:     share.NewSlots(o.Slots()),
	}
	if o.Cover.On {
		s.reached = &coverage.Profile{Mode: o.Cover.Mode}
	}
	s.room.Processes, s.room.Bytes = mostAside, share.Memory()/memoryPart
	if n, err := strconv.Atoi(os.Getenv(asideEnv)); err == nil {
		s.room.Processes = n
	}
	s.found = &report.Run{Sources: s.sources, Unit: options.Unit(o.Algorithm), Strict: o.Strict, Began: time.Now()}
	if o.JSON != "" {
		s.out = &jsonlines.Printer{W: e.stdout, Run: s.found, GoOnly: o.JSON == options.JSONGo}
	} else {
		s.out = &report.TextPrinter{W: e.stdout, Unit: s.found.Unit, Writer: report.Writer{Sources: s.sources, Width: report.Width(e.stdout)}}
	}
	if o.Reports.Any() {
		s.out = report.Printers{s.out, s.found}
	}
	if f, ok := e.stderr.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		s.progress = &report.Progress{W: f, Width: func() int { return report.Width(f) }}
	}
	if o.Traces != "" {
		if s.traces, err = traces.Open(o.Traces); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *session) close() error {
	return s.traces.Close()
}

// builder finds the toolchain of dir. added are files that packages do not have: see toolchain.Options. The caller must call Close.
func (s *session) builder(dir string, added map[string]string) (*toolchain.Builder, error) {
	var flags []string
	if s.opts.Tags != "" {
		flags = append(flags, "-tags="+s.opts.Tags)
	}
	o := toolchain.Options{Dir: dir, Flags: flags, Debug: s.opts.Debug, Added: added, Cover: s.opts.Cover.Build()}
	b, err := toolchain.NewBuilder(s.ctx, o)
	if err != nil {
		return nil, err
	}
	s.goVersion = b.Shadow.Go.Version
	s.sources.Roots, s.sources.Overlay = b.Roots(), b.Overlay
	return b, nil
}

// build builds the test binary of p.
func (s *session) build(b *toolchain.Builder, p toolchain.Package) (binary, error) {
	bin, err := b.Build(s.ctx, p)
	if err != nil {
		return nil, err
	}
	return testBinary{bin, s.opts.BinaryFlags()}, nil
}

// outcome returns errInterrupted if err comes from the user's interrupt, else err. It returns nil for nil.
func (s *session) outcome(err error) error {
	if err != nil && s.ctx.Err() != nil {
		return errInterrupted
	}
	return err
}

// exactEnv, when set, makes stateful compare in full the states that it takes to be equal. It is for Heddle's own
// tests.
const exactEnv = "HEDDLE_EXACT_STATES"

// visibleEnv lists groups of packages whose operations are events from the start: see result.Schedule.Visible. It is for Heddle's own tests.
const visibleEnv = "HEDDLE_VISIBLE"

// stressEnv, when set, makes the garbage collector run, and stacks move, wherever they may. It is for Heddle's own tests.
const stressEnv = "HEDDLE_STRESS"

// asideEnv, when set, is how many processes can be set aside. It is for Heddle's own tests.
const asideEnv = "HEDDLE_ASIDE"

// config returns the configuration of a test binary that the flags ask for.
func (s *session) config() result.Config {
	o := s.opts
	sections := ""
	if o.Sections {
		sections = section.On
	}
	return result.Config{
		Sections:  sections,
		Slice:     int64(slice(o)),
		Turn:      int64(turn(o)),
		Inputs:    o.Caches(),
		Cover:     o.Cover.On,
		Keep:      o.GoesOn,
		KeptOnly:  o.CorpusOnly,
		Algorithm: o.Algorithm, Dep: o.Dep, Plain: o.Plain, Leaks: o.Leaks, Delay: int64(o.Delay),
		Timing: o.Timing, Chance: o.Chance, Symmetry: o.Symmetry,
		Simplify: int64(o.Simplify), Passing: o.Reports.HTML, KeepGoing: o.KeepGoing, Traces: s.traces != nil,
		Timeout: int64(o.Timeout), MaxExecutions: o.MaxExecutions, MaxSteps: o.MaxSteps, Preemptions: o.Preemptions, MaxMemory: o.MaxMemory, Seed: o.Seed, K: o.K,
		Exact: os.Getenv(exactEnv) != "", Stress: os.Getenv(stressEnv) != "", Visible: os.Getenv(visibleEnv),
	}
}

// turn returns the first turn of a test; 0 if it is explored to its end.
func turn(o *options.Options) time.Duration {
	if o.Divides() {
		return 0
	}
	return firstTurn
}

// slice returns how long the first process explores a test alone. An exploration that is saved is divided at once, so
// that bounds are enforced in one place.
func slice(o *options.Options) time.Duration {
	switch {
	case o.Saves():
		return 1
	case o.Divides():
		return firstSlice
	}
	return 0
}
