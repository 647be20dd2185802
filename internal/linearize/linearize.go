// Package linearize checks that a type is linearizable, without a model of it: each result that concurrent calls of its methods give must be one
// that the type itself gives when the calls are made one after the other. The idea is that of Lincheck (Koval, Fedorov, Sokolova, Tsitelov,
// Alistarh, Lincheck: A Practical Framework for Testing Concurrent Data Structures on JVM, CAV 2023).
//
// A Subject is the type, with the methods that can be called and how values of it are made. A Scenario is a few calls: some before, some in each
// of two or three goroutines, some after. Sources writes a test file that runs scenarios in two ways: in parallel, and sequentially, with turns
// for single calls that the goroutines take in any order. Heddle explores both, so that every history is known that a scenario has.
//
// A History is what one execution did: when each call began and ended, and its result. Its order is that which the calls see of each other, so
// it follows from the trace. A history is accepted if there is a sequential one (a Spec has them all) with the same results, and with the calls
// in an order that keeps what was one after the other. Porcupine decides that (Athalye, Porcupine: A fast linearizability checker).
//
// A call that blocks for ever has the result Blocked. In a sequential history, a call that blocks keeps its turn only until nothing can go on;
// the others go on then. So a Pop that waits for a Push is accepted before it as well as after it, if it returns, and one that never returns is
// accepted only if it can wait for ever when the calls are made one after the other.
package linearize

import (
	_ "embed"
)

//go:embed harness.go.txt
var harness string

// The file names of what Sources and Found return. No user's file is called so. The init function of FoundFile must come after that of
// HarnessFile, and these run in the order of the names.
const (
	HarnessFile = "heddle_linearize_test.go"
	TableFile   = "heddle_subjects_test.go"
	ArgsFile    = "heddle_args_test.go" // in the external tests
	FoundFile   = "heddle_scenario_test.go"
)

// The environment variables with which the tests find the file of scenarios, and that of histories that are to be failures.
const (
	ScenariosEnv = "HEDDLE_LINEARIZE"
	WantedEnv    = "HEDDLE_LINEARIZE_WANTED"
)

// Prefix comes before a history in the log of a test.
const Prefix = "heddle history: "

// The tests of a scenario, without its number, the one that logs what HeddleArgs has, and that of a failure, without the name of the type.
const (
	FoundTest      = "TestHeddleLinearizes"
	SequentialTest = "TestHeddleSequential"
	ParallelTest   = "TestHeddleParallel"
	ArgsTest       = "TestHeddleArgs"
)

// Batch is how many scenarios a process can run.
const Batch = 40
