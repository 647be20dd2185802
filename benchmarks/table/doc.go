// Package table holds the published numbers about the programs of package heddle/benchmarks.
//
// Traces returns the numbers of Mazurkiewicz traces from traces.csv, one line for each test. They are from the papers
// or from the brute-force oracle. Published returns the rows of the papers' tables that compare algorithms on these
// programs, from published.csv, one line for each algorithm. A Program is a program with its parameters: the papers
// write fib(4), and its test is TestFib_4.
//
// The tests of this package explore the programs and compare the numbers.
package table
