package saved

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"heddle/internal/version"
	"heddle/internal/whole"
	"heddle/report"
	"heddle/result"
)

// format is the version of checkpoint files that this heddle writes and reads.
const format = 4

// A Checkpoint is the content of a checkpoint file: what has been found so far, and what is still to be explored.
type Checkpoint struct {
	Version  int
	Heddle   string
	Settings result.Config
	Packages []string // to be explored
	Traces   int64    // the size of the -traces file, in bytes
	Begun    []*Package
	Tests    []*Test // the tests that were begun, in this order
}

// A Package is a package whose exploration was begun.
type Package struct {
	Package string
	Code    string           // identifies the test binary's content
	Tests   []string         // that the flags select
	Skip    []string         // tests that are not to be explored again
	Over    bool             // no tests are left
	Reached *result.Coverage `json:",omitempty"` // with -cover
}

// A Test is a test whose exploration was begun. A run that resumes the checkpoint prints again what was found in the test. So the last of
// several resumed runs prints what a single run would print.
type Test struct {
	Test  *report.Test
	Over  bool // Test is what was printed
	Found []report.Found
	Keys  []string // of its failures
	Rest  *Rest    // what is left of it; nil if it was not divided
}

// New returns the checkpoint of a run with these settings that has just begun.
func New(settings result.Config, packages []string) *Checkpoint {
	settings.Timeout, settings.MaxExecutions, settings.KeepGoing, settings.Traces, settings.Slice, settings.Passing = 0, 0, false, false, 0, false
	return &Checkpoint{Version: format, Heddle: version.Module(), Settings: settings, Packages: packages}
}

// Read returns the checkpoint in a file, if now, the checkpoint with which the run would begin, can go on with it.
func Read(name string, now *Checkpoint) (*Checkpoint, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	p := new(Checkpoint)
	if err := report.Unseal(data, p); err != nil {
		return nil, fmt.Errorf("%s: not a checkpoint file that can be trusted: %w. Begin again: use -checkpoint instead of -resume", name, err)
	}
	if err := p.fits(now); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return p, nil
}

// fits returns an error if a run cannot resume p. now is the checkpoint with which the run would begin.
func (p *Checkpoint) fits(now *Checkpoint) error {
	a, err1 := json.Marshal(p.Settings)
	b, err2 := json.Marshal(now.Settings)
	switch {
	case p.Version != now.Version || p.Heddle != now.Heddle:
		return fmt.Errorf("the checkpoint is from heddle %s, format %d; this is heddle %s, format %d", p.Heddle, p.Version, now.Heddle, now.Version)
	case !slices.Equal(p.Packages, now.Packages):
		return fmt.Errorf("the checkpoint is for tests in %s, not for tests in %s", strings.Join(p.Packages, ", "), strings.Join(now.Packages, ", "))
	case string(a) != string(b):
		return errors.New("the checkpoint was made with different exploration flags")
	}
	return errors.Join(err1, err2)
}

// Write writes p to the file, which is complete at any moment.
func (p *Checkpoint) Write(name string) error {
	data, err := report.Seal(p)
	if err != nil {
		return err
	}
	return whole.Write(name, data)
}
