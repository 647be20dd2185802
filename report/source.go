package report

import (
	"bufio"
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"heddle/result"
)

// Sources names source files for people. The zero Sources leaves every name as it is. Its methods may be called concurrently: packages are
// explored at the same time.
type Sources struct {
	Dir string // names of files below it, or not far from it, are relative to it
	// Roots are the src directories of the toolchain, the shadow's and the original's: files below them are the standard library.
	Roots []string
	// Overlay are files that are not where the compiler says, or not as they are there.
	Overlay map[string]string

	mu    sync.Mutex                   // of what follows
	root  string                       // Root, once InRoot was asked
	lines map[string][]string          // the text of files already read
	named map[string]map[int][]operand // the operands in files already parsed
}

// Position is the frame's "file:line".
func (s *Sources) Position(f result.Frame) string {
	return fmt.Sprintf("%s:%d", s.Name(f.File), f.Line)
}

// Name is the name of a file for people.
func (s *Sources) Name(file string) string {
	if name, ok := s.Library(file); ok {
		return name
	}
	if _, name, ok := strings.Cut(file, "/pkg/mod/"); ok {
		return name
	}
	if s.Dir == "" {
		return file
	}
	if rel, err := filepath.Rel(s.Dir, file); err == nil && len(rel) < len(file) {
		return rel
	}
	return file
}

// Library reports whether file belongs to the standard library, and returns its name there.
func (s *Sources) Library(file string) (string, bool) {
	for _, root := range s.Roots {
		if name, ok := strings.CutPrefix(file, root+string(filepath.Separator)); ok {
			return name, true
		}
	}
	return "", false
}

// User returns the frames outside of the standard library, or all frames if there are no others.
func (s *Sources) User(frames []result.Frame) []result.Frame {
	var user []result.Frame
	for _, f := range frames {
		if _, ok := s.Library(f.File); !ok {
			user = append(user, f)
		}
	}
	if len(user) == 0 {
		return frames
	}
	return user
}

// allStd reports whether all frames are in the standard library.
func (s *Sources) allStd(frames []result.Frame) bool {
	return !slices.ContainsFunc(frames, func(f result.Frame) bool { _, std := s.Library(f.File); return !std })
}

// At returns the position of the innermost frame of the user's code, empty if there are no frames.
func (s *Sources) At(frames []result.Frame) string {
	if len(frames) == 0 {
		return ""
	}
	return s.Position(s.User(frames)[0])
}

// Where returns the source lines of all failing operations of f, each line once: the stack of the operation that failed
// first, then the stacks of the accesses, then those of the goroutines that wait, each with the lines where the holder
// acquired its object.
func (s *Sources) Where(f *result.Failure) []string {
	where := []string{}
	seen := map[string]bool{}
	add := func(frames []result.Frame) {
		for _, frame := range s.User(frames) {
			if p := s.Position(frame); !seen[p] {
				seen[p] = true
				where = append(where, p)
			}
		}
	}
	add(f.Where)
	for _, a := range f.Accesses {
		add(a.Where)
	}
	for _, w := range f.Waits {
		add(w.Where)
		add(w.HolderWhere)
	}
	return where
}

// Message returns f's message, which says of a goroutine that goes on for ever what it does, and where.
func (s *Sources) Message(f *result.Failure) string {
	for _, w := range f.Waits {
		if w.Again != "" && strings.HasSuffix(f.Message, "for ever") && slices.Equal(w.Where, f.Where) {
			return f.Message + ": " + w.Again + " at " + s.At(w.Where) + ", again and again"
		}
	}
	return f.Message
}

// Text returns the source line of the innermost frame of the user's code, without its indentation; empty if the file
// cannot be read.
func (s *Sources) Text(frames []result.Frame) string {
	if len(frames) == 0 {
		return ""
	}
	f := s.User(frames)[0]
	lines := s.Lines(f.File)
	if f.Line < 1 || f.Line > len(lines) {
		return ""
	}
	return strings.TrimSpace(lines[f.Line-1])
}

// Lines returns the lines of a file; none if it cannot be read.
func (s *Sources) Lines(file string) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	lines, ok := s.lines[file]
	if !ok {
		lines = readLines(cmp.Or(s.Overlay[file], file))
		if s.lines == nil {
			s.lines = map[string][]string{}
		}
		s.lines[file] = lines
	}
	return lines
}

func readLines(name string) []string {
	file, err := os.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	var lines []string
	for in := bufio.NewScanner(file); in.Scan(); {
		lines = append(lines, in.Text())
	}
	return lines
}

// function returns the name of a function without the directories of its import path.
func function(name string) string {
	return name[strings.LastIndex(name, "/")+1:]
}

// Absolute joins dir with each file name that has no directory. Package testing prints such names.
func Absolute(dir string, frames []result.Frame) {
	for i, f := range frames {
		if f.File != "" && filepath.Base(f.File) == f.File {
			frames[i].File = filepath.Join(dir, f.File)
		}
	}
}
