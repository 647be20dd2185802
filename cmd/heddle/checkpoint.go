package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"heddle/result"
)

// checkpointVersion is the version of checkpoint files that this heddle writes and reads.
const checkpointVersion = 2

// saveInterval is how often a checkpoint is written at most.
const saveInterval = 2 * time.Second

// A checkpoint is what a checkpoint file holds: what was found so far, and what is left.
type checkpoint struct {
	Version  int
	Heddle   string
	Settings result.Config
	Packages []string // that are to be explored
	Traces   int64    // the size of the file of -traces
	Begun    []*savedPackage
	Tests    []*savedTest // those that were begun, in this order
}

// newCheckpoint is the checkpoint of a session that has just begun.
func (s *session) newCheckpoint() *checkpoint {
	settings := s.config()
	settings.Timeout, settings.MaxExecutions, settings.KeepGoing, settings.Traces, settings.Slice = 0, 0, false, false, 0
	return &checkpoint{Version: checkpointVersion, Heddle: version(), Settings: settings, Packages: s.packages}
}

// write replaces the file by one with p, so that there is always a whole one.
func (p *checkpoint) write(name string) error {
	data, err := json.Marshal(p)
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

// openCheckpoint makes the session's checkpoint, if it is to have one: that of -resume, or a new one.
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
	if err := json.Unmarshal(data, &p); err != nil {
		return fmt.Errorf("-resume %s: this is no checkpoint: %w", s.opts.resume, err)
	}
	if err := p.fits(s.saved); err != nil {
		return fmt.Errorf("-resume %s: %w", s.opts.resume, err)
	}
	s.saved = &p
	return s.traces.truncate(p.Traces)
}

// fits says what keeps a session, whose checkpoints are like now, from going on with p.
func (p *checkpoint) fits(now *checkpoint) error {
	a, err1 := json.Marshal(p.Settings)
	b, err2 := json.Marshal(now.Settings)
	switch {
	case p.Version != now.Version || p.Heddle != now.Heddle:
		return fmt.Errorf("the checkpoint is of heddle %s, format %d, and this is %s, format %d", p.Heddle, p.Version, now.Heddle, now.Version)
	case !slices.Equal(p.Packages, now.Packages):
		return fmt.Errorf("the checkpoint is of tests in %s, not of tests in %s", strings.Join(p.Packages, ", "), strings.Join(now.Packages, ", "))
	case string(a) != string(b):
		return errors.New("the checkpoint was made with other flags that say what is explored")
	}
	return errors.Join(err1, err2)
}
