// Package files writes what a run has found to the places that flags name. Each format is a package below report.
package files

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"path/filepath"

	"heddle/report"
	"heddle/report/junit"
)

// A format is a format, and the flag that asks for it.
type format struct {
	flag, usage string
	write       func(io.Writer, *report.Run) error
}

var formats = []format{
	{"junit", "write the results to `file`, as JUnit XML", junit.Write},
}

// A Set is what the flags ask for. The zero Set asks for nothing.
type Set struct {
	names map[string]string // of the files, by their flags
}

// Define defines the flags, which set s.
func (s *Set) Define(f *flag.FlagSet) {
	s.names = map[string]string{}
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
func (s *Set) Any() bool { return len(s.names) > 0 }

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
			err = report.CheckFile(name)
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

// Write writes everything. A file that cannot be written does not keep the others from it.
func (s *Set) Write(run *report.Run) (failed error) {
	for _, format := range formats {
		name, ok := s.names[format.flag]
		if !ok {
			continue
		}
		var b bytes.Buffer
		err := format.write(&b, run)
		if err == nil {
			err = report.WriteFile(name, b.Bytes())
		}
		if err != nil && failed == nil {
			failed = fmt.Errorf("-%s %s: %w", format.flag, name, err)
		}
	}
	return failed
}
