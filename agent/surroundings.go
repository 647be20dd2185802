package agent

import (
	"os"
	"path/filepath"
	"strings"
	_ "unsafe" // for linkname
)

// surroundings is the state of the process that an execution can change and leave changed, because it was ended before
// its cleanup functions ran: the environment, the working directory, files that it has made. Files that were there before are not put
// back.
type surroundings struct {
	env    []string
	dir    string
	temp   string // a directory for the temporary files of this process alone; empty if there is none
	kept   map[string]bool
	shared bool // an execution has made files that other processes may find
}

// changed is set when a managed goroutine changes the surroundings through package os.
//
//go:linkname changed os.heddleChanged
var changed bool

// made are the files and directories that managed goroutines have made, touched is one that was there before, and that they have changed.
//
//go:linkname made os.heddleMade
var made []string

//go:linkname touched os.heddleTouched
var touched string

// useTemp makes a directory inside dir and uses it for temporary files.
func (s *surroundings) useTemp(dir string) {
	temp, err := os.MkdirTemp(dir, "tmp-")
	if err == nil && os.Setenv("TMPDIR", temp) == nil {
		s.temp = temp
	}
}

// save saves what restore puts back.
func (s *surroundings) save() {
	s.env = os.Environ()
	s.dir, _ = os.Getwd()
	s.kept = map[string]bool{}
	for _, name := range s.temporary() {
		s.kept[name] = true
	}
	changed, made, touched, s.shared = false, nil, "", false
}

// lasting returns a sentence about files that an execution finds as the one before has left them; empty if there are none.
func (s *surroundings) lasting() string {
	if touched == "" || s.own(touched) {
		return ""
	}
	return "the test changes " + touched + ", which is not put back before each execution: let it work on a copy in t.TempDir()"
}

// own reports whether the name is one of this process's temporary files.
func (s *surroundings) own(name string) bool { return s.temp != "" && strings.HasPrefix(name, s.temp) }

// restore puts back what has changed since save. What cannot be put back stays.
func (s *surroundings) restore() {
	if !changed {
		return
	}
	changed = false
	os.Clearenv()
	for _, e := range s.env {
		// A name may begin with "=" where the system keeps a directory for each drive.
		if i := strings.IndexByte(e[1:], '='); i >= 0 {
			_ = os.Setenv(e[:i+1], e[i+2:])
		}
	}
	_ = os.Chdir(s.dir)
	for i := len(made) - 1; i >= 0; i-- {
		s.shared = s.shared || !s.own(made[i])
		_ = os.RemoveAll(made[i])
	}
	made = nil
	for _, name := range s.temporary() {
		if !s.kept[name] {
			_ = os.RemoveAll(name)
		}
	}
}

// temporary lists the temporary files.
func (s *surroundings) temporary() []string {
	if s.temp == "" {
		return nil
	}
	entries, _ := os.ReadDir(s.temp)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = filepath.Join(s.temp, e.Name())
	}
	return names
}
