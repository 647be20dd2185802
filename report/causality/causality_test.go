package causality

import (
	"fmt"
	"strings"
	"testing"

	"heddle/result"
)

func TestEvents(t *testing.T) {
	f := &result.Failure{
		Threads: []result.Thread{{Path: "0"}, {Path: "0.1", After: 1}, {Path: "0.2", After: 2}},
		Steps: []result.Step{
			{Thread: "0", Op: "Store", Object: "atomic 1"},
			{Thread: "0", Op: "Lock", Object: "mutex 1"},
			{Thread: "0.1", Op: "Load", Object: "atomic 1"},
			{Thread: "0.2", Op: "Load", Object: "atomic 1"},
			{Thread: "0", Op: "Unlock", Object: "mutex 1"},
			{Thread: "0.2", Op: "Lock", Object: "mutex 1"},
			{Thread: "0.1", Op: "send", Object: "channel 1", Partner: "0.2"},
			{Thread: "0", Op: "Store", Object: "atomic 1", Value: "2"},
			{Thread: "0", Op: "Sleep"},
		},
		Accesses: []result.Access{{Thread: "0.1", Write: true, After: 7}, {Thread: "0", After: 9}},
	}
	var got strings.Builder
	for i, e := range Events(f) {
		fmt.Fprintf(&got, "%d: %d %s %s %v\n", i, e.Number, e.Thread, e.What, e.After)
	}
	want := `0: 1 0 Store atomic 1 []
1: 2 0 Lock mutex 1 []
2: 3 0.1 Load atomic 1 [0]
3: 4 0.2 Load atomic 1 [0 1]
4: 5 0 Unlock mutex 1 []
5: 6 0.2 Lock mutex 1 [4]
6: 7 0.1 send channel 1 []
7: 7 0.2 with 0.1: send channel 1 [6]
8: 0 0.1 race: write []
9: 8 0 Store atomic 1 = 2 [2 3]
10: 9 0 Sleep []
11: 0 0 race: read []
`
	if got.String() != want {
		t.Errorf("got\n%swant\n%s", got.String(), want)
	}
}
