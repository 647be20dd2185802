package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"heddle/internal/flags"
	"heddle/internal/options"
	"heddle/report"
	"heddle/result"
	"heddle/toolchain"
)

// runTest implements heddle test: it builds the test binary of each package and explores its tests.
func runTest(e *env, args []string) (status int, err error) {
	o := new(options.Options)
	set := options.Flags(o)
	patterns, err := flags.Parse(set, args)
	if err != nil {
		return exitError, err
	}
	o.Complete(set)
	if err := o.Check(); err != nil {
		return exitError, fmt.Errorf("test: %w", err)
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	for _, name := range patterns {
		if strings.HasSuffix(name, ".go") {
			o.Files = append(o.Files, name)
		}
	}
	s, err := newSession(e, o)
	if err != nil {
		return exitError, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	b, err := s.builder(s.dir, nil)
	if err != nil {
		return exitError, s.outcome(err)
	}
	defer b.Close()
	packages, err := b.List(s.ctx, patterns)
	if err != nil {
		return exitError, s.outcome(err)
	}
	return s.test(b, packages)
}

// test explores packages, several at once. If one cannot be built, the others are still explored.
func (s *session) test(b *toolchain.Builder, packages []toolchain.Package) (int, error) {
	without := 0
	for _, p := range packages {
		if p.HasTests {
			s.packages = append(s.packages, p.ImportPath)
		} else {
			without++
		}
	}
	if err := s.openCheckpoint(); err != nil {
		return exitError, err
	}
	if err := s.untested(b, packages); err != nil {
		return exitError, s.outcome(err)
	}
	var all report.Tally
	var errs []error
	for _, tested := range s.testPackages(b, packages) {
		all.Add(tested.counts)
		errs = append(errs, tested.err)
	}
	err, writing := errors.Join(errs...), errors.Join(s.opts.Reports.Write(s.found), s.writeProfile())
	switch {
	case s.outcome(err) == errInterrupted:
		return exitError, errors.Join(errInterrupted, writing)
	case writing != nil:
		return exitError, errors.Join(err, writing)
	case err != nil:
		return exitError, err
	case s.opts.CorpusOnly && all.Tests == 0: // nothing is kept
	case without == len(packages):
		return exitError, errors.New("no test files in " + toolchain.Names(packages))
	case all.Tests == 0:
		return exitError, s.noTests(packages)
	}
	return status(s.opts, &all), nil
}

// status returns the exit status for the verdicts on all tests.
func status(o *options.Options, all *report.Tally) int {
	if all.Verdicts[result.Fail] > 0 || o.Strict && all.Verdicts[result.Pass] < all.Tests {
		return exitFailure
	}
	return exitOK
}

// noTests returns the error for a command that selects no test.
func (s *session) noTests(packages []toolchain.Package) error {
	var selected []string
	if s.opts.Run != "" {
		selected = append(selected, "-run "+s.opts.Run)
	}
	if s.opts.Skip != "" {
		selected = append(selected, "-skip "+s.opts.Skip)
	}
	if len(selected) == 0 {
		return errors.New("no tests to run in " + toolchain.Names(packages))
	}
	return fmt.Errorf("no tests to run: %s selects none in %s", strings.Join(selected, " "), toolchain.Names(packages))
}

// A tested is what came of a package.
type tested struct {
	counts report.Tally
	err    error
}

// testPackages builds the packages one after the other, and explores each as soon as it is built. It builds ahead of what is explored.
func (s *session) testPackages(b *toolchain.Builder, packages []toolchain.Package) []tested {
	list := make([]tested, len(packages))
	var running sync.WaitGroup
	ahead := make(chan bool, s.opts.Slots()) // a value for each package that is built and has not begun
	for i, p := range packages {
		if !p.HasTests {
			s.order.Write(i, func() { s.out.NoTests(p.ImportPath, s.noTestFiles(p.ImportPath)) })
			s.order.End(i)
			continue
		}
		kept, over, err := s.openCorpus(i, p)
		if over {
			list[i].err = err
			s.order.End(i)
			continue
		}
		began := time.Now()
		bin, err := s.build(b, p)
		if err != nil {
			list[i].err = err
			s.order.Write(i, func() { s.out.Error(p.ImportPath, s.outcome(err)) })
			s.order.End(i)
			continue
		}
		built := time.Since(began)
		ahead <- true
		x := &exploration{session: s, pkg: p.ImportPath, pkgDir: p.Dir, number: i, bin: bin, config: s.config()}
		x.config.Package, x.config.Kept, x.corpus = p.ImportPath, kept.Kept, kept
		x.count()
		running.Go(func() {
			list[i] = x.test(func() { <-ahead }, built)
			s.order.End(i)
		})
	}
	running.Wait()
	return list
}

// test explores the package and prints the summary. It calls begins when the exploration begins. Building took the time built.
func (x *exploration) test(begins func(), built time.Duration) tested {
	err := x.acquire(0)
	begins()
	if err == nil {
		err = x.run()
	}
	x.order.Write(x.number, func() {
		if err != nil {
			x.out.Error(x.pkg, err)
		}
		if x.counts.Tests > 0 {
			x.cover()
			x.out.PackageDone(x.pkg, x.counts, built+x.spent)
		} else if err == nil {
			x.out.NoTests(x.pkg, "no tests to run")
		}
	})
	return tested{x.counts, err}
}
