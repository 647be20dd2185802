// Package stateful holds the programs that the paper on stateful DPOR measures (Yang, Chen, Gopalakrishnan, Kirby,
// SPIN 2008, Table 1), written as ordinary Go tests. example1 is its figure 1, sharedArray is from Gueta et al.
// (2007), bbuf is a bounded buffer, and scan and compress take the place of pfscan and bzip2smp. Every test is a
// program with fixed parameters. Package table explores by dpor and by stateful the tests that dpor can explore: the
// figures are in table/stateful.txt.
package stateful
