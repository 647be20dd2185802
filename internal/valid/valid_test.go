package valid

import (
	"strings"
	"testing"
)

// TestJUnit checks that the checker finds what is wrong.
func TestJUnit(t *testing.T) {
	good := `<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="heddle" tests="2" failures="1"><testsuite name="p" tests="2" failures="1" errors="0" time="1.000">
<testcase name="A" classname="p" time="0.1"><failure message="m" type="race">text</failure></testcase>
<testcase name="B" classname="p"><system-out>out</system-out></testcase></testsuite></testsuites>`
	if err := JUnit([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, edit := range [][2]string{
		{`tests="2" failures="1" errors`, `tests="3" failures="1" errors`}, {`classname="p" time`, `time`}, {"</failure>", "</failure><skipped/><failure/>"},
		{"<system-out>out</system-out>", "out"}, {`type="race"`, `kind="race"`}, {`time="0.1"`, `time="soon"`}, {"text", "te\x01xt"},
		{"system-out", "output"}, {`failures="1" errors`, `failures="0" errors`},
	} {
		if err := JUnit([]byte(strings.ReplaceAll(good, edit[0], edit[1]))); err == nil {
			t.Errorf("with %s there is no error", edit[1])
		}
	}
}
