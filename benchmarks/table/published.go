package table

import _ "embed" // for the file

// A Row is one line of published.csv: what a paper says about one algorithm on one program. The papers count as explored the executions that
// were given up as well. A field that the paper does not give is nil; in the figures of 2005, which are plots, that is nearly all.
type Row struct {
	Paper string // "source-sets-2017"
	Table string // "table 4", "figure 6"
	Program
	Algorithm string // the name in our registry, with the flags that the paper's variant needs: "quasi -k 2"
	Explored  *float64
	Blocked   *float64 // those of Explored that were given up because all that was enabled slept
	Seconds   *float64
	MB        *float64
}

//go:embed published.csv
var publishedFile string

// Published returns the rows of the papers' tables, in the papers' order.
//
// The 2005 paper says in its text that up to 11 threads of indexer and up to 13 of filesystem are a single path, with its algorithm; the rest are
// points of plots. Of the 2017 article's table 2 the sizes of the wakeup trees are left out, of table 6 the programs that
// are not ours; lastzero 15 is added there, without numbers, as the program whose wakeup trees grow. Its table 4 prints
// 3,025,87 for source on lastzero 15, which is 302,587: "about twice as many as optimal". The 2018 paper prints K for thousands, which
// are thousands here, and the executions that were given up beside the others.
func Published() []Row {
	var all []Row
	for _, line := range lines("published.csv", publishedFile) {
		all = append(all, Row{
			Paper: line[0], Table: line[1], Program: Program{line[2], line[3]}, Algorithm: line[4],
			Explored: optional(line[5]), Blocked: optional(line[6]), Seconds: optional(line[7]), MB: optional(line[8]),
		})
	}
	return all
}

// optional is the number that text is, nil for none.
func optional(text string) *float64 {
	if text == "" {
		return nil
	}
	n := number("published.csv", text)
	return &n
}
