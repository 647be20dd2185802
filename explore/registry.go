package explore

import (
	"fmt"
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

// Algorithms are all algorithms, simplest first.
var Algorithms = []Algorithm{
	{"exhaustive", "every interleaving", "baseline of dynamic-por-2005", newExhaustive},
	{"sleep", "one complete execution per trace, many blocked ones", "baseline of dynamic-por-2005", newSleep},
	{"source", "one complete execution per trace, few blocked ones", "source-sets-2017, algorithms 1, 3 and 5", newSource},
}

// Find returns the algorithm of that name.
func Find(name string) (Algorithm, error) {
	var known []string
	for _, a := range Algorithms {
		if a.Name == name {
			return a, nil
		}
		known = append(known, a.Name)
	}
	return Algorithm{}, fmt.Errorf("explore: unknown algorithm %q (there are %s)", name, strings.Join(known, ", "))
}
