package valid

import (
	"fmt"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// SARIF checks SARIF with the schema of version 2.1.0, and what the schema cannot say: rules exist, and each step of a code flow has its own place
// in the order.
func SARIF(text []byte) error {
	all, err := sarif.FromBytes(text, sarif.WithStrictValidation())
	if err != nil {
		return err
	}
	if err := all.Validate(); err != nil {
		return err
	}
	for _, run := range all.Runs {
		for _, r := range run.Results {
			if rules := run.Tool.Driver.Rules; r.RuleIndex < 0 || r.RuleIndex >= len(rules) || *rules[r.RuleIndex].ID != *r.RuleID {
				return fmt.Errorf("result %s: there is no such rule", *r.RuleID)
			}
			for _, flow := range r.CodeFlows {
				for _, t := range flow.ThreadFlows {
					last := 0
					for _, l := range t.Locations {
						if l.ExecutionOrder <= last {
							return fmt.Errorf("thread flow %s: %d comes after %d", *t.ID, l.ExecutionOrder, last)
						}
						last = l.ExecutionOrder
					}
				}
			}
		}
	}
	return nil
}
