package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"heddle/internal/version"
	"heddle/report"
	"heddle/result"
)

// checkpointVersion is the version of checkpoint files that this heddle writes and reads.
const checkpointVersion = 3

// saveInterval is the shortest time between two writes of the checkpoint file.
const saveInterval = 2 * time.Second

// A checkpoint is the content of a checkpoint file: what has been found so far, and what is still to be explored.
type checkpoint struct {
	Version  int
	Heddle   string
	Settings result.Config
	Packages []string // to be explored
	Traces   int64    // the size of the -traces file, in bytes
	Begun    []*savedPackage
	Tests    []*savedTest // the tests that were begun, in this order
}

// newCheckpoint returns the checkpoint of a session that has just begun.
func (s *session) newCheckpoint() *checkpoint {
	settings := s.config()
	settings.Timeout, settings.MaxExecutions, settings.KeepGoing, settings.Traces, settings.Slice = 0, 0, false, false, 0
	return &checkpoint{Version: checkpointVersion, Heddle: version.Module(), Settings: settings, Packages: s.packages}
}

// write writes p to a temporary file and renames it to name, so that the file is complete at any moment.
func (p *checkpoint) write(name string) error {
	data, err := report.Seal(p)
	if err == nil {
		err = os.WriteFile(name+".new", data, 0o666)
	}
	if err == nil {
		err = os.Rename(name+".new", name)
	}
	if err != nil {
		return fmt.Errorf("-checkpoint: %w", err)
	}
	return nil
}

// openCheckpoint sets the session's checkpoint, if it needs one: the one that -resume names, or a new one.
func (s *session) openCheckpoint() error {
	if !s.opts.saves() {
		return nil
	}
	s.saved = s.newCheckpoint()
	if s.opts.resume == "" {
		return nil
	}
	data, err := os.ReadFile(s.opts.resume)
	if err != nil {
		return fmt.Errorf("-resume: %w", err)
	}
	var p checkpoint
	if err := report.Unseal(data, &p); err != nil {
		return fmt.Errorf("-resume %s: not a checkpoint file that can be trusted: %w. Begin again: use -checkpoint instead of -resume", s.opts.resume, err)
	}
	if err := p.fits(s.saved); err != nil {
		return fmt.Errorf("-resume %s: %w", s.opts.resume, err)
	}
	s.saved = &p
	return s.traces.Truncate(p.Traces)
}

// fits returns an error if a session cannot resume p. now is the checkpoint with which the session would begin.
func (p *checkpoint) fits(now *checkpoint) error {
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
