// Package benchmarks holds the programs that the papers on partial order reduction measure, written as ordinary Go tests.
//
// Each program is a function in a file of its own. A test is the program with fixed parameters: TestFib_4, TestDispatcher_4_4. Every
// thread is a goroutine that the test function starts; unless the program joins them, the test function returns at once. The programs
// assert nothing: what counts is how many Mazurkiewicz traces they have, which table/traces.csv says for every test, with
// the paper or the oracle that the number is from. go test runs them once, natively; heddle test explores them:
//
//	heddle test -run TestFib_4 ./benchmarks
//
// Package table compares the numbers. The benchmarks measure the explorer's speed.
package benchmarks
