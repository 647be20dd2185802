package corpus

import (
	"path/filepath"
	"slices"

	"heddle/report"
	"heddle/result"
)

// A Package has the schedules that are kept of a package's failures.
type Package struct {
	Dir     string          // the package's directory, absolute
	Kept    []result.Kept   // in its files
	Last    []result.Kept   // of the failures of the last run; those of this run are added, for the next one
	Sources *report.Sources // for names

	written Writer
	anew    []string // the tests of which Last has the failures of this run
}

// mostLast is how many failures of one test are kept for the next run.
const mostLast = 3

// Gone returns the files of tests that are not among these.
func (p *Package) Gone(tests []string) (gone []result.Kept) {
	for _, k := range p.Kept {
		if !slices.Contains(tests, k.Test) {
			gone = append(gone, k)
		}
	}
	return gone
}

// Of returns those of tests of which there are files.
func (p *Package) Of(tests []string) []string {
	return slices.DeleteFunc(slices.Clone(tests), func(test string) bool {
		return !slices.ContainsFunc(p.Kept, func(k result.Kept) bool { return k.Test == test })
	})
}

// Shown is the name for people of a file below the package's directory.
func (p *Package) Shown(file string) string {
	name := filepath.Join(p.Dir, file)
	if below, err := filepath.Rel(p.Sources.Dir, name); err == nil && len(below) < len(name) {
		return below
	}
	return name
}

// Fit says how one of the files fits the code; nil if f is of none.
func (p *Package) Fit(f *result.Fit) []report.Kept {
	for i := range p.Kept {
		if k := &p.Kept[i]; k.File == f.File {
			judged := Judge(k, f, p.Sources)
			judged.File = p.Shown(k.File)
			return []report.Kept{judged}
		}
	}
	return nil
}

// Origin returns the schedule, the last one of list, with which f was found; nil if f was found otherwise.
func Origin(f *result.Failure, list []report.Kept) *report.Kept {
	if f.Kept == "" || f.Kept == result.LastRun || len(list) == 0 {
		return nil
	}
	k := &list[len(list)-1]
	Fails(k)
	return k
}

// Keep keeps the schedule of a failure of a test, found with that configuration, for the next run. If it is to be written, it returns the
// name of its file, for people.
func (p *Package) Keep(f *result.Failure, test string, c *result.Config, write bool) (string, error) {
	if f.IsObstacle() || f.Kind == "nondeterminism" || len(f.Steps) == 0 {
		return "", nil
	}
	k := Of(f, test, c, p.Sources)
	p.Begin(test)
	if n := len(slices.DeleteFunc(slices.Clone(p.Last), func(o result.Kept) bool { return o.Test != test })); n < mostLast {
		p.Last = append(p.Last, *k)
	}
	if !write {
		return "", nil
	}
	old := ""
	for _, o := range p.Kept {
		if o.File == f.Kept && o.Kind == f.Kind {
			old = o.File
		}
	}
	name, err := p.written.Write(p.Dir, old, Failure{Kept: k, Failure: f, Sources: p.Sources})
	if err != nil {
		return "", err
	}
	return p.Shown(name), nil
}

// Begin forgets what the last run has kept of a test that this run has explored, or is about to find failures of, once.
func (p *Package) Begin(test string) {
	if !slices.Contains(p.anew, test) {
		p.anew = append(p.anew, test)
		p.Last = slices.DeleteFunc(slices.Clone(p.Last), func(k result.Kept) bool { return k.Test == test })
	}
}
