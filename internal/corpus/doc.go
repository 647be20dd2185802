// Package corpus keeps the schedules of failures in files beside the tests, in testdata/heddle/TestX of a package, as fuzzing keeps its inputs.
//
// A file has a schedule in a form that people can read and that survives changes of the code: a step is named by its goroutine, the
// operation, the object (what the source calls it) and the function around it, not by a line. Its name comes from the failure: the kind,
// and a hash of the functions and operations where it shows. So the same failure has the same file, before and after an edit elsewhere.
//
//	heddle schedule 1
//	shows deadlock: the goroutines are blocked
//	goroutine 0.1 runs bank.TestTransfer.func1
//
//	0.1  Lock  mutex 1  from.mu  bank.Transfer
//	0.2  Lock  mutex 2  from.mu  bank.Transfer
//	end after 2 steps
//
// Columns are separated by two blanks or more. A name that is not known is a dash. Two columns may follow: "with 0.2", the other
// goroutine of a send that meets a receive, and "case 1", the case of a select if it is not the first, 0. Lines that begin with # do not count.
//
// The directory names the test, so that a test is renamed together with its directory. Files with other endings do not count.
package corpus
