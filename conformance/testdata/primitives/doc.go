// Package primitives holds small tests of Go's concurrency primitives, called scenarios. Each runs the same code natively, thousands of
// times, and under Heddle, and notes what came out: an outcome, as text. scenario_test.go says how; the other files hold the scenarios of
// one primitive each.
package primitives
