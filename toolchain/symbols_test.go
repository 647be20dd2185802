package toolchain

import (
	"encoding/binary"
	"reflect"
	"testing"

	"heddle/result"
)

func TestEscapePath(t *testing.T) {
	for path, want := range map[string]string{
		"example.com/a.b/c":   "example.com/a.b/c",
		"gopkg.in/yaml.v3":    "gopkg.in/yaml%2ev3",
		"plain":               "plain",
		"dotted.v2":           "dotted%2ev2",
		"example.com/a.b/c d": "example.com/a.b/c%20d",
		"example.com/é%\"":    "example.com/%c3%a9%25%22",
	} {
		if got := escapePath(path); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}

func TestIsVariable(t *testing.T) {
	packages := map[string]bool{"example.com/p": true, "gopkg.in/yaml%2ev3": true, "p": true}
	for name, want := range map[string]bool{
		"example.com/p.x":                  true,
		"example.com/p.x.y":                true,
		"example.com/p..dict.F[q/r.T]":     true,
		"example.com/p/q.x":                false,
		"example.com/pq.x":                 false,
		"example.com/p..inittask":          false,
		"gopkg.in/yaml%2ev3.state":         true,
		"p.x":                              true,
		"os.x":                             false,
		"example.com/q.F[example.com/p.T]": false,
		"environ":                          false,
		"":                                 false,
	} {
		if got := isVariable(name, packages); got != want {
			t.Errorf("%s: got %v, want %v", name, got, want)
		}
	}
}

// testImage has a section from 0x1000 with the given words among 32, and one without data from 0x2000.
func testImage(words map[uint64]uint64, symbols ...symbol) *image {
	data := make([]byte, 32*wordSize)
	for at, w := range words {
		binary.LittleEndian.PutUint64(data[at-0x1000:], w)
	}
	return &image{sections: []section{{0x1000, 0x1100, data}, {0x2000, 0x2100, nil}}, symbols: symbols}
}

func TestStatics(t *testing.T) {
	im := testImage(map[uint64]uint64{
		0x1000: 0x1020, // ours -> a static
		0x1028: 0x2010, // the static -> another one, in the other section
		0x1018: 0x1030, // theirs -> their static, which ends the first
		0x1010: 0x1060, // theirs -> a named variable
		0x1008: 0x1068, // ours -> the inside of a named variable of theirs
	},
		symbol{"ours", 0x1000, 0x1010},
		symbol{"theirs", 0x1010, 0x1020},
		symbol{"theirs too", 0x1060, 0x1070},
		symbol{"theirs as well", 0x2040, 0x2050},
	)
	got := merge(statics(im, []result.Range{{Start: 0x1000, End: 0x1010}}))
	want := []result.Range{{Start: 0x1020, End: 0x1030}, {Start: 0x2010, End: 0x2040}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %x, want %x", got, want)
	}
}

func TestMerge(t *testing.T) {
	got := merge([]result.Range{{Start: 40, End: 48}, {Start: 0, End: 1}, {Start: 8, End: 24}, {Start: 10, End: 12}, {Start: 32, End: 33}})
	want := []result.Range{{Start: 0, End: 24}, {Start: 32, End: 48}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestGlobalsErrors(t *testing.T) {
	for _, path := range []string{"symbols_test.go", "testdata/none"} {
		if _, err := ReadVariables(path, nil); err == nil {
			t.Errorf("%s: got no error", path)
		}
	}
}
