package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"heddle/result"
)

// Schedules records schedules as files in a directory. It makes the directory when it writes the first file.
type Schedules struct {
	Dir  string
	used map[string]int // how many were written for each package and test
}

// Write records s as package.test.n.json, with n = 1 for the first schedule of the test, and returns the file's name.
// It writes the whole file or none.
func (s *Schedules) Write(schedule *result.Schedule) (string, error) {
	text, err := json.MarshalIndent(schedule, "", " ")
	if err != nil {
		return "", fmt.Errorf("recording a schedule: %w", err)
	}
	if s.used == nil {
		s.used = map[string]int{}
	}
	stem := strings.ReplaceAll(schedule.Package, "/", "_") + "." + schedule.Test
	s.used[stem]++
	name := filepath.Join(s.Dir, fmt.Sprintf("%s.%d.json", stem, s.used[stem]))
	if err := writeFile(name, append(text, '\n')); err != nil {
		return "", fmt.Errorf("recording a schedule in %s (choose another directory with -o): %w", s.Dir, err)
	}
	return name, nil
}

// writeFile writes a file through a temporary file beside it.
func writeFile(name string, text []byte) error {
	dir := filepath.Dir(name)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	temp, err := os.CreateTemp(dir, ".heddle-*")
	if err != nil {
		return err
	}
	_, err = temp.Write(text)
	err = errors.Join(err, temp.Chmod(0o644), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), name)
	}
	if err != nil {
		os.Remove(temp.Name())
	}
	return err
}

// ReadSchedule reads a recorded schedule. Its error says whether the file is not a schedule, is damaged, or has another
// version.
func ReadSchedule(name string) (*result.Schedule, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading a schedule: %w", err)
	}
	var version struct{ Version int }
	if err := json.Unmarshal(text, &version); err != nil {
		return nil, fmt.Errorf("reading a schedule: %s is damaged, record it again with heddle test: %w", name, err)
	}
	if version.Version != result.ScheduleVersion {
		return nil, fmt.Errorf("reading a schedule: %s has version %d, this heddle reads version %d: record it again with heddle test",
			name, version.Version, result.ScheduleVersion)
	}
	var s result.Schedule
	if err := json.Unmarshal(text, &s); err != nil {
		return nil, fmt.Errorf("reading a schedule: %s is damaged, record it again with heddle test: %w", name, err)
	}
	if s.Package == "" || s.Test == "" {
		return nil, fmt.Errorf("reading a schedule: %s names no test, record it again with heddle test", name)
	}
	for i, c := range s.Choices {
		if c.Thread == "" {
			return nil, fmt.Errorf("reading a schedule: %s is damaged at choice %d, record it again with heddle test", name, i+1)
		}
	}
	return &s, nil
}
