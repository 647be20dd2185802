package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"heddle/result"
	"heddle/toolchain"
)

// runTest implements heddle test: it builds the test binary of each package and explores its tests.
func runTest(e *env, args []string) (status int, err error) {
	o := new(options)
	flags := testFlags(o)
	patterns, err := parse(flags, args)
	if err != nil {
		return exitError, err
	}
	o.complete(flags)
	if err := o.check(); err != nil {
		return exitError, fmt.Errorf("test: %w", err)
	}
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	for _, name := range patterns {
		if strings.HasSuffix(name, ".go") {
			o.files = append(o.files, name)
		}
	}
	s, err := newSession(e, o)
	if err != nil {
		return exitError, err
	}
	defer func() { err = errors.Join(err, s.close()) }()
	b, err := s.builder(s.dir)
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

// test explores packages one after another. If one cannot be built, the others are still explored.
func (s *session) test(b *toolchain.Builder, packages []toolchain.Package) (int, error) {
	var all tally
	var errs []error
	without := 0
	for _, p := range packages {
		if p.HasTests {
			s.packages = append(s.packages, p.ImportPath)
		}
	}
	if err := s.openCheckpoint(); err != nil {
		return exitError, err
	}
	for _, p := range packages {
		if !p.HasTests {
			s.out.noTests(p.ImportPath, "no test files")
			without++
			continue
		}
		began := time.Now()
		counts, err := s.testPackage(b, p)
		all.add(counts)
		if counts.tests > 0 {
			s.out.packageDone(p.ImportPath, counts, time.Since(began))
		} else if err == nil {
			s.out.noTests(p.ImportPath, "no tests to run")
		}
		if err = s.outcome(err); errors.Is(err, errInterrupted) {
			return exitError, err
		}
		if err != nil {
			errs = append(errs, err)
		}
	}
	switch {
	case len(errs) > 0:
		return exitError, errors.Join(errs...)
	case without == len(packages):
		return exitError, errors.New("no test files in " + names(packages))
	case all.tests == 0:
		return exitError, s.noTests(packages)
	}
	return s.opts.status(&all), nil
}

// status returns the exit status for the verdicts on all tests.
func (o *options) status(all *tally) int {
	if all.verdicts[result.Fail] > 0 || o.strict && all.verdicts[result.Pass] < all.tests {
		return exitFailure
	}
	return exitOK
}

// noTests returns the error for a command that selects no test.
func (s *session) noTests(packages []toolchain.Package) error {
	var selected []string
	if s.opts.run != "" {
		selected = append(selected, "-run "+s.opts.run)
	}
	if s.opts.skip != "" {
		selected = append(selected, "-skip "+s.opts.skip)
	}
	if len(selected) == 0 {
		return errors.New("no tests to run in " + names(packages))
	}
	return fmt.Errorf("no tests to run: %s selects none in %s", strings.Join(selected, " "), names(packages))
}

// names lists the packages, only the first five if there are more.
func names(packages []toolchain.Package) string {
	var list []string
	for i, p := range packages {
		if i == 5 {
			list = append(list, fmt.Sprintf("%d more", len(packages)-i))
			break
		}
		list = append(list, p.ImportPath)
	}
	return strings.Join(list, ", ")
}

// testPackage builds and explores one package.
func (s *session) testPackage(b *toolchain.Builder, p toolchain.Package) (tally, error) {
	bin, err := s.build(b, p)
	if err != nil {
		return tally{}, err
	}
	x := &exploration{session: s, pkg: p.ImportPath, pkgDir: p.Dir, bin: bin, config: s.config()}
	x.config.Package = p.ImportPath
	err = x.run()
	return x.counts, err
}
