package races

import (
	"bufio"
	"bytes"
	"container/heap"
	"container/list"
	"container/ring"
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"hash/fnv"
	"io"
	"math/big"
	"math/rand"
	randv2 "math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"
	"text/tabwriter"
	"text/template"
	"time"
)

// What the standard library does to memory: with nothing in between, and under a lock.

type pair struct {
	A int
	B string
}

func (p *pair) String() string { return p.B }
func (p *pair) Inc()           { p.A++ }
func (p *pair) inc()           { p.A++ }

type numbers []int

func (h numbers) Len() int           { return len(h) }
func (h numbers) Less(i, j int) bool { return h[i] < h[j] }
func (h numbers) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *numbers) Push(x any)        { *h = append(*h, x.(int)) }
func (h *numbers) Pop() any          { x := (*h)[len(*h)-1]; *h = (*h)[:len(*h)-1]; return x }

func TestRaceBuffer(t *testing.T) {
	b := new(bytes.Buffer)
	twice(func() { b.WriteString("x") })
}

func TestNoneBuffer(t *testing.T) {
	b := new(bytes.Buffer)
	alternately(func() { b.WriteString("x") })
}

func TestRaceBuilder(t *testing.T) {
	b := new(strings.Builder)
	twice(func() { b.WriteString("x") })
}

func TestNoneBuilder(t *testing.T) {
	b := new(strings.Builder)
	alternately(func() { b.WriteString("x") })
}

func TestRaceRand(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	twice(func() { r.Intn(10) })
}

func TestNoneRand(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	alternately(func() { r.Intn(10) })
}

func TestRaceRandV2(t *testing.T) {
	r := randv2.New(randv2.NewPCG(1, 2))
	twice(func() { r.IntN(10) })
}

func TestNoneRandV2(t *testing.T) {
	r := randv2.New(randv2.NewPCG(1, 2))
	alternately(func() { r.IntN(10) })
}

func TestRaceBufioWriter(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	twice(func() { w.WriteString("xy") })
}

func TestNoneBufioWriter(t *testing.T) {
	w := bufio.NewWriter(io.Discard)
	alternately(func() { w.WriteString("xy") })
}

func TestRaceBufioReader(t *testing.T) {
	r := bufio.NewReader(strings.NewReader("hello"))
	twice(func() { r.ReadByte() })
}

func TestNoneBufioReader(t *testing.T) {
	r := bufio.NewReader(strings.NewReader("hello"))
	alternately(func() { r.ReadByte() })
}

func TestRaceScanner(t *testing.T) {
	s := bufio.NewScanner(strings.NewReader("a\nb\nc\n"))
	twice(func() { s.Scan() })
}

func TestNoneScanner(t *testing.T) {
	s := bufio.NewScanner(strings.NewReader("a\nb\nc\n"))
	alternately(func() { s.Scan() })
}

func TestRaceSortInts(t *testing.T) {
	s := []int{3, 1, 2}
	twice(func() { sort.Ints(s) })
}

func TestNoneSortInts(t *testing.T) {
	s := []int{3, 1, 2}
	alternately(func() { sort.Ints(s) })
}

func TestRaceSortSlice(t *testing.T) {
	s := []int{3, 1, 2}
	twice(func() { sort.Slice(s, func(i, j int) bool { return s[i] < s[j] }) })
}

func TestNoneSortSlice(t *testing.T) {
	s := []int{3, 1, 2}
	alternately(func() { sort.Slice(s, func(i, j int) bool { return s[i] < s[j] }) })
}

func TestRaceSlicesSort(t *testing.T) {
	s := []int{3, 1, 2}
	twice(func() { slices.Sort(s) })
}

func TestNoneSlicesSort(t *testing.T) {
	s := []int{3, 1, 2}
	alternately(func() { slices.Sort(s) })
}

func TestRaceSlicesReverse(t *testing.T) {
	s := []string{"c", "a", "b"}
	twice(func() { slices.Reverse(s) })
}

func TestNoneSlicesReverse(t *testing.T) {
	s := []string{"c", "a", "b"}
	alternately(func() { slices.Reverse(s) })
}

func TestRaceSlicesInsert(t *testing.T) {
	s := make([]int, 3, 10)
	twice(func() { slices.Insert(s, 1, 5) })
}

func TestNoneSlicesInsert(t *testing.T) {
	s := make([]int, 3, 10)
	alternately(func() { slices.Insert(s, 1, 5) })
}

