// Package benchmarks holds the programs that the papers on partial order reduction measure, written as ordinary Go tests.
//
// Each program is a function in its own file. A test is the program with fixed parameters: TestFib_4,
// TestDispatcher_4_4. Every thread is a goroutine that the test function starts. Unless the program joins them, the
// test function returns at once. The programs assert nothing: what counts is the number of their Mazurkiewicz traces.
// table/traces.csv has it for every test, with its source: a paper or the oracle. go test runs the programs once,
// natively; heddle test explores them:
//
//	heddle test -run TestFib_4 ./benchmarks
//
// Package table compares the numbers. The benchmarks measure the explorer's speed.
package benchmarks
