package pattern

import (
	"strings"
	"testing"
)

func TestSplit(t *testing.T) {
	for pattern, want := range map[string]string{
		"TestX": "TestX", "A/B": "A|B", "[/]/x": "[/]|x", "(a/b)/c": "(a/b)|c", `\//c`: `\/|c`,
	} {
		if got := strings.Join(Split(pattern), "|"); got != want {
			t.Errorf("%s: got %s, want %s", pattern, got, want)
		}
	}
}
