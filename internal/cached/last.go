package cached

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"heddle/internal/corpus"
	"heddle/internal/whole"
	"heddle/report"
	"heddle/result"
)

// mostLastSteps is how many steps a schedule may have that is kept for the next run.
const mostLastSteps = 5000

// lastFile is the file with the schedules of the failures of a package's last run. The code is not part of its name: it will have changed.
func lastFile(root, pkgDir, pkg string) string {
	return filepath.Join(root, dir, fmt.Sprintf("%x.last", sha256.Sum256([]byte(pkgDir+"\n"+pkg))))
}

// Last returns the schedules of the failures of the package's last run. What is not there, or cannot be read, is nothing.
func Last(root, pkgDir, pkg string) (list []result.Kept) {
	text, err := os.ReadFile(lastFile(root, pkgDir, pkg))
	if err != nil || report.Unseal(text, &list) != nil {
		return nil
	}
	return slices.DeleteFunc(list, func(k result.Kept) bool { return corpus.Check(&k) != nil || k.File != "" })
}

// SaveLast keeps these schedules for the next run, in the place of those that are there.
func SaveLast(root, pkgDir, pkg string, list []result.Kept) error {
	file := lastFile(root, pkgDir, pkg)
	list = slices.DeleteFunc(slices.Clone(list), func(k result.Kept) bool { return len(k.Steps) > mostLastSteps })
	if len(list) == 0 {
		if err := os.Remove(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("cache: %w", err)
		}
		return nil
	}
	text, err := report.Seal(list)
	if err == nil {
		err = whole.Write(file, text)
	}
	if err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return nil
}
