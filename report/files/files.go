// Package files writes what a run has found to the places that flags name. Each format is a package below report.
package files

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"heddle/internal/whole"
	"heddle/report"
	"heddle/report/github"
	"heddle/report/html"
	"heddle/report/junit"
	"heddle/report/perfetto"
	"heddle/report/sarif"
	"heddle/report/shiviz"
)

// A format is a format, and the flag that asks for it.
type format struct {
	flag, usage string
	write       func(io.Writer, *report.Run) error
}

var formats = []format{
	{"junit", "write the results to `file`, as JUnit XML", junit.Write},
	{"sarif", "write the failures to `file`, as SARIF", sarif.Write},
	{"trace", "write the interleavings of the failures to `file`, for Perfetto", perfetto.Write},
	{"shiviz", "write the interleavings of the failures to `file`, as a log with vector clocks for ShiViz", shiviz.Write},
}

// A Set is what the flags ask for. The zero Set asks for nothing.
type Set struct {
	GitHub bool
	HTML   bool      // each failure has a page of its own, as soon as it is found: see Page
	Stderr io.Writer // takes the commands to GitHub

	names map[string]string // of the files, by their flags
}

// Define defines the flags, which set s.
func (s *Set) Define(f *flag.FlagSet) {
	s.names = map[string]string{}
	f.BoolVar(&s.GitHub, "github", os.Getenv("GITHUB_ACTIONS") == "true",
		"show the results on GitHub: annotations, and a summary of the step (by default where GITHUB_ACTIONS is true)")
	f.BoolVar(&s.HTML, "html", false, "write a report on each failure beside its schedule, as an HTML file")
	for _, format := range formats {
		f.Func(format.flag, format.usage, func(name string) error {
			if name == "" {
				return fmt.Errorf("want a file")
			}
			s.names[format.flag] = name
			return nil
		})
	}
}

// Any reports whether anything is to be written.
func (s *Set) Any() bool { return s.GitHub || len(s.names) > 0 }

// summary appends the summary of the step.
func summary(run *report.Run) error {
	name := os.Getenv("GITHUB_STEP_SUMMARY")
	if name == "" {
		return nil
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o666)
	if err == nil {
		_, err = io.WriteString(f, github.Summary(run))
		err = errors.Join(err, f.Close())
	}
	if err != nil {
		return fmt.Errorf("-github: %w", err)
	}
	return nil
}

// Page writes the page of f to name, if -html asks for it and there is a schedule to put it beside, and sets f.Page.
func (s *Set) Page(sources *report.Sources, f *report.Found, name string) error {
	if !s.HTML || f.Schedule == "" {
		return nil
	}
	var b bytes.Buffer
	err := html.Write(&b, sources, *f)
	if err == nil {
		err = whole.Write(name, b.Bytes())
	}
	if err != nil {
		return fmt.Errorf("-html: %s: %w", name, err)
	}
	f.Page = name
	return nil
}

// Check returns an error if a file cannot be written, or if two are the same.
func (s *Set) Check() error {
	flags := map[string]string{}
	for _, format := range formats {
		name, ok := s.names[format.flag]
		if !ok {
			continue
		}
		path, err := filepath.Abs(name)
		if err == nil {
			err = whole.Check(name)
		}
		if other := flags[path]; err == nil && other != "" {
			err = fmt.Errorf("-%s has the same file", other)
		}
		if err != nil {
			return fmt.Errorf("-%s %s: %w", format.flag, name, err)
		}
		flags[path] = format.flag
	}
	return nil
}

// Write writes everything. What cannot be written does not keep the others from it.
func (s *Set) Write(run *report.Run) (failed error) {
	if s.GitHub {
		github.Annotate(s.Stderr, run)
		failed = summary(run)
	}
	for _, format := range formats {
		name, ok := s.names[format.flag]
		if !ok {
			continue
		}
		var b bytes.Buffer
		err := format.write(&b, run)
		if err == nil {
			err = whole.Write(name, b.Bytes())
		}
		if err != nil && failed == nil {
			failed = fmt.Errorf("-%s %s: %w", format.flag, name, err)
		}
	}
	return failed
}
