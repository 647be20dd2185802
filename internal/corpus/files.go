package corpus

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"heddle/internal/whole"
	"heddle/report"
	"heddle/result"
)

// ending is that of the names of the files.
const ending = ".schedule"

// Dir is the directory of all schedules of a package, below its own.
const Dir = "testdata/heddle"

// Read reads the schedules of the package in that directory. The error of a file that is none names it, and says what to do.
func Read(dir string) (list []result.Kept, err error) {
	tests, err := os.ReadDir(filepath.Join(dir, Dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the schedules that are kept: %w", err)
	}
	for _, test := range tests {
		if !test.IsDir() {
			continue
		}
		name, err := url.PathUnescape(test.Name())
		if err != nil {
			continue
		}
		entries, err := os.ReadDir(filepath.Join(dir, Dir, test.Name()))
		if err != nil {
			return nil, fmt.Errorf("reading the schedules that are kept: %w", err)
		}
		for _, e := range entries {
			if !strings.HasSuffix(e.Name(), ending) || strings.HasPrefix(e.Name(), ".") {
				continue
			}
			below := filepath.Join(Dir, test.Name(), e.Name())
			k, err := readFile(filepath.Join(dir, below))
			if err != nil {
				return nil, fmt.Errorf("reading a schedule that is kept: %s: %w. Remove the file, or get it back as it was, or record it again: heddle test -corpus -run %s",
					filepath.Join(dir, below), err, name)
			}
			k.File, k.Test = below, name
			list = append(list, *k)
		}
	}
	return list, nil
}

// readFile reads one file. It waits for nothing, and reads no more than a schedule can have.
func readFile(name string) (*result.Kept, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return nil, errors.Unwrap(err)
	case !info.Mode().IsRegular():
		return nil, errors.New("it is no regular file")
	case info.Size() > maxBytes:
		return nil, fmt.Errorf("it has more than %d bytes", maxBytes)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, errors.Unwrap(err)
	}
	return Parse(text)
}

// A Writer writes the files of a package. The zero Writer is ready for use.
type Writer struct {
	keys map[string]string // of the failures, by their files
}

// A Failure is a failure, and what is kept of it.
type Failure struct {
	*result.Kept
	Failure *result.Failure
	Sources *report.Sources
}

// Write writes the file of f below the package's directory, and returns its name below it: old if f was found with that one, else one that
// comes from the failure. One that has the name of another failure of this run gets a number.
func (w *Writer) Write(dir, old string, f Failure) (string, error) {
	if w.keys == nil {
		w.keys = map[string]string{}
	}
	stem := strings.TrimSuffix(Name(f.Failure, f.Sources), ending)
	name := old
	for n := 1; name == "" || w.keys[name] != "" && w.keys[name] != f.Failure.Key; n++ {
		number := ""
		if n > 1 {
			number = fmt.Sprintf("-%d", n)
		}
		name = filepath.Join(Dir, url.PathEscape(f.Test), stem+number+ending)
	}
	w.keys[name] = f.Failure.Key
	text, err := Format(f.Kept)
	if err == nil && (len(text) > maxBytes || len(f.Steps) > maxSteps) {
		err = fmt.Errorf("it has %d steps, more than anybody could read, or any edit would leave as they are", len(f.Steps))
	}
	if err == nil {
		err = whole.Write(filepath.Join(dir, name), text)
	}
	if err != nil {
		return "", fmt.Errorf("-corpus: keeping a schedule in %s: %w", filepath.Join(dir, Dir), err)
	}
	return name, nil
}