func TestRaceHeap(t *testing.T) {
	h := &numbers{3, 1}
	twice(func() { heap.Push(h, 4) })
}

func TestNoneHeap(t *testing.T) {
	h := &numbers{3, 1}
	alternately(func() { heap.Push(h, 4) })
}

func TestRaceList(t *testing.T) {
	l := list.New()
	twice(func() { l.PushBack(1) })
}

func TestNoneList(t *testing.T) {
	l := list.New()
	alternately(func() { l.PushBack(1) })
}

func TestRaceRing(t *testing.T) {
	r := ring.New(3)
	twice(func() { r.Link(ring.New(1)) })
}

func TestNoneRing(t *testing.T) {
	r := ring.New(3)
	alternately(func() { r.Link(ring.New(1)) })
}

func TestRaceURLValues(t *testing.T) {
	v := url.Values{}
	twice(func() { v.Set("a", "b") })
}

func TestNoneURLValues(t *testing.T) {
	v := url.Values{}
	alternately(func() { v.Set("a", "b") })
}

func TestRaceHeader(t *testing.T) {
	h := http.Header{}
	twice(func() { h.Add("A", "b") })
}

func TestNoneHeader(t *testing.T) {
	h := http.Header{}
	alternately(func() { h.Add("A", "b") })
}

func TestRaceTemplate(t *testing.T) {
	x := template.New("x")
	twice(func() { template.Must(x.Parse("{{.}}")).Execute(io.Discard, 1) })
}

func TestNoneTemplate(t *testing.T) {
	x := template.New("x")
	alternately(func() { template.Must(x.Parse("{{.}}")).Execute(io.Discard, 1) })
}

func TestRaceUnmarshal(t *testing.T) {
	v := new(pair)
	twice(func() { json.Unmarshal([]byte(`{"A":1,"B":"x"}`), v) })
}

func TestNoneUnmarshal(t *testing.T) {
	v := new(pair)
	alternately(func() { json.Unmarshal([]byte(`{"A":1,"B":"x"}`), v) })
}

func TestRaceEncoder(t *testing.T) {
	e, v := json.NewEncoder(io.Discard), new(pair)
	twice(func() { v.A++; e.Encode(v) })
}

func TestNoneEncoder(t *testing.T) {
	e, v := json.NewEncoder(io.Discard), new(pair)
	alternately(func() { v.A++; e.Encode(v) })
}

func TestRaceBigInt(t *testing.T) {
	x := big.NewInt(5)
	twice(func() { x.Add(x, x) })
}

func TestNoneBigInt(t *testing.T) {
	x := big.NewInt(5)
	alternately(func() { x.Add(x, x) })
}

func TestRaceSscan(t *testing.T) {
	n := new(int)
	twice(func() { fmt.Sscan("12", n) })
}

func TestNoneSscan(t *testing.T) {
	n := new(int)
	alternately(func() { fmt.Sscan("12", n) })
}

func TestRaceSprint(t *testing.T) {
	v := new(pair)
	twice(func() { v.A = len(fmt.Sprint(v)) })
}

func TestNoneSprint(t *testing.T) {
	v := new(pair)
	alternately(func() { v.A = len(fmt.Sprint(v)) })
}

func TestRaceFprintf(t *testing.T) {
	b := new(bytes.Buffer)
	twice(func() { fmt.Fprintf(b, "%d", 1) })
}

func TestNoneFprintf(t *testing.T) {
	b := new(bytes.Buffer)
	alternately(func() { fmt.Fprintf(b, "%d", 1) })
}

func TestRaceJoin(t *testing.T) {
	s := []string{"a", "b"}
	twice(func() { s[0] = strings.Join(s, ",") })
}

func TestNoneJoin(t *testing.T) {
	s := []string{"a", "b"}
	alternately(func() { s[0] = strings.Join(s, ",") })
}

func TestRaceReadFull(t *testing.T) {
	b := make([]byte, 4)
	twice(func() { io.ReadFull(strings.NewReader("abcd"), b) })
}

func TestNoneReadFull(t *testing.T) {
	b := make([]byte, 4)
	alternately(func() { io.ReadFull(strings.NewReader("abcd"), b) })
}

func TestRaceWriteFile(t *testing.T) {
	b := make([]byte, 4)
	twice(func() { b[0]++; os.WriteFile(os.DevNull, b, 0o666) })
}

