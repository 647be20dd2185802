//go:build special

package tags

import "testing"

func TestSpecial(t *testing.T) {
	Special = true
}
