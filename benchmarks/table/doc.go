// Package table compares the numbers of traces of the papers' programs, in package heddle/benchmarks, with those that the papers or
// the oracle say, in ../testdata/traces.csv.
package table
