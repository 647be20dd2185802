// Package primitives holds small tests of Go's concurrency primitives, called scenarios. Each scenario runs the same
// code natively, thousands of times, and under Heddle. It notes the result of a run, the outcome, as text.
// scenario_test.go says how; each of the other files holds the scenarios of one primitive.
package primitives
