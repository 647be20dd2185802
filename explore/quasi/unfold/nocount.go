//go:build !unfold_count

package unfold

// compared does nothing. With the build tag unfold_count it counts a query about two nodes of one tree: see count.go.
func compared(query, *forest, int32, int32) {}
