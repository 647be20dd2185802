//go:build !unfold_count

package unfold

// compared is a query about two nodes of one tree, for those who count them: see count.go.
func compared(query, *forest, int32, int32) {}
