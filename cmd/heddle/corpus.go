package main

import (
	"fmt"
	"slices"

	"heddle/internal/cached"
	"heddle/internal/corpus"
	"heddle/report"
	"heddle/toolchain"
)

// openCorpus reads the schedules that are kept of a package. It returns true if there is nothing to do.
func (s *session) openCorpus(i int, p toolchain.Package) (c *corpus.Package, over bool, err error) {
	c = &corpus.Package{Dir: p.Dir, Sources: s.sources}
	c.Kept, err = corpus.Read(p.Dir)
	if err != nil {
		s.order.Write(i, func() { s.out.Error(p.ImportPath, err) })
		return nil, true, err
	}
	if s.opts.CorpusOnly && len(c.Kept) == 0 {
		s.order.Write(i, func() { s.out.NoTests(p.ImportPath, "no schedules in "+corpus.Dir) })
		return nil, true, nil
	}
	return c, false, nil
}

// openLast adds the failures of the last run, unless all that fails is looked for anyway. The schedules that are in files come before them.
func (x *exploration) openLast(root string) {
	x.corpus.Last = cached.Last(root, x.pkgDir, x.pkg)
	if !x.opts.KeepGoing {
		x.config.Kept = append(slices.Clone(x.config.Kept), x.corpus.Last...)
	}
}

// selected is what the flags select of the tests of the package: with -run-corpus-only those that have schedules.
func (x *exploration) selected(tests []string) []string {
	if x.opts.Run == "" && x.opts.Skip == "" {
		for _, k := range x.corpus.Gone(tests) {
			x.say(func(p report.Printer) {
				p.Output(x.pkg, "", fmt.Sprintf("%s was kept of %s, which is no test of %s: rename its directory as the test was, or remove it\n", x.corpus.Shown(k.File), k.Test, x.pkg))
			})
		}
	}
	if x.opts.CorpusOnly {
		return x.corpus.Of(tests)
	}
	return tests
}
