package races

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"expvar"
	"fmt"
	"io"
	"log"
	"log/slog"
	"math/big"
	"math/rand"
	"mime"
	"os"
	"reflect"
	"regexp"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"text/template"
	"time"
	"unique"
)

// Two goroutines that do different things to the same memory, or the same thing to different memory.

func TestRaceReadOfInterface(t *testing.T) {
	v := new(pair)
	together(func() { sinks.Store(any(*v)) }, func() { v.A = 1 })
}

func TestRaceReadOfSliceToInterface(t *testing.T) {
	v := new([]int)
	together(func() { sinks.Store(any(*v)) }, func() { *v = []int{1} })
}

func TestRaceReadOfSprint(t *testing.T) {
	v := new(pair)
	together(func() { sinks.Store(fmt.Sprint(v)) }, func() { v.B = "y" })
}

func TestRaceReadOfMarshal(t *testing.T) {
	v := new(pair)
	together(func() { json.Marshal(v) }, func() { v.B = "y" })
}

func TestRaceReadOfMapLookup(t *testing.T) {
	m := map[string]int{}
	together(func() { _ = m["a"] }, func() { m["b"] = 1 })
}

func TestRaceReadOfMapLen(t *testing.T) {
	m := map[string]int{}
	together(func() { sinks.Store(len(m)) }, func() { m["b"] = 1 })
}

func TestRaceReadOfReflectLen(t *testing.T) {
	m := map[string]int{}
	together(func() { sinks.Store(reflect.ValueOf(m).Len()) }, func() { m["b"] = 1 })
}

func TestRaceReadOfReflectInt(t *testing.T) {
	v := new(pair)
	together(func() { sinks.Store(int(reflect.ValueOf(v).Elem().Field(0).Int())) }, func() { v.A = 1 })
}

func TestRaceReadOfJoin(t *testing.T) {
	s := []string{"a", "b"}
	together(func() { strings.Join(s, ",") }, func() { s[1] = "c" })
}

func TestRaceReadOfBufferString(t *testing.T) {
	b := bytes.NewBufferString("a")
	together(func() { sinks.Store(b.String()) }, func() { b.WriteByte('x') })
}

func TestRaceReadOfBytesToString(t *testing.T) {
	b := []byte("ab")
	together(func() { sinks.Store(string(b)) }, func() { b[1] = 'x' })
}

func TestRaceReadOfAppend(t *testing.T) {
	b := []byte("ab")
	together(func() { sinks.Store(append([]byte(nil), b...)) }, func() { b[1] = 'x' })
}

func TestRaceReadOfCopy(t *testing.T) {
	b := []byte("ab")
	together(func() { copy(make([]byte, 2), b) }, func() { b[1] = 'x' })
}

func TestRaceReadOfWrite(t *testing.T) {
	b := []byte("ab")
	together(func() { os.WriteFile(os.DevNull, b, 0o666) }, func() { b[1] = 'x' })
}

func TestRaceReadOfBinarySearch(t *testing.T) {
	s := []int{1, 2, 3}
	together(func() { sort.SearchInts(s, 3) }, func() { s[1] = 2 })
}

func TestRaceReadOfContains(t *testing.T) {
	s := []int{1, 2, 3}
	together(func() { slices.Contains(s, 3) }, func() { s[1] = 2 })
}

func TestRaceReadOfEqual(t *testing.T) {
	s := []int{1, 2, 3}
	together(func() { slices.Equal(s, []int{1, 2, 3}) }, func() { s[1] = 2 })
}

func TestRaceReadOfBigString(t *testing.T) {
	x := big.NewInt(5)
	together(func() { sinks.Store(x.String()) }, func() { x.SetInt64(7) })
}

func TestRaceCopyOfMutex(t *testing.T) {
	x := new(struct {
		mu sync.Mutex
		n  int
	})
	together(func() { x.mu.Lock(); x.mu.Unlock() }, func() { y := *x; sinks.Store(&y) })
}

func TestRaceCopyOfOnce(t *testing.T) {
	x := new(struct {
		once sync.Once
		n    int
	})
	together(func() { x.once.Do(func() {}) }, func() { y := *x; sinks.Store(&y) })
}

func TestRaceCopyOfMap(t *testing.T) {
	x := new(struct {
		m sync.Map
		n int
	})
	together(func() { x.m.Store(1, 1) }, func() { y := *x; sinks.Store(&y) })
}

func TestNoneTwoFields(t *testing.T) {
	v := new(pair)
	together(func() { v.A = 1 }, func() { v.B = "x" })
}

func TestNoneTwoElements(t *testing.T) {
	s := make([]byte, 2)
	together(func() { s[0] = 1 }, func() { s[1] = 2 })
}

func TestNoneTwoHalves(t *testing.T) {
	b := make([]byte, 8)
	together(func() { io.ReadFull(strings.NewReader("abcd"), b[:4]) }, func() { io.ReadFull(strings.NewReader("abcd"), b[4:]) })
}

func TestNoneTwoSorts(t *testing.T) {
	s := []int{3, 1, 2, 6, 5, 4}
	together(func() { sort.Ints(s[:3]) }, func() { sort.Ints(s[3:]) })
}

func TestNoneTwoBuffers(t *testing.T) {
	a, b := new(bytes.Buffer), new(bytes.Buffer)
	together(func() { a.WriteString("x") }, func() { b.WriteString("x") })
}

func TestNoneTwoPrints(t *testing.T) {
	together(func() { fmt.Fprintln(io.Discard, 1, "a") }, func() { fmt.Fprintln(io.Discard, 1, "a") })
}

