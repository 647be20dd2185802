// Package cached keeps the results of complete explorations, as go test keeps those of tests, and what is left of others.
//
// A package has one file of results, and one of what is left. Their name, the key, is the hash of what is known before a test runs: the content of the test binary, its flags, how it
// explores. What a test reads, variables of the environment and files, is known when it is over. So a result has a list of these inputs and
// the hash of what they were, and counts only while they are the same; so does what is left of a test. The content of a file counts, not its time.
package cached

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"heddle/internal/whole"
	"heddle/report"
	"heddle/toolchain"
)

// A Package is what is known of the tests of a package.
type Package struct {
	Tests   []string // that the flags select
	Results []Result // of some of them, in this order

	file   string
	opened time.Time
	rests  []Rest // to be saved
}

// A Rest is what is left of the exploration of a test.
type Rest struct {
	Test   string
	Left   json.RawMessage
	Inputs []string
	Sum    string
}

// A Result is the result of a test that passed.
type Result struct {
	Test   *report.Test
	Output string   // that -v prints
	Inputs []string // see result.Message
	Sum    string   // of the inputs
}

// dir is the directory of all packages in heddle's cache.
const dir = "results"

// Open reads what is in the cache below root, but for results whose inputs have changed since. The key is made of parts, and of the variables
// that the runtime reads. A package that is not there, or cannot be read, has no results.
func Open(root string, parts ...any) (*Package, error) {
	for _, name := range []string{"GODEBUG", "GOGC", "GOMEMLIMIT", "GOMAXPROCS", "GOTRACEBACK"} {
		parts = append(parts, os.Getenv(name))
	}
	key, err := json.Marshal(parts)
	if err != nil {
		return nil, fmt.Errorf("cache: %w", err)
	}
	p := &Package{file: filepath.Join(root, dir, fmt.Sprintf("%x", sha256.Sum256(key))), opened: time.Now()}
	text, err := os.ReadFile(p.file + results)
	if err == nil && report.Unseal(text, p) != nil {
		p.Tests, p.Results = nil, nil
	}
	p.Results = slices.DeleteFunc(p.Results, func(r Result) bool {
		sum, ok := Sum(r.Inputs, time.Time{})
		return !ok || sum != r.Sum
	})
	for _, r := range p.Results {
		r.Test.Cached = true
	}
	return p, nil
}

// Add adds the result of a test, if it will be the same whenever the test runs: it is complete, and chance has decided nothing.
func (p *Package) Add(t *report.Test, output string, inputs []string) {
	if p != nil && t.Complete && len(t.Failures)+len(t.Choices)+t.States == 0 {
		p.Results = append(p.Results, Result{Test: t, Output: output, Inputs: inputs})
	}
}

// Save puts the results into the cache. The inputs are what they were only if nobody has changed a file since Open.
func (p *Package) Save(tests []string) error {
	p.Tests = tests
	p.Results = slices.DeleteFunc(p.Results, func(r Result) bool {
		_, ok := Sum(r.Inputs, p.opened)
		return !ok
	})
	for i := range p.Results {
		p.Results[i].Sum, _ = Sum(p.Results[i].Inputs, p.opened)
	}
	return p.write(results, p)
}

// Rests reads what is left of the tests that have no result. What is not there, or cannot be read, is nothing.
func (p *Package) Rests() []Rest {
	var list []Rest
	text, err := os.ReadFile(p.file + rests)
	if err != nil || report.Unseal(text, &list) != nil {
		return nil
	}
	return slices.DeleteFunc(list, func(r Rest) bool {
		sum, ok := Sum(r.Inputs, time.Time{})
		return !ok || sum != r.Sum || slices.ContainsFunc(p.Results, func(known Result) bool { return known.Test.Test == r.Test })
	})
}

// Keep adds what is left of a test, and reports whether it can be kept: nobody has changed a file since Open that the test has read.
func (p *Package) Keep(test string, left json.RawMessage, inputs []string) bool {
	sum, ok := Sum(inputs, p.opened)
	if ok {
		p.rests = append(p.rests, Rest{test, left, inputs, sum})
	}
	return ok
}

// SaveRests puts what was kept into the cache, in the place of what is there.
func (p *Package) SaveRests() error {
	if len(p.rests) == 0 {
		if err := os.Remove(p.file + rests); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cache: %w", err)
		}
		return nil
	}
	return p.write(rests, p.rests)
}

// The ends of the names of the two files of a package.
const (
	results = ".json"
	rests   = ".rest"
)

// write writes content to the package's file with that end.
func (p *Package) write(end string, content any) error {
	text, err := report.Seal(content)
	if err == nil {
		err = whole.Write(p.file+end, text)
	}
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}

// Code identifies the content of a test binary.
func Code(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("reading the test binary: %w", err)
	}
	return fmt.Sprintf("%x", sha256.Sum256(text)), nil
}

// Sum returns the hash of what the inputs are now. It returns false if one cannot be read, or is a file that was changed after that time,
// which is zero for any: then nobody knows what the test has read.
func Sum(inputs []string, after time.Time) (sum string, ok bool) {
	h := sha256.New()
	for _, input := range inputs {
		fmt.Fprintf(h, "%q\n", input)
		what, name, _ := strings.Cut(input, " ")
		switch what {
		case "getenv":
			value, ok := os.LookupEnv(name)
			fmt.Fprintf(h, "%v %q\n", ok, value)
		case "stat", "open":
			if !add(h, name, what == "open", after) {
				return "", false
			}
		default:
			return "", false
		}
	}
	return hex.EncodeToString(h.Sum(nil)), true
}

// add adds a file to h, with its content if it was opened.
func add(h hash.Hash, name string, opened bool, after time.Time) bool {
	info, err := os.Stat(name)
	if errors.Is(err, fs.ErrNotExist) {
		fmt.Fprintln(h, "none")
		return true
	}
	if err != nil {
		return false
	}
	fmt.Fprintln(h, info.Mode())
	switch {
	case info.IsDir() && !opened:
		return true
	case !after.IsZero() && info.ModTime().After(after):
		return false
	case info.IsDir():
		entries, err := os.ReadDir(name)
		for _, e := range entries {
			fmt.Fprintf(h, "%q %v\n", e.Name(), e.Type())
		}
		return err == nil
	case !info.Mode().IsRegular():
		return true
	case !opened:
		fmt.Fprintln(h, info.Size(), info.ModTime().UnixNano())
		return true
	}
	f, err := os.Open(name)
	if err != nil {
		fmt.Fprintln(h, "closed")
		return errors.Is(err, fs.ErrPermission)
	}
	defer f.Close()
	_, err = io.Copy(h, f)
	return err == nil
}

// Clean removes all results from the cache below root, and all tests that were linked, or all that is in it. It says on w what it removes.
func Clean(w io.Writer, root string, all bool) error {
	for _, part := range []struct{ dir, what string }{{dir, "results"}, {toolchain.LinkedDir, "linked tests"}} {
		entries, err := os.ReadDir(filepath.Join(root, part.dir))
		if errors.Is(err, fs.ErrNotExist) {
			err = nil
		}
		bytes := int64(0)
		for _, e := range entries {
			if info, err := e.Info(); err == nil {
				bytes += info.Size()
			}
		}
		if err == nil {
			err = os.RemoveAll(filepath.Join(root, part.dir))
		}
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "removed %s from %s: files: %d, %d bytes\n", part.what, root, len(entries), bytes)
	}
	if !all {
		return nil
	}
	err := os.RemoveAll(root)
	if err == nil {
		fmt.Fprintf(w, "removed %s\n", root)
	}
	return err
}
