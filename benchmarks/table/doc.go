// Package table holds the published numbers about the programs of package heddle/benchmarks.
//
// Traces are the numbers of Mazurkiewicz traces, one line for each test: traces.csv. The papers say them, or the brute-force oracle
// does. Published are the rows of the tables of the papers that compare algorithms on these programs, one line for each
// algorithm: published.csv. A Program names a program with its parameters: fib(4), which the papers write so and which is TestFib_4.
//
// The test of this package explores the programs and compares.
package table
