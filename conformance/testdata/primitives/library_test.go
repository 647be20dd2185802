package primitives

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"
	"unique"
	"weak"
)

// Constructions from the primitives, in the standard library and elsewhere.

// A group is what golang.org/x/sync/errgroup does.
type group struct {
	cancel context.CancelCauseFunc
	wg     sync.WaitGroup
	sem    chan struct{}
	once   sync.Once
	err    error
}

func (g *group) run(f func() error) {
	if g.sem != nil {
		g.sem <- struct{}{}
	}
	g.wg.Add(1)
	go func() {
		defer func() {
			if g.sem != nil {
				<-g.sem
			}
			g.wg.Done()
		}()
		if err := f(); err != nil {
			g.once.Do(func() {
				g.err = err
				if g.cancel != nil {
					g.cancel(err)
				}
			})
		}
	}()
}

func TestErrgroup(t *testing.T) {
	check(t, func() string {
		ctx, cancel := context.WithCancelCause(context.Background())
		g := &group{cancel: cancel}
		g.run(func() error { return errors.New("a") })
		g.run(func() error { return errors.New("b") })
		g.run(func() error { <-ctx.Done(); return ctx.Err() })
		g.wg.Wait()
		return fmt.Sprint(g.err, context.Cause(ctx))
	}, "a a", "b b")
}

func TestErrgroupLimit(t *testing.T) {
	check(t, func() string {
		g := &group{sem: make(chan struct{}, 1)}
		var log tape
		for _, name := range []string{"a", "b", "c"} {
			g.run(func() error { log.add(name); return nil })
		}
		g.wg.Wait()
		return log.String()
	}, "abc")
}

func TestWorkerPool(t *testing.T) {
	check(t, func() string {
		jobs, results := make(chan int), make(chan int)
		var wg sync.WaitGroup
		for range 2 {
			wg.Go(func() {
				for j := range jobs {
					results <- j * j
				}
			})
		}
		go func() { wg.Wait(); close(results) }()
		go func() {
			for i := range 2 {
				jobs <- i + 1
			}
			close(jobs)
		}()
		sum := 0
		for r := range results {
			sum += r
		}
		return fmt.Sprint(sum)
	}, "5")
}

func TestIoPipe(t *testing.T) {
	check(t, func() string {
		r, w := io.Pipe()
		go func() { fmt.Fprint(w, "ab"); fmt.Fprint(w, "cd"); w.CloseWithError(io.ErrUnexpectedEOF) }()
		text, err := io.ReadAll(r)
		return fmt.Sprint(string(text), err)
	}, "abcdunexpected EOF")
}

func TestIoPipeClose(t *testing.T) {
	check(t, func() string {
		r, w := io.Pipe()
		var n int
		var err error
		parallel(func() { n, err = w.Write([]byte("x")) }, func() { r.Close() })
		return fmt.Sprint(n, err)
	}, "0 io: read/write on closed pipe")
}

func TestNetPipe(t *testing.T) {
	checkSlow(t, func() string {
		a, b := net.Pipe()
		go func() { a.Write([]byte("hello")); a.Close() }()
		text, err := io.ReadAll(b)
		return fmt.Sprint(string(text), err)
	}, "hello<nil>")
}

func TestNetPipeDeadline(t *testing.T) {
	checkSlow(t, func() string {
		a, b := net.Pipe()
		defer b.Close()
		a.SetReadDeadline(time.Now().Add(near))
		_, err := a.Read(make([]byte, 1))
		return fmt.Sprint(err)
	}, "read pipe: i/o timeout")
}

// Locks and caches of the library are not interactions.
func TestLibraryCaches(t *testing.T) {
	check(t, func() string {
		type record struct {
			A int            `json:"a"`
			B map[string]int `json:"b"`
		}
		use := func() {
			data, _ := json.Marshal(record{1, map[string]int{"x": 1, "y": 2}})
			var r record
			json.Unmarshal(data, &r)
			regexp.MustCompile(`a+(b|c)`).MatchString("aab")
			template.Must(template.New("t").Parse("{{.A}}")).Execute(io.Discard, r)
			_ = fmt.Sprintf("%v %+v", r, reflect.TypeOf(r))
			strings.NewReplacer("a", "b", "c", "d").Replace("abc")
			log.New(io.Discard, "", log.LstdFlags).Println("x")
			slog.New(slog.NewTextHandler(io.Discard, nil)).Info("x", "k", 1)
			unique.Make("text")
			new(bytes.Buffer).WriteString(time.Unix(0, 0).UTC().Format(time.RFC3339))
		}
		parallel(use, use)
		return "used"
	}, "used")
}

func TestLogShared(t *testing.T) {
	check(t, func() string {
		var buf bytes.Buffer
		l := log.New(&buf, "", 0)
		parallel(func() { l.Print("a") }, func() { l.Print("b") })
		return fmt.Sprint(buf.Len())
	}, "4")
}

func TestTimeFormatting(t *testing.T) {
	check(t, func() string {
		a := time.Now()
		parallel(func() { _ = a.String() }, func() { _ = time.Now().Format(time.RFC1123) })
		return fmt.Sprint(a.Year() > 2000)
	}, "true")
}

func TestWeak(t *testing.T) {
	check(t, func() string {
		p := new(point)
		w := weak.Make(p)
		ok := w.Value() == p
		runtime.KeepAlive(p)
		return fmt.Sprint(ok)
	}, "true")
}

func TestFinalizers(t *testing.T) {
	check(t, func() string {
		p := &point{1, 2}
		runtime.SetFinalizer(p, func(*point) {})
		runtime.AddCleanup(&point{2, 3}, func(int) {}, 1)
		parallel(func() { p.x++ })
		return fmt.Sprint(p.x)
	}, "2")
}
