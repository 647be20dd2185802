//go:build unfold_count

package unfold

// Queries has the number of queries of each kind, by the depths of the two nodes compared, the greater depth first:
// figure 3 (c) and (d). They are counted with the build tag unfold_count only.
var Queries = [numQueries]map[[2]int32]int{{}, {}}

// compared counts a query about two nodes of one tree.
func compared(q query, f *forest, a, b int32) {
	d, e := f.nodes[a].depth, f.nodes[b].depth
	Queries[q][[2]int32{max(d, e), min(d, e)}]++
}
