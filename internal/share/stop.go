package share

import (
	"context"
	"time"
)

// Grace is how long a test binary may overrun its deadline before it is stopped. It should stop by itself, which is quicker to say what it has
// explored.
const Grace = 500 * time.Millisecond

// WithStop returns ctx with a deadline a Grace after this one, which is zero for none.
func WithStop(ctx context.Context, deadline time.Time) (context.Context, context.CancelFunc) {
	if deadline.IsZero() {
		return context.WithCancel(ctx)
	}
	return context.WithDeadline(ctx, deadline.Add(Grace))
}

// Overrun reports whether the deadline of WithStop has passed. If heddle itself was stopped, ctx may not know it yet.
func Overrun(ctx context.Context) bool {
	stop, ok := ctx.Deadline()
	return ctx.Err() != nil || ok && time.Now().After(stop)
}
