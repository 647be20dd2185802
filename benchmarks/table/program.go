package table

import (
	_ "embed" // for the files
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
)

// Package is the package of the tests.
const Package = "heddle/benchmarks"

// Flags are the flags of heddle test with which the programs are explored. The philosophers' deadlock, with the
// goroutines that it leaks, counts as an execution like the others, and length needs more than the default number of
// steps.
var Flags = []string{"-dep", "standard", "-keep-going", "-leaks", "ignore", "-max-steps", "0"}

// A Program is one of the papers' programs with its parameters.
type Program struct {
	Name       string // "dispatcher"
	Parameters string // "4,4"
}

// String returns p as the papers write it.
func (p Program) String() string { return p.Name + "(" + p.Parameters + ")" }

// Test returns the name of p's test in package heddle/benchmarks.
func (p Program) Test() string {
	return "Test" + strings.ToUpper(p.Name[:1]) + p.Name[1:] + "_" + strings.ReplaceAll(p.Parameters, ",", "_")
}

// A Count is one line of traces.csv.
type Count struct {
	Program
	Traces int
	Source string // the paper and its table; "oracle"
}

//go:embed traces.csv
var tracesFile string

// Traces returns the numbers of traces, in the order of the file, which has a line for every test.
func Traces() []Count {
	var all []Count
	for _, line := range lines("traces.csv", tracesFile) {
		all = append(all, Count{Program{line[0], line[1]}, int(number("traces.csv", line[2])), line[3]})
	}
	return all
}

// lines returns the fields of an embedded file's lines, without the first line, which names the fields.
func lines(name, content string) [][]string {
	all, err := csv.NewReader(strings.NewReader(content)).ReadAll()
	if err != nil {
		panic(fmt.Sprintf("table: %s: %v", name, err))
	}
	return all[1:]
}

func number(name, text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		panic(fmt.Sprintf("table: %s: %v", name, err))
	}
	return n
}
