package embed

import (
	"os"
	"testing"
)

func TestEmbed(t *testing.T) {
	data, err := os.ReadFile("testdata/greeting.txt")
	if err != nil || string(data) != Greeting {
		t.Fatalf("got %q, %v, want %q", data, err, Greeting)
	}
}
