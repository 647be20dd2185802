package dotted

import "testing"

func TestState(t *testing.T) {
	State++
}
