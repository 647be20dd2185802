package main

import (
	"fmt"
	"time"

	"heddle/internal/death"
	"heddle/internal/share"
	"heddle/result"
	"heddle/toolchain"
)

// died reports the death of the test binary in the current test as a failure of kind fatal. The binary has left its
// choices behind; another process replays them to show the steps.
func (x *exploration) died(ex *toolchain.Exit) error {
	if bug := death.OwnBug(ex); bug == "" && x.failing != nil { // a schedule that nobody needs has ended the process
		x.finish(result.Fail, "")
		return nil
	} else if bug != "" {
		return x.reportBug(bug, ex)
	}
	f := &result.Failure{
		Kind: "fatal", Message: death.Words(ex), Execution: ex.Execution, Choices: ex.Choices,
		Where: x.sources.User(death.Stack(ex)), Output: death.Beginning(ex.Stderr),
	}
	err := x.failure(f)
	x.finish(result.Fail, "")
	return err
}

// followLimit is how long a replay may take that adds the steps to a failure.
const followLimit = 20 * time.Second

// follow replays a failure that came without steps in another process, and adds the steps.
func (x *exploration) follow(f *result.Failure) {
	deadline := time.Now().Add(followLimit)
	if !x.deadline.IsZero() && x.deadline.Before(deadline) {
		deadline = x.deadline
	}
	config := x.config
	config.Replay, config.Skip, config.Turn, config.Kept, config.Limit = x.schedule(f), nil, 0, nil, limit(deadline)
	ctx, cancel := share.WithStop(x.ctx, deadline)
	defer cancel()
	x.bin.run(ctx, config, nil, func(m result.Message) {
		if m.Type != "step" || m.Test != x.current.Test || len(f.Steps) == len(f.Choices) {
			return
		}
		f.Choices[len(f.Steps)].Op = m.Step.Text()
		f.Steps = append(f.Steps, *m.Step)
	})
	if len(f.Where) == 0 && len(f.Steps) > 0 {
		f.Where = f.Steps[len(f.Steps)-1].Where
	}
}

// reportBug records the schedule of a test binary that ended because of a bug in Heddle. It returns an error that asks
// the user for a report.
func (x *exploration) reportBug(bug string, ex *toolchain.Exit) error {
	name, err := x.schedules.Write(x.schedule(&result.Failure{Kind: "internal", Message: bug, Execution: ex.Execution, Choices: ex.Choices}))
	if err != nil {
		name = "(" + err.Error() + ")"
	}
	test := x.current.Test
	x.finish(result.Incomplete, "heddle failed")
	return fmt.Errorf("%s %s: internal error: %s\nschedule: %s%s\n%s", x.pkg, test, bug, name, death.Below(ex.Stderr), pleaseReport)
}
