package table

import _ "embed" // for the file

// A Row is one line of published.csv: a paper's numbers for one algorithm on one program. The papers count executions
// that were given up as explored. A field that the paper does not give is nil; for the figures of 2005, which are
// plots, nearly all are.
type Row struct {
	Paper string // "source-sets-2017"
	Table string // "table 4", "figure 6"
	Program
	Algorithm string // the name in our registry, with the flags that the paper's variant needs: "quasi -k 2"
	Explored  *float64
	Blocked   *float64 // those of Explored that were given up because every enabled transition slept
	Seconds   *float64
	MB        *float64
}

//go:embed published.csv
var publishedFile string

// Published returns the rows of the papers' tables, in the papers' order.
//
// The text of the 2005 paper says that with its algorithm up to 11 threads of indexer and up to 13 of filesystem are
// a single path; the rest are points of plots.
//
// Of the 2017 article's table 2 the sizes of the wakeup trees are left out, and of table 6 the programs that are not
// ours. lastzero 15 is added to table 6, without numbers, as the program whose wakeup trees grow. Table 4 prints
// 3,025,87 for source on lastzero 15, which is 302,587: "about twice as many as optimal".
//
// The 2018 paper prints K for thousands; here they are written out. It prints executions that were given up beside
// the others.
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

// optional returns the number in text, or nil if text is empty.
func optional(text string) *float64 {
	if text == "" {
		return nil
	}
	n := number("published.csv", text)
	return &n
}
