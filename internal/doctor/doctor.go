// Package doctor checks what heddle needs on a machine, and says so.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"heddle/internal/command"
	"heddle/internal/version"
	"heddle/internal/whole"
	"heddle/result"
	"heddle/toolchain"
)

// Version prints the version of heddle, and the versions of Go: that of heddle itself, those that it supports, the one that it finds here.
func Version(w io.Writer) error {
	if err := version.Print(w); err != nil {
		return err
	}
	here := "none that it can use here"
	if g, err := toolchain.Locate(context.Background(), "."); err == nil {
		here = "here " + g.Version + " in " + g.Root
	}
	_, err := fmt.Fprintf(w, "explores tests with %s; %s\n", strings.Join(toolchain.Releases, " and "), here)
	return err
}

// leastFree is how many bytes should be free: a patched standard library, compiled, takes about half of it.
const leastFree = 1 << 30

// Check prints what is there and what is not. It reports whether heddle can work.
func Check(ctx context.Context, w io.Writer) bool {
	ok := true
	say := func(what, text string, err error) {
		word := "ok  "
		if err != nil {
			word, text, ok = "FAIL", err.Error(), false
		}
		fmt.Fprintf(w, "%s %-9s %s\n", word, what, text)
	}
	say("heddle", version.Module(), nil)
	found := ""
	g, err := toolchain.Locate(ctx, ".")
	if err == nil {
		found = g.Version + " in " + g.Root
	}
	say("go", found, err)
	root, err := toolchain.CacheDir()
	if err == nil {
		err = whole.Check(filepath.Join(root, "doctor"))
	}
	say("cache", fmt.Sprintf("%s, %s", root, size(used(root))), err)
	for _, place := range [][2]string{{"disk", root}, {"temp", os.TempDir()}} {
		free, err := free(place[1])
		if err == nil && free < leastFree {
			err = fmt.Errorf("%s are free at %s: %s are needed", size(free), place[1], size(leastFree))
		}
		say(place[0], fmt.Sprintf("%s free at %s", size(free), place[1]), err)
	}
	if ok {
		fmt.Fprintf(w, "     %-9s two small tests; the first time, this compiles the standard library\n", "self-test")
		began := time.Now()
		err := selfTest(ctx)
		say("self-test", fmt.Sprintf("found a deadlock, replayed it, and proved that there is none in another test (%.1fs)", time.Since(began).Seconds()), err)
	}
	return ok
}

// used is how many bytes the files below root take.
func used(root string) (bytes int64) {
	filepath.WalkDir(root, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil
	})
	return bytes
}

func size(n int64) string {
	if n >= 1<<30 {
		return fmt.Sprintf("%.1f GB", float64(n)/(1<<30))
	}
	return fmt.Sprintf("%d MB", n>>20)
}

// module is what the self-test explores.
var module = map[string]string{
	"go.mod": "module doctor\n\ngo 1.25\n",
	"doctor_test.go": `package doctor

import (
	"sync"
	"testing"
)

func locks(first, second *sync.Mutex, wg *sync.WaitGroup) {
	wg.Go(func() {
		first.Lock()
		second.Lock()
		second.Unlock()
		first.Unlock()
	})
}

func TestBad(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	locks(&a, &b, &wg)
	locks(&b, &a, &wg)
	wg.Wait()
}

func TestGood(t *testing.T) {
	var a, b sync.Mutex
	var wg sync.WaitGroup
	locks(&a, &b, &wg)
	locks(&a, &b, &wg)
	wg.Wait()
}
`,
}

// selfTest runs heddle test and heddle replay on the module.
func selfTest(ctx context.Context) error {
	dir, err := os.MkdirTemp("", "heddle-doctor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for name, text := range module {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			return err
		}
	}
	self, err := os.Executable()
	if err != nil {
		return err
	}
	heddle := command.At(self, filepath.Join(dir, "schedules"))
	tests, err := heddle.Explore(ctx, dir, ".")
	if err != nil {
		return err
	}
	bad, good := tests["TestBad"], tests["TestGood"]
	if bad == nil || len(bad.Failures) != 1 || bad.Failures[0].Kind != "deadlock" {
		return fmt.Errorf("heddle test did not find the deadlock: %+v", bad)
	}
	if good == nil || !good.Complete || good.Verdict != result.Pass {
		return fmt.Errorf("heddle test did not find that there is no deadlock: %+v", good)
	}
	switch failed, err := heddle.Replay(ctx, dir, bad.Failures[0].Schedule); {
	case err != nil:
		return err
	case !failed:
		return errors.New("heddle replay did not show the deadlock again")
	}
	return nil
}
