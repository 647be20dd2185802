package report

import (
	"bytes"
	"testing"

	"heddle/result"
)

func TestProgressLine(t *testing.T) {
	var w bytes.Buffer
	p := &Progress{W: &w, Width: func() int { return 40 }, always: true}
	p.Show("TestX", &result.Progress{Executions: 1200, Blocked: 3, Depth: 39, Elapsed: 2})
	p.Clear()
	p.Clear()
	if got, want := w.String(), "\r\x1b[KTestX  1200 executions (and 3 given up)"[:len("\r\x1b[K")+39]+"\r\x1b[K"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	var none *Progress
	none.Show("TestX", &result.Progress{})
	none.Clear()
}

func TestEstimated(t *testing.T) {
	for _, c := range []struct {
		estimate result.Estimate
		want     string
	}{
		{result.Estimate{}, ""},
		{result.Estimate{Traces: 4000, Low: 3000, High: 5000}, ", of about 4e+03 traces (3e+03 to 5e+03), 25% done, 6s left"},
		{result.Estimate{Traces: 4000, Low: 300, High: 50000}, ", of about 4e+03 traces (3e+02 to 5e+04)"},
		{result.Estimate{Traces: 8.9e19, Low: 1e19, High: 1e21}, ", of about 8.9e+19 traces (1e+19 to 1e+21): will not finish"},
		{result.Estimate{Traces: 400, Low: 300, High: 500}, ""}, // it is wrong: there are more
	} {
		if got := estimated(&result.Progress{Executions: 1000, Elapsed: 2, Estimate: c.estimate}); got != c.want {
			t.Errorf("%v: got %q, want %q", c.estimate, got, c.want)
		}
	}
}
