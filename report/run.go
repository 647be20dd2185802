package report

import (
	"strings"
	"time"

	"heddle/result"
)

// A Run is all that a run of heddle has found, for the formats that are written at its end: each is a package below this one. It is a
// Printer, because it gathers the results as they come.
type Run struct {
	Sources  *Sources
	Unit     string // what a complete execution is called: trace or execution
	Strict   bool   // every verdict but Pass fails
	Began    time.Time
	Packages []*Package // those of which anything is known, in their order

	found  map[string][]Found // of the running tests
	output map[string]string  // likewise
}

// A Package is what was found in a package.
type Package struct {
	Name    string
	Tests   []Tested
	Err     error // why it could not be explored, or not to its end; nil if it was
	Elapsed time.Duration
}

// A Tested is a test that is over.
type Tested struct {
	*Test
	Outcome Outcome
	Found   []Found // its failures, and the obstacles to its exploration
	Output  string  // what it has printed, with -v
}

// First is the first failure or obstacle that makes the verdict, and how many more were found; nil if there is none.
func (t *Tested) First() (f *Found, more int) {
	for i := range t.Found {
		if t.Found[i].Verdict == t.Verdict {
			return &t.Found[i], len(t.Found) - 1
		}
	}
	return nil, 0
}

// An Outcome is what tools are told of a test that know only three of them. The words are those of go test -json.
type Outcome string

const (
	Passed  Outcome = "pass" // complete, without a failure
	Failed  Outcome = "fail" // it makes the exit status 1
	Skipped Outcome = "skip" // not failed, and not proved either
)

// Outcome is what the verdict is to a tool that knows only three.
func (r *Run) Outcome(v result.Verdict) Outcome {
	switch {
	case v == result.Pass:
		return Passed
	case v == result.Fail || r.Strict:
		return Failed
	}
	return Skipped
}

// Text is the report on f as text, of a fixed width.
func (r *Run) Text(f Found) string {
	var b strings.Builder
	w := Writer{Sources: r.Sources, Width: DefaultWidth}
	w.Failure(&b, f) // a strings.Builder takes everything
	return strings.TrimRight(b.String(), "\n") + "\n"
}

func (r *Run) Failure(f Found) {
	if r.found == nil {
		r.found = map[string][]Found{}
	}
	key := f.Package + " " + f.Test
	r.found[key] = append(r.found[key], f)
}

func (r *Run) Output(pkg, test, text string) {
	if r.output == nil {
		r.output = map[string]string{}
	}
	r.output[pkg+" "+test] += text
}

func (r *Run) Test(t *Test) {
	key, p := t.Package+" "+t.Test, r.of(t.Package)
	p.Tests = append(p.Tests, Tested{t, r.Outcome(t.Verdict), r.found[key], r.output[key]})
	delete(r.found, key)
	delete(r.output, key)
}

func (r *Run) NoTests(string, string) {}

func (r *Run) PackageDone(pkg string, _ Tally, elapsed time.Duration) { r.of(pkg).Elapsed = elapsed }

func (r *Run) Error(pkg string, err error) { r.of(pkg).Err = err }

// of is the package of that name.
func (r *Run) of(pkg string) *Package {
	if n := len(r.Packages); n > 0 && r.Packages[n-1].Name == pkg {
		return r.Packages[n-1]
	}
	p := &Package{Name: pkg}
	r.Packages = append(r.Packages, p)
	return p
}

// Printers are Printers that are all told everything.
type Printers []Printer

func (all Printers) Failure(f Found) {
	for _, p := range all {
		p.Failure(f)
	}
}

func (all Printers) Test(t *Test) {
	for _, p := range all {
		p.Test(t)
	}
}

func (all Printers) Output(pkg, test, text string) {
	for _, p := range all {
		p.Output(pkg, test, text)
	}
}

func (all Printers) NoTests(pkg, why string) {
	for _, p := range all {
		p.NoTests(pkg, why)
	}
}

func (all Printers) PackageDone(pkg string, counts Tally, elapsed time.Duration) {
	for _, p := range all {
		p.PackageDone(pkg, counts, elapsed)
	}
}

func (all Printers) Error(pkg string, err error) {
	for _, p := range all {
		p.Error(pkg, err)
	}
}
