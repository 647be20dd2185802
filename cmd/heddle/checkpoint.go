package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"heddle/report"
	"heddle/result"
)

// checkpointVersion is the version of checkpoint files that this heddle writes and reads.
const checkpointVersion = 2

// saveInterval is how often a checkpoint is written at most.
const saveInterval = 2 * time.Second

// A checkpoint is what a checkpoint file holds: how far the exploration of one test has come, and which tests were explored before.
type checkpoint struct {
	Version  int
	Heddle   string
	Package  string
	Code     string // names the test binary's content
	Settings result.Config
	Test     string
	Skip     []string // tests that are not to be explored again, Test among them
	Traces   int64    // the size of the file of -traces
	Failures []report.Failure
	Keys     []string
	Rest     rest
}

// save writes the checkpoint file, if there is to be one and the last time is long ago, or if at once is true.
func (c *crew) save(atOnce bool) error {
	if !c.opts.saves() || !atOnce && time.Since(c.saved) < saveInterval {
		return nil
	}
	p, err := c.checkpoint()
	if err != nil {
		return err
	}
	p.Test, p.Skip, p.Failures, p.Keys, p.Rest = c.current.Test, c.config.Skip, c.current.Failures, c.keys, *c.left
	p.Rest.Parts = append([]result.Part(nil), c.left.Parts...)
	for _, h := range c.hands {
		if h.busy && !atOnce && h.visible == c.left.Visible {
			p.Rest.Parts = append(p.Rest.Parts, h.task...)
		}
	}
	if p.Traces, err = c.traces.size(); err != nil {
		return err
	}
	c.saved = time.Now()
	return p.write(cmp.Or(c.opts.checkpoint, c.opts.resume))
}

// checkpoint is what a checkpoint file must say for this heddle to go on with it.
func (x *exploration) checkpoint() (*checkpoint, error) {
	code, err := x.bin.code()
	settings := x.config
	settings.Skip, settings.Timeout, settings.MaxExecutions, settings.KeepGoing, settings.Traces = nil, 0, 0, false, false
	return &checkpoint{Version: checkpointVersion, Heddle: version(), Package: x.pkg, Code: code, Settings: settings}, err
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

// resume goes on with the test of the file of -resume, if there is one.
func (x *exploration) resume() error {
	if x.opts.resume == "" {
		return nil
	}
	data, err := os.ReadFile(x.opts.resume)
	if err != nil {
		return fmt.Errorf("-resume: %w", err)
	}
	var p checkpoint
	if err := json.Unmarshal(data, &p); err != nil {
		return fmt.Errorf("-resume %s: this is no checkpoint: %w", x.opts.resume, err)
	}
	now, err := x.checkpoint()
	if err != nil {
		return err
	}
	if err := p.fits(now); err != nil {
		return fmt.Errorf("-resume %s: %w", x.opts.resume, err)
	}
	if err := x.traces.truncate(p.Traces); err != nil {
		return err
	}
	x.current, x.began = report.NewTest(x.pkg, p.Test, x.opts.algorithm), time.Now()
	x.current.Failures, x.keys, x.left, x.config.Skip = p.Failures, p.Keys, &p.Rest, p.Skip
	return x.share()
}

// fits says what keeps a heddle, whose checkpoints are like now, from going on with p.
func (p *checkpoint) fits(now *checkpoint) error {
	a, err1 := json.Marshal(p.Settings)
	b, err2 := json.Marshal(now.Settings)
	switch {
	case p.Version != now.Version || p.Heddle != now.Heddle:
		return fmt.Errorf("the checkpoint is of heddle %s, format %d, and this is %s, format %d", p.Heddle, p.Version, now.Heddle, now.Version)
	case p.Package != now.Package:
		return fmt.Errorf("the checkpoint is of %s in %s, not of a test in %s", p.Test, p.Package, now.Package)
	case p.Code != now.Code:
		return fmt.Errorf("the checkpoint is of other code: what is compiled for %s has changed since", p.Package)
	case string(a) != string(b):
		return errors.New("the checkpoint was made with other flags that say what is explored")
	}
	return errors.Join(err1, err2)
}
