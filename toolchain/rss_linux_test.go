package toolchain

import (
	"testing"

	"heddle/result"
)

// A test binary reports its own memory, however much its parent has. Linux's maxrss of a new process starts with that
// of the parent.
func TestPeakRSS(t *testing.T) {
	const big = 256 << 20
	_, bin := build(t, "module", "./plain")
	ballast := make([]byte, big)
	for i := range ballast {
		ballast[i] = 1
	}
	config := result.Config{Algorithm: "source", Dep: "standard", Plain: "race", Leaks: "fail", Preemptions: -1}
	var got int64
	_, err := Run(t.Context(), bin.Process(config, "-test.timeout=0"), func(m result.Message) {
		if m.Type == "done" {
			got = m.Progress.PeakRSS
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if got <= 0 || got >= big/2 || ballast[big-1] == 0 {
		t.Errorf("got a peak of %d MB, want less than %d", got>>20, big/2>>20)
	}
}
