package main

import (
	"context"
	"fmt"
	"os"

	"heddle/internal/coverage"
	"heddle/result"
	"heddle/toolchain"
)

// A counted binary adds up what its processes reach.
type counted struct {
	binary
	reached *coverage.Binary
}

func (b counted) run(ctx context.Context, config result.Config, orders *os.File, handle func(result.Message)) (*toolchain.Exit, error) {
	config.Functions = !b.reached.Known()
	return b.binary.run(ctx, config, orders, func(m result.Message) {
		if m.Type == "cover" {
			b.reached.Add(m.Cover)
			return
		}
		handle(m)
	})
}

// count makes x count what its processes reach, with -cover.
func (x *exploration) count() {
	if x.session.reached != nil {
		x.reached = x.session.reached.New()
		x.bin = counted{x.bin, x.reached}
	}
}

// cover sets the coverage of the package, and prints its details with -v.
func (x *exploration) cover() {
	if x.reached == nil {
		return
	}
	c := x.reached.Summary(x.sources, x.pkg, x.pkgDir, x.opts.Cover.Packages)
	x.counts.Coverage = c
	if text := c.Detail(); x.opts.Verbose && text != "" {
		x.out.Output(x.pkg, "", text)
	}
}

// untested adds the code of the packages without tests to the profile.
func (s *session) untested(b *toolchain.Builder, packages []toolchain.Package) error {
	if s.reached == nil {
		return nil
	}
	profiles, err := b.Untested(s.ctx, packages)
	s.reached.Untested(profiles)
	return err
}

// noTestFiles says why nothing is explored of a package without tests.
func (s *session) noTestFiles(pkg string) string {
	if s.reached == nil {
		return "no test files"
	}
	return "no test files; " + s.reached.Nothing(pkg)
}

// writeProfile writes the file of -coverprofile.
func (s *session) writeProfile() error {
	name := s.opts.Cover.Profile
	if s.reached == nil || name == "" {
		return nil
	}
	if err := s.reached.Write(name); err != nil {
		return fmt.Errorf("-coverprofile %s: %w", name, err)
	}
	return nil
}
