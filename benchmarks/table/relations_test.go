package table

import (
	"strings"
	"testing"

	"heddle/internal/clitest"
	"heddle/report"
)

// TestPublishedRelations checks the comparisons in tables 1, 3 and 4 of the source sets paper (2017). The numbers
// depend on the order in which enabled threads are tried. But the algorithm of 2005 explores more than source-DPOR on
// readers, filesystem and indexer, and source-DPOR has blocked executions on lastzero and groups, where optimal-DPOR
// has none.
func TestPublishedRelations(t *testing.T) {
	more := []string{"TestReaders_2", "TestReaders_8", "TestFilesystem_14", "TestFilesystem_16", "TestIndexer_12"}
	blocks := []string{"TestLastzero_5", "TestLastzero_10", "TestGroups_1", "TestGroups_4"}
	command := clitest.Build(t)
	run := func(algorithm string) map[string]*report.Test {
		return command.Explore(t, "..", "-algo", algorithm, "-dep", "standard", "-leaks", "ignore", "-run", "^("+strings.Join(append(blocks, more...), "|")+")$")
	}
	classic, source, optimal := run("dpor"), run("source"), run("optimal")
	for _, test := range append(blocks, more...) {
		c, s, o := classic[test], source[test], optimal[test]
		if c == nil || s == nil || o == nil {
			t.Fatalf("%s: got no result", test)
		}
		t.Logf("%s: dpor %d and %d blocked, source %d and %d blocked, optimal %d and %d blocked", test, c.Executions, c.Blocked,
			s.Executions, s.Blocked, o.Executions, o.Blocked)
		if c.Executions != s.Executions || o.Executions != s.Executions {
			t.Errorf("%s: got %d, %d and %d complete executions, want equal numbers", test, c.Executions, s.Executions, o.Executions)
		}
	}
	for test, o := range optimal {
		if o.Blocked > 0 {
			t.Errorf("%s: optimal: got %d blocked executions, want none", test, o.Blocked)
		}
	}
	for _, test := range more {
		if got, than := classic[test], source[test]; got.Executions+got.Blocked <= than.Executions+than.Blocked {
			t.Errorf("%s: dpor: got %d executions, %d of them blocked, want more than source, which has %d", test,
				got.Executions+got.Blocked, got.Blocked, than.Executions+than.Blocked)
		}
	}
	for _, test := range blocks {
		if source[test].Blocked == 0 {
			t.Errorf("%s: source: got no blocked execution, want some", test)
		}
	}
}
