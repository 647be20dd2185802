package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"heddle/internal/whole"
	"heddle/result"
)

// Schedules records schedules as files in a directory. It makes the directory when it writes the first file. Its methods may be called
// concurrently.
type Schedules struct {
	Dir  string
	mu   sync.Mutex
	used map[string]int // how many were written for each package and test
}

// Write records s as package.test.n.json, with n = 1 for the first schedule of the test, and returns the file's name.
// It writes the whole file or none.
func (s *Schedules) Write(schedule *result.Schedule) (string, error) {
	sealed := *schedule
	var err error
	sealed.Checksum, err = checksum(schedule)
	var text []byte
	if err == nil {
		text, err = json.MarshalIndent(&sealed, "", " ")
	}
	if err != nil {
		return "", fmt.Errorf("recording a schedule: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used == nil {
		s.used = map[string]int{}
	}
	stem := strings.ReplaceAll(schedule.Package, "/", "_") + "." + schedule.Test
	s.used[stem]++
	name := filepath.Join(s.Dir, fmt.Sprintf("%s.%d.json", stem, s.used[stem]))
	if err := whole.Write(name, append(text, '\n')); err != nil {
		return "", fmt.Errorf("recording a schedule in %s (choose another directory with -o): %w", s.Dir, err)
	}
	if err := os.Remove(PageOf(name)); err != nil && !errors.Is(err, os.ErrNotExist) { // it shows an older schedule
		return name, fmt.Errorf("recording a schedule in %s: %w", s.Dir, err)
	}
	return name, nil
}

// PageOf is the file of the page of the schedule in the file name.
func PageOf(name string) string { return strings.TrimSuffix(name, ".json") + ".html" }

// ReadSchedule reads a recorded schedule. Its error says whether the file is not a schedule, is damaged, or has another version. A
// schedule whose fields make sense but do not fit its checksum was edited: it is returned with a warning.
func ReadSchedule(name string) (s *result.Schedule, warning string, err error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, "", fmt.Errorf("reading a schedule: %w", err)
	}
	damaged := func(err error) error {
		return fmt.Errorf("reading a schedule: %s is damaged, record it again with heddle test: %w", name, err)
	}
	var version struct{ Version int }
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, "", damaged(err)
	}
	if version.Version != result.ScheduleVersion {
		return nil, "", fmt.Errorf("reading a schedule: %s has version %d, this heddle reads version %d: record it again with heddle test",
			name, version.Version, result.ScheduleVersion)
	}
	s = new(result.Schedule)
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(s); err != nil {
		return nil, "", damaged(err)
	}
	if s.Package == "" || s.Test == "" {
		return nil, "", fmt.Errorf("reading a schedule: %s names no test, record it again with heddle test", name)
	}
	if err := CheckSchedule(s); err != nil {
		return nil, "", damaged(err)
	}
	now, err := checksum(s)
	switch {
	case err != nil:
		return nil, "", damaged(err)
	case s.Checksum == "":
		warning = "it has no checksum"
	case s.Checksum != now:
		warning = "its checksum does not fit what it says"
	}
	if warning != "" {
		warning = name + " is not as heddle test recorded it: " + warning + ". What it shows may be something else"
	}
	s.Checksum = ""
	return s, warning, nil
}

// checksum is the checksum of what s says. The layout of the file does not matter.
func checksum(s *result.Schedule) (string, error) {
	content := *s
	content.Checksum = ""
	text, err := json.Marshal(&content)
	if err != nil {
		return "", err
	}
	return sum(text), nil
}

// CheckDir returns an error if dir, or a parent of it, exists and is not a directory.
func CheckDir(dir string) error {
	for at := filepath.Clean(dir); ; at = filepath.Dir(at) {
		info, err := os.Stat(at)
		switch {
		case err == nil && info.IsDir():
			return nil
		case err == nil:
			return fmt.Errorf("-o %s: %s is not a directory: choose another one", dir, at)
		case !errors.Is(err, os.ErrNotExist):
			if !strings.Contains(err.Error(), "not a directory") {
				return fmt.Errorf("-o %s: %w: choose another directory", dir, err)
			}
		case at == filepath.Dir(at):
			return nil
		}
	}
}