func TestNoneTwoMarshals(t *testing.T) {
	together(func() { json.Marshal(pair{}) }, func() { json.Marshal(pair{}) })
}

func TestNoneTwoReads(t *testing.T) {
	s := []int{1, 2}
	together(func() { _ = append([]int(nil), s...) }, func() { sort.SearchInts(s, 2) })
}

func TestNoneTwoMapReads(t *testing.T) {
	m := map[string]int{"a": 1}
	together(func() { _ = m["a"] }, func() {
		for k := range m {
			_ = m[k]
		}
	})
}

func TestNoneTwoRands(t *testing.T) {
	together(func() { rand.Intn(10) }, func() { rand.Intn(10) })
}

func TestNoneTwoLogs(t *testing.T) {
	l := log.New(io.Discard, "", log.LstdFlags)
	together(func() { l.Println(1) }, func() { l.Println(2) })
}

func TestNoneTwoFiles(t *testing.T) {
	together(func() { os.ReadFile("go.mod") }, func() { os.ReadFile("go.mod") })
}

func TestNoneTwoRegexps(t *testing.T) {
	x := regexp.MustCompile("a+")
	together(func() { x.MatchString("baa") }, func() { x.MatchString("baa") })
}

func TestNoneTwoTemplates(t *testing.T) {
	x := template.Must(template.New("x").Parse("{{.}}"))
	together(func() { x.Execute(io.Discard, 1) }, func() { x.Execute(io.Discard, 2) })
}

func TestNoneTwoTypes(t *testing.T) {
	together(func() { reflect.TypeOf(pair{}).NumField(); fmt.Sprint(pair{}) }, func() { reflect.TypeOf(pair{}).NumField(); fmt.Sprint(pair{}) })
}

func TestNoneTwoLocations(t *testing.T) {
	together(func() { time.Unix(0, 0).Local().String() }, func() { time.Unix(0, 0).Local().String() })
}

func TestNoneTwoUniques(t *testing.T) {
	together(func() { sinks.Store(unique.Make("a").Value()) }, func() { sinks.Store(unique.Make("a").Value()) })
}

func TestNoneTwoErrors(t *testing.T) {
	together(func() { errors.Is(fmt.Errorf("%w", io.EOF), io.EOF) }, func() { errors.Is(fmt.Errorf("%w", io.EOF), io.EOF) })
}

func TestNoneTwoOnceValues(t *testing.T) {
	f := sync.OnceValue(func() *pair { return &pair{1, "a"} })
	together(func() { sinks.Store(f().A) }, func() { sinks.Store(f().A) })
}

func TestNoneTwoHashes(t *testing.T) {
	together(func() { sha256.Sum256([]byte("a")) }, func() { sha256.Sum256([]byte("a")) })
}

func TestNoneTwoMimes(t *testing.T) {
	together(func() { mime.TypeByExtension(".html") }, func() { mime.TypeByExtension(".html") })
}

func TestNoneTwoGzips(t *testing.T) {
	together(func() { gzip.NewWriter(io.Discard).Write([]byte("x")) }, func() { gzip.NewWriter(io.Discard).Write([]byte("x")) })
}

func TestNoneTwoPipes(t *testing.T) {
	r, w := io.Pipe()
	together(func() { w.Write([]byte("ab")); w.Close() }, func() { io.ReadAll(r) })
}

func TestNoneTwoExpvars(t *testing.T) {
	n := new(expvar.Int)
	together(func() { n.Add(1) }, func() { n.Add(1); n.Value() })
}

func TestNonePoolOfBuffers(t *testing.T) {
	p := sync.Pool{New: func() any { return new(bytes.Buffer) }}
	together(func() { b := p.Get().(*bytes.Buffer); b.Reset(); b.WriteString("x"); p.Put(b) }, func() { b := p.Get().(*bytes.Buffer); b.Reset(); b.WriteString("x"); p.Put(b) })
}

func TestNoneSyncMapValue(t *testing.T) {
	m := new(sync.Map)
	together(func() { v := new(pair); v.A = 1; m.Store(1, v) }, func() {
		if v, ok := m.Load(1); ok {
			v.(*pair).A++
		}
	})
}

func TestNoneContextValue(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	v := new(pair)
	together(func() { v.A = 1; cancel(io.EOF) }, func() { <-ctx.Done(); v.A++; sinks.Store(context.Cause(ctx)) })
}

func TestNoneTLog(t *testing.T) {
	together(func() { t.Log("a") }, func() { t.Log("b") })
}

func TestNoneTError(t *testing.T) {
	together(func() { t.Helper(); t.Name(); t.Failed() }, func() { t.Helper(); t.Logf("%d", 1); t.Failed() })
}

func TestNoneSetenv(t *testing.T) {
	together(func() { os.Setenv("RACES", "1") }, func() { os.Getenv("RACES"); os.Environ() })
}

func TestNoneSlog(t *testing.T) {
	l := slog.New(slog.NewTextHandler(io.Discard, nil))
	together(func() { l.Info("a", "b", 1) }, func() { l.With("c", 2).Info("a") })
}

func TestNoneTimerAfter(t *testing.T) {
	n := new(int)
	together(func() { *n = 1; time.Sleep(time.Millisecond) }, func() { time.AfterFunc(time.Millisecond, func() { sinks.Store(1) }).Stop() })
}

// The test function itself makes the access, in a function of the standard library that is inlined in it.
func TestRaceInlinedInTheTest(t *testing.T) {
	b := new(strings.Builder)
	done := make(chan bool)
	go func() { sinks.Store(b.Len()); close(done) }()
	b.WriteString("x")
	<-done
}
