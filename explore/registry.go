package explore

import (
	"fmt"
	"slices"
	"strings"

	"heddle/trace"
)

// An Algorithm is one entry of the registry.
type Algorithm struct {
	Name      string // what -algo takes
	Guarantee string
	Paper     string
	make      func(*trace.Execution, Options) explorer
}

// Algorithms are all algorithms that explore every trace, simplest first.
var Algorithms = []Algorithm{
	{"exhaustive", "every interleaving", "baseline of dynamic-por-2005", newExhaustive},
	{"sleep", "one complete execution per trace, many blocked ones", "baseline of dynamic-por-2005", newSleep},
	{"dpor-nosleep", "every trace, often more than once", "dynamic-por-2005, figures 3 and 4", newDPORWithoutSleep},
	{"dpor", "one complete execution per trace, blocked ones", "dynamic-por-2005, figures 3 and 4, with sleep sets", newDPOR},
	{"source", "one complete execution per trace, few blocked ones", "source-sets-2017, algorithms 1, 3 and 5", newSource},
	{"optimal", "one complete execution per trace, few blocked ones: under construction", "source-sets-2017, algorithms 2, 4 and 6", newOptimal},
}

// Samplers are the algorithms that run some executions, not all: their explorations are never complete.
var Samplers = []Algorithm{
	{"random", "samples: random walks", "", newRandom},
	{"pct", "samples: each execution shows a bug of depth k with a known probability", "Burckhardt et al., ASPLOS 2010", newPCT},
}

// All are Algorithms and Samplers.
func All() []Algorithm { return slices.Concat(Algorithms, Samplers) }

// Find returns the algorithm of that name.
func Find(name string) (Algorithm, error) {
	var known []string
	for _, a := range All() {
		if a.Name == name {
			return a, nil
		}
		known = append(known, a.Name)
	}
	return Algorithm{}, fmt.Errorf("explore: unknown algorithm %q (there are %s)", name, strings.Join(known, ", "))
}
