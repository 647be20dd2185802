package primitives

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"
)

// why returns what an error of a file is.
func why(err error) string {
	switch {
	case err == nil:
		return "ok"
	case err == io.EOF:
		return "EOF"
	case errors.Is(err, os.ErrClosed):
		return "closed"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "late"
	case errors.Is(err, syscall.EPIPE):
		return "EPIPE"
	}
	return err.Error()
}

// piped runs f with a pipe, and closes it.
func piped(f func(r, w *os.File) string) string {
	r, w, err := os.Pipe()
	if err != nil {
		return err.Error()
	}
	defer r.Close()
	defer w.Close()
	return f(r, w)
}

// read returns what one Read of at most n bytes returns.
func read(r io.Reader, n int) string {
	b := make([]byte, n)
	n, err := r.Read(b)
	if err != nil {
		return why(err)
	}
	return string(b[:n])
}

// A read takes what there is.
func TestPipeRead(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			go func() {
				w.Write([]byte("a"))
				w.Write([]byte("b"))
				w.Close()
			}()
			first := read(r, 10)
			rest, _ := io.ReadAll(r)
			return first + "," + string(rest)
		})
	}, "a,b", "ab,")
}

// Two goroutines write.
func TestPipeWriters(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			both := make(chan bool)
			for _, s := range []string{"ab", "cd"} {
				go func() {
					w.Write([]byte(s))
					both <- true
				}()
			}
			<-both
			<-both
			return read(r, 10)
		})
	}, "abcd", "cdab")
}

// What comes before a write comes before the read that gets its bytes.
func TestPipeOrders(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			x := 0
			go func() {
				x = 1
				w.Write([]byte("a"))
			}()
			return fmt.Sprint(read(r, 1), " ", x)
		})
	}, "a 1")
}

// An end is closed while the other one is used.
func TestPipeClose(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			done := make(chan string)
			go func() {
				_, err := w.Write([]byte("a"))
				done <- why(err)
			}()
			err := r.Close()
			return why(err) + " " + <-done
		})
	}, "ok ok", "ok EPIPE")
}

// A read ends when its own end is closed.
func TestPipeCloseRead(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			go r.Close()
			return read(r, 1)
		})
	}, "closed")
}

// The second of two closes fails.
func TestPipeCloseTwice(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			done := make(chan error)
			go func() { done <- r.Close() }()
			err := r.Close()
			return why(err) + " " + why(<-done)
		})
	}, "ok closed", "closed ok")
}

// A pipe has room for 64 KB.
func TestPipeFull(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			w.Write(make([]byte, 64<<10))
			done := make(chan bool, 1)
			go func() {
				w.Write([]byte("a"))
				done <- true
			}()
			select {
			case <-done:
				return "room"
			default:
			}
			io.ReadFull(r, make([]byte, 64<<10))
			<-done
			return read(r, 1)
		})
	}, "a")
}

// A write of more than there is room for is divided.
func TestPipeLarge(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			go func() {
				w.Write(make([]byte, 65<<10))
				w.Close()
			}()
			n, err := io.ReadFull(r, make([]byte, 65<<10))
			return fmt.Sprint(n, " ", why(err), " ", read(r, 1))
		})
	}, "66560 ok EOF")
}

// A write that waits in the middle of its bytes is not divided by another one.
func TestPipeTwoLarge(t *testing.T) {
	checkFew(t, func() string {
		return piped(func(r, w *os.File) string {
			var wg sync.WaitGroup
			for _, c := range [...]byte{'a', 'b'} {
				wg.Go(func() { w.Write(bytes.Repeat([]byte{c}, 40<<10)) })
			}
			all := make([]byte, 80<<10)
			n, err := io.ReadFull(r, all)
			wg.Wait()
			for i, c := range all {
				if i > 0 && c != all[i-1] && i != 40<<10 {
					return "mixed"
				}
			}
			return fmt.Sprint(n, " ", why(err), " ", string(all[:1]))
		})
	}, "81920 ok a", "81920 ok b")
}

// A deadline ends a read, and can be taken back.
func TestPipeDeadline(t *testing.T) {
	checkSlow(t, func() string {
		return piped(func(r, w *os.File) string {
			r.SetReadDeadline(time.Now().Add(time.Millisecond))
			first := read(r, 1)
			r.SetReadDeadline(time.Time{})
			w.Write([]byte("a"))
			return first + " " + read(r, 1)
		})
	}, "late a")
}

// A deadline is set while a read waits.
func TestPipeDeadlineNow(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			go r.SetReadDeadline(time.Now())
			return read(r, 1)
		})
	}, "late")
}

// A write and a deadline.
func TestPipeDeadlineRace(t *testing.T) {
	checkSlow(t, func() string {
		return piped(func(r, w *os.File) string {
			r.SetReadDeadline(time.Now().Add(10 * time.Millisecond))
			go func() {
				time.Sleep(10 * time.Millisecond)
				w.Write([]byte("a"))
			}()
			return read(r, 1)
		})
	}, "late", "a")
}

// Nobody closes the end that is written to.
func TestPipeNeverEnds(t *testing.T) {
	checkSlow(t, func() string {
		r, w, _ := os.Pipe()
		defer w.Close()
		w.Write([]byte("a"))
		io.ReadAll(r)
		return "ends"
	}, blocked)
}

// What comes before a Close comes after the read that it ends.
func TestPipeCloseOrders(t *testing.T) {
	check(t, func() string {
		return piped(func(r, w *os.File) string {
			x := 0
			go func() {
				x = 1
				r.Close()
			}()
			return fmt.Sprint(read(r, 1), " ", x)
		})
	}, "closed 1")
}
