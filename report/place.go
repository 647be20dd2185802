package report

import (
	"fmt"
	"os"
	"path/filepath"

	"heddle/report/deciding"
	"heddle/result"
)

// Root is the directory of the repository that holds s.Dir, or s.Dir itself: names of files are relative to it where they are shown beside
// the repository's files.
func (s *Sources) Root() string {
	for at := s.Dir; ; at = filepath.Dir(at) {
		if _, err := os.Stat(filepath.Join(at, ".git")); err == nil {
			return at
		}
		if at == filepath.Dir(at) {
			return s.Dir
		}
	}
}

// InRoot is the name of a file relative to Root, with slashes; ok is false if it is not below Root.
func (s *Sources) InRoot(file string) (name string, ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.root == "" {
		s.root = s.Root()
	}
	name, err := filepath.Rel(s.root, file)
	return filepath.ToSlash(name), err == nil && filepath.IsLocal(name)
}

// A Place is a source line of a failure, and what happens there.
type Place struct {
	result.Frame
	What string // empty for the failure itself
}

// Places are the source lines where f happens, the failing operation's first: the accesses of a race, or where each goroutine waits, where
// the holder of what it waits for has taken it, and the steps whose order decides.
func (s *Sources) Places(f *result.Failure) (places []Place) {
	add := func(frames []result.Frame, what string) {
		if len(frames) == 0 {
			return
		}
		frame := s.User(frames)[0]
		for i, p := range places {
			if p.Frame == frame {
				if p.What == "" {
					places[i].What = what
				}
				return
			}
		}
		places = append(places, Place{frame, what})
	}
	add(f.Where, "")
	for _, a := range f.Accesses {
		add(a.Where, a.Text()+" by "+a.Thread)
	}
	for _, w := range f.Waits {
		if w.Again != "" {
			add(w.Where, w.Thread+" "+w.Again+" again and again")
			continue
		}
		add(w.Where, w.Thread+" waits for "+w.For)
		add(w.HolderWhere, "held by "+w.Holder+" since here")
	}
	for _, p := range deciding.Pairs(s, f) {
		for i, step := range []int{p.First, p.Second} {
			if step > 0 {
				add(f.Steps[step-1].Where, fmt.Sprintf("step %d (%s: %s), whose order decides", step, p.Goroutines[i], p.Ops[i]))
			}
		}
	}
	return places
}
