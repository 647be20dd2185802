package stateful

import (
	"bytes"
	"io/fs"
	"sync"
	"testing"
	"testing/fstest"
)

// scan: one thread walks a tree of files and queues the files. Workers take files from the queue and count those that
// contain a word.
func scan(t *testing.T, workers int) {
	tree := fstest.MapFS{
		"a/one": {Data: []byte("the warp")},
		"a/two": {Data: []byte("the weft")},
	}
	var mu, found sync.Mutex
	more := sync.NewCond(&mu)
	var queue [][]byte
	walked, matches := false, 0
	next := func() []byte {
		mu.Lock()
		defer mu.Unlock()
		for len(queue) == 0 && !walked {
			more.Wait()
		}
		if len(queue) == 0 {
			return nil
		}
		file := queue[0]
		queue = queue[1:]
		return file
	}
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for file := next(); file != nil; file = next() {
				if bytes.Contains(file, []byte("weft")) {
					found.Lock()
					matches++
					found.Unlock()
				}
			}
		})
	}
	err := fs.WalkDir(tree, ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(tree, path)
		mu.Lock()
		queue = append(queue, data)
		mu.Unlock()
		more.Signal()
		return err
	})
	mu.Lock()
	walked = true
	mu.Unlock()
	more.Broadcast()
	wg.Wait()
	if err != nil || matches != 1 {
		t.Fatal(matches, err)
	}
}

func TestScan_1(t *testing.T) { scan(t, 1) }
func TestScan_2(t *testing.T) { scan(t, 2) }
func TestScan_3(t *testing.T) { scan(t, 3) }
func TestScan_4(t *testing.T) { scan(t, 4) }
func TestScan_5(t *testing.T) { scan(t, 5) }
