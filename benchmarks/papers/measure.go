package main

import (
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"heddle/benchmarks/table"
	"heddle/internal/command"
	"heddle/report"
)

// measured is the result of one exploration.
type measured struct {
	Executions int // complete ones
	Blocked    int
	Steps      int
	Seconds    float64
	MB         float64 // the peak memory of the test binary, in 2^20 bytes
	Complete   bool
	Note       string `json:",omitempty"` // why it is not complete
}

// A measurer explores each program once by each algorithm: a row that is in several tables is measured for the first of
// them.
type measurer struct {
	ctx    context.Context
	heddle *command.Command
	dir    string // temporary
	limit  time.Duration
	done   map[exploration]measured
}

// An exploration identifies what was measured.
type exploration struct {
	program   table.Program
	algorithm string
}

// newMeasurer builds heddle. The caller must call close.
func newMeasurer(ctx context.Context, limit time.Duration) (*measurer, error) {
	dir, err := os.MkdirTemp("", "heddle-papers-")
	if err != nil {
		return nil, err
	}
	m := &measurer{ctx: ctx, dir: dir, limit: limit, done: map[exploration]measured{}}
	if m.heddle, err = command.Build(ctx, dir); err != nil {
		m.close()
		return nil, err
	}
	return m, nil
}

func (m *measurer) close() { os.RemoveAll(m.dir) }

// measure explores p in a process of its own.
func (m *measurer) measure(p table.Program, algorithm string) (measured, error) {
	key := exploration{p, algorithm}
	if got, ok := m.done[key]; ok {
		return got, nil
	}
	args := append(algorithmFlags(algorithm), "-run", "^"+p.Test()+"$", "-timeout", m.limit.String())
	tests, err := m.heddle.Explore(m.ctx, ".", append(append(args, table.Flags...), table.Package)...)
	if err != nil {
		return measured{}, err
	}
	test := tests[p.Test()]
	if test == nil {
		return measured{}, fmt.Errorf("exploring %s by %s: no result", p, algorithm)
	}
	m.done[key] = newMeasured(test)
	return m.done[key], nil
}

// algorithmFlags returns the flags of heddle test for an algorithm as published.csv names it: "quasi -k 2".
func algorithmFlags(algorithm string) []string {
	return append([]string{"-algo"}, strings.Fields(algorithm)...)
}

func newMeasured(t *report.Test) measured {
	m := measured{Executions: t.Executions, Blocked: t.Blocked, Steps: t.Steps, Seconds: t.Elapsed, MB: float64(t.PeakRSS) / (1 << 20),
		Complete: t.Complete, Note: t.Reason}
	if !t.Complete && m.Note == "" && len(t.Failures) > 0 {
		m.Note = t.Failures[0].Kind + ": " + t.Failures[0].Message
	}
	return m
}