func TestNoneWriteFile(t *testing.T) {
	b := make([]byte, 4)
	alternately(func() { b[0]++; os.WriteFile(os.DevNull, b, 0o666) })
}

func TestRaceReadAt(t *testing.T) {
	b := make([]byte, 4)
	twice(func() { f, _ := os.Open("go.mod"); f.ReadAt(b, 0); f.Close() })
}

func TestNoneReadAt(t *testing.T) {
	b := make([]byte, 4)
	alternately(func() { f, _ := os.Open("go.mod"); f.ReadAt(b, 0); f.Close() })
}

func TestRaceReadOfFile(t *testing.T) {
	b := make([]byte, 4)
	twice(func() { f, _ := os.Open("go.mod"); f.Read(b); f.Close() })
}

func TestNoneReadOfFile(t *testing.T) {
	b := make([]byte, 4)
	alternately(func() { f, _ := os.Open("go.mod"); f.Read(b); f.Close() })
}

func TestRaceStderr(t *testing.T) {
	b := []byte("\n")
	twice(func() { b[0] = '\n'; os.Stderr.Write(b[:1]) })
}

func TestNoneStderr(t *testing.T) {
	b := []byte("\n")
	alternately(func() { b[0] = '\n'; os.Stderr.Write(b[:1]) })
}

func TestRaceHash(t *testing.T) {
	h := sha256.New()
	twice(func() { h.Write([]byte("x")) })
}

func TestNoneHash(t *testing.T) {
	h := sha256.New()
	alternately(func() { h.Write([]byte("x")) })
}

func TestRaceFnv(t *testing.T) {
	h := fnv.New32()
	twice(func() { h.Write([]byte("x")) })
}

func TestNoneFnv(t *testing.T) {
	h := fnv.New32()
	alternately(func() { h.Write([]byte("x")) })
}

func TestRaceTabWriter(t *testing.T) {
	w := tabwriter.NewWriter(io.Discard, 0, 8, 0, ' ', 0)
	twice(func() { w.Write([]byte("x\n")) })
}

func TestNoneTabWriter(t *testing.T) {
	w := tabwriter.NewWriter(io.Discard, 0, 8, 0, ' ', 0)
	alternately(func() { w.Write([]byte("x\n")) })
}

func TestRaceCSV(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	twice(func() { w.Write([]string{"a"}) })
}

func TestNoneCSV(t *testing.T) {
	w := csv.NewWriter(io.Discard)
	alternately(func() { w.Write([]string{"a"}) })
}

func TestRaceHex(t *testing.T) {
	b := make([]byte, 4)
	twice(func() { hex.Encode(b, []byte("ab")) })
}

func TestNoneHex(t *testing.T) {
	b := make([]byte, 4)
	alternately(func() { hex.Encode(b, []byte("ab")) })
}

func TestRaceBinary(t *testing.T) {
	b := make([]byte, 4)
	twice(func() { binary.LittleEndian.PutUint32(b, 7) })
}

func TestNoneBinary(t *testing.T) {
	b := make([]byte, 4)
	alternately(func() { binary.LittleEndian.PutUint32(b, 7) })
}

func TestRaceBigRat(t *testing.T) {
	x := big.NewRat(1, 2)
	twice(func() { x.Mul(x, x) })
}

func TestNoneBigRat(t *testing.T) {
	x := big.NewRat(1, 2)
	alternately(func() { x.Mul(x, x) })
}

func TestRaceTimeUnmarshal(t *testing.T) {
	x := new(time.Time)
	twice(func() { x.UnmarshalText([]byte("2020-01-02T03:04:05Z")) })
}

func TestNoneTimeUnmarshal(t *testing.T) {
	x := new(time.Time)
	alternately(func() { x.UnmarshalText([]byte("2020-01-02T03:04:05Z")) })
}

func TestRaceFlagSet(t *testing.T) {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.Int("n", 0, "")
	twice(func() { f.Parse([]string{"-n", "3"}) })
}

func TestNoneFlagSet(t *testing.T) {
	f := flag.NewFlagSet("x", flag.ContinueOnError)
	f.Int("n", 0, "")
	alternately(func() { f.Parse([]string{"-n", "3"}) })
}

func TestRaceEnv(t *testing.T) {
	v := new(string)
	twice(func() { *v = os.Expand(*v+"$x", func(s string) string { return s }) })
}

func TestNoneEnv(t *testing.T) {
	v := new(string)
	alternately(func() { *v = os.Expand(*v+"$x", func(s string) string { return s }) })
}
