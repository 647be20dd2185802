package stateful

import (
	"heddle/model"
	"heddle/trace"
)

// A past is the memory of a program that shows none: the state is what has happened, except for the order of independent events. Under
// Go's memory model that order changes nothing: neither the goroutines' registers, nor the memory that they share, nor what the race
// detector knows. So equal pasts are equal states, whatever the program does with memory that no
// operation shows. The price: equal states that are reached along different paths are told apart.
type past struct{ x *trace.Execution }

// Global is that of model.Memory. It includes the threads' local states.
func (p past) Global() model.Hash { return p.x.Past() }

// Change is that of model.Memory.
func (p past) Change(model.Thread) model.Change { return model.Change{Kind: model.Unchanged} }
