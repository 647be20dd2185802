package corpus

import (
	"fmt"

	"heddle/report"
	"heddle/result"
)

// Check returns the first thing in k that no heddle writes.
func Check(k *result.Kept) error {
	s := result.Schedule{Kind: k.Kind, Plain: k.Plain, Leaks: "fail", Chance: k.Chance, Delay: k.Delay}
	for _, step := range k.Steps {
		s.Choices = append(s.Choices, result.Choice{Thread: step.Thread, Case: step.Case, Partner: step.Partner})
	}
	err := report.CheckSchedule(&s)
	for _, f := range k.Functions {
		if err == nil && !report.ValidPath(f.Path) {
			err = fmt.Errorf("%q is no goroutine such as 0.2", f.Path)
		}
	}
	if err == nil && (k.Turn < 0 || k.Rests < 0) {
		err = fmt.Errorf("its Turn is %d and its Rests is %d, want 0 or more", k.Turn, k.Rests)
	}
	return err
}
