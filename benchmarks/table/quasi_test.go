package table

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"heddle/internal/clitest"
)

// mutexPrograms are the programs whose threads share data under mutexes only. For them -dep object is the relation of
// the paper of 2018.
var mutexPrograms = []string{"pi", "mpat", "circular", "dispatcher", "poke", "prodcons", "filesystem"}

// underObject returns the number of traces under -dep object. In each of poke's rounds two goroutines are Done in
// either order, which are one trace under standard.
func underObject(c Count) int {
	if c.Name != "poke" {
		return c.Traces
	}
	_, rounds, _ := strings.Cut(c.Parameters, ",")
	return c.Traces << int(number("traces.csv", rounds))
}

// TestObject explores the mutex programs under -dep object.
func TestObject(t *testing.T) {
	command := clitest.Build(t)
	limit := bound(t)
	var small []Count
	var names []string
	for _, c := range Traces() {
		if slices.Contains(mutexPrograms, c.Name) && underObject(c) < limit {
			small, names = append(small, c), append(names, c.Test())
		}
	}
	for _, algorithm := range []string{"optimal", "quasi"} {
		t.Run(algorithm, func(t *testing.T) {
			args := append([]string{"-algo", algorithm, "-timeout", "1h", "-run", "^(" + strings.Join(names, "|") + ")$"}, Flags...)
			got := command.Explore(t, "..", append(args, "-dep", "object", Package)...)
			for _, c := range small {
				test := got[c.Test()]
				if test == nil || test.Executions != underObject(c) || test.Blocked > 0 || !test.Complete {
					t.Errorf("%s: got %+v, want %d traces, none blocked", c.Program, test, underObject(c))
				} else {
					t.Logf("%s: %d traces, %.3fs, %d MB", c.Program, test.Executions, test.Elapsed, test.PeakRSS>>20)
				}
			}
		})
	}
}

// partial are programs of table 1 of the paper of 2018, with the least k for which the paper has no blocked
// execution; 4 means that k = 3 is not known to be enough.
var partial = map[Program]int{
	{"dispatcher", "5,2"}: 3, {"dispatcher", "5,3"}: 4, {"prodcons", "2,5"}: 2, {"prodcons", "3,5"}: 3,
	{"mpat", "4"}: 1, {"mpat", "5"}: 1, {"pi", "5"}: 1, {"pi", "6"}: 1, {"writers", "5"}: 2, {"poke", "3,4"}: 4,
}

// TestPartial explores them with k = 1, 2, 3. It checks that every trace is reached, and that no more executions are
// given up with a greater k.
func TestPartial(t *testing.T) {
	command := clitest.Build(t)
	var names []string
	for p := range partial {
		names = append(names, p.Test())
	}
	blocked := map[Program]int{}
	for k := 1; k <= 3; k++ {
		args := append([]string{"-algo", "quasi", "-k", strconv.Itoa(k), "-run", "^(" + strings.Join(names, "|") + ")$"}, Flags...)
		got := command.Explore(t, "..", append(args, Package)...)
		for _, c := range Traces() {
			enough, ok := partial[c.Program]
			if !ok {
				continue
			}
			test := got[c.Test()]
			if test == nil || test.Executions != c.Traces || !test.Complete {
				t.Fatalf("%s, k = %d: got %+v, want %d traces", c.Program, k, test, c.Traces)
			}
			t.Logf("%s, k = %d: %d traces, %d given up", c.Program, k, c.Traces, test.Blocked)
			if k >= enough && test.Blocked > 0 || k > 1 && test.Blocked > blocked[c.Program] {
				t.Errorf("%s, k = %d: got %d executions given up, want no more than with k = %d, none with k = %d", c.Program, k, test.Blocked,
					k-1, enough)
			}
			blocked[c.Program] = test.Blocked
		}
	}
}
