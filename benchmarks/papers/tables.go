package main

import (
	"fmt"
	"strings"

	"heddle/benchmarks/table"
)

// A row is one algorithm on one program in one table: one line of the output, with -json too.
type row struct {
	Paper      string `json:",omitempty"` // empty for the table of all programs
	Table      string
	Program    string
	Parameters string
	Traces     int // Mazurkiewicz traces
	Algorithm  string
	Published  published
	Measured   measured
}

// published are the paper's numbers. Fields that it does not give are nil.
type published struct {
	Explored *float64 `json:",omitempty"` // executions, including those that were given up
	Blocked  *float64 `json:",omitempty"` // those that were given up
	Seconds  *float64 `json:",omitempty"`
	MB       *float64 `json:",omitempty"`
}

func (r row) program() table.Program { return table.Program{Name: r.Program, Parameters: r.Parameters} }

// A paperTable is a table of a paper, or the table of all programs.
type paperTable struct {
	name         string // for -table
	paper, table string // as in published.csv
	title        string
	algorithms   []string // in the order in which they are printed, published or not
	rows         []row
}

// programsTable is the name of the table of all programs.
const programsTable = "programs"

var (
	papers2005 = []string{"dpor-nosleep", "dpor", "source", "optimal"}
	papers2017 = []string{"dpor", "source", "optimal"}
	papers2018 = []string{"source", "quasi -k 1", "quasi -k 2", "quasi -k 3", "quasi"}
)

// paperTables are all tables, without their rows.
var paperTables = []paperTable{
	{name: "2005-figure6", paper: "dynamic-por-2005", table: "figure 6", title: "indexer benchmark", algorithms: papers2005},
	{name: "2005-figure8", paper: "dynamic-por-2005", table: "figure 8", title: "file system benchmark", algorithms: papers2005},
	{name: "2017-table1", paper: "source-sets-2017", table: "table 1", title: "the program of figure 10", algorithms: papers2017},
	{name: "2017-table2", paper: "source-sets-2017", table: "table 2", title: "the program of figure 12, wakeup_stress", algorithms: papers2017},
	{name: "2017-table3", paper: "source-sets-2017", table: "table 3", title: "two benchmarks", algorithms: papers2017},
	{name: "2017-table4", paper: "source-sets-2017", table: "table 4", title: "more benchmarks", algorithms: papers2017},
	{name: "2017-table6", paper: "source-sets-2017", table: "table 6", title: "memory requirements", algorithms: papers2017},
	{name: "2018-table1", paper: "quasi-optimal-2018", table: "table 1", title: "comparing QPOR and SDPOR", algorithms: papers2018},
	{name: programsTable, table: programsTable, title: "every row of traces.csv", algorithms: []string{"source", "optimal", "quasi"}},
}

// defaultTables are the names of the papers' tables.
func defaultTables() []string {
	var names []string
	for _, t := range paperTables {
		if t.paper != "" {
			names = append(names, t.name)
		}
	}
	return names
}

// findTable returns the table of that name, without its rows.
func findTable(name string) (paperTable, error) {
	for _, t := range paperTables {
		if t.name == name {
			return t, nil
		}
	}
	return paperTable{}, fmt.Errorf("invalid value %q for flag -table: want some of %s, %s", name, strings.Join(append(defaultTables(), profileTable), ", "), programsTable)
}

// fill makes the rows of t: one for each of its selected programs with each of its algorithms.
func (t *paperTable) fill(wanted []string) {
	traces := map[table.Program]int{}
	var programs []table.Program
	for _, c := range table.Traces() {
		traces[c.Program] = c.Traces
		if t.paper == "" {
			programs = append(programs, c.Program)
		}
	}
	said := map[table.Program]map[string]published{}
	for _, r := range table.Published() {
		if r.Paper != t.paper || r.Table != t.table {
			continue
		}
		if said[r.Program] == nil {
			said[r.Program] = map[string]published{}
			programs = append(programs, r.Program)
		}
		said[r.Program][r.Algorithm] = published{r.Explored, r.Blocked, r.Seconds, r.MB}
	}
	for _, p := range programs {
		if !selected(p, wanted) {
			continue
		}
		for _, a := range t.algorithms {
			t.rows = append(t.rows, row{Paper: t.paper, Table: t.table, Program: p.Name, Parameters: p.Parameters, Traces: traces[p],
				Algorithm: a, Published: said[p][a]})
		}
	}
}

// heading returns the line above t.
func (t *paperTable) heading() string {
	if t.paper == "" {
		return t.title
	}
	return t.paper + ", " + t.table + ": " + t.title
}
