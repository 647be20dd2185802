package stateful

import (
	"heddle/model"
	"heddle/trace"
)

// A past is the memory of a program that shows none: the state is what has happened, but for the order of independent events. Under
// Go's memory model that order changes nothing: not what goroutines hold in their registers, nor what is in the memory that they
// share, nor what the race detector knows of it. So equal pasts are equal states whatever the program does with memory that no
// operation shows; the price is that states are told apart that became equal by different ways.
type past struct{ x *trace.Execution }

// Global is that of model.Memory: it holds the threads' local states as well.
func (p past) Global() model.Hash { return p.x.Past() }

// Change is that of model.Memory.
func (p past) Change(model.Thread) model.Change { return model.Change{Kind: model.Unchanged} }
