package main

import (
	"fmt"
	"text/tabwriter"

	"heddle/explore"
)

// defaultAlgorithm is what -algo is when it is not given.
const defaultAlgorithm = "optimal"

// algorithmNames are what -algo takes.
func algorithmNames() []string {
	var names []string
	for _, a := range explore.Registry() {
		names = append(names, a.Name)
	}
	return names
}

// unit is what a complete execution of the algorithm is called: a trace when the algorithm executes each trace once.
func unit(algorithm string) string {
	a, err := explore.Find(algorithm)
	if err == nil && a.Promise >= explore.Once {
		return "trace"
	}
	return "execution"
}

// runAlgorithms is heddle algorithms: it prints the registry.
func runAlgorithms(e *env, args []string) (int, error) {
	if len(args) > 0 {
		return exitError, fmt.Errorf("algorithms: takes no arguments, got %q", args[0])
	}
	w := tabwriter.NewWriter(e.stdout, 0, 0, 2, ' ', 0)
	for _, a := range explore.Registry() {
		name := a.Name
		if name == defaultAlgorithm {
			name += " (default)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", name, a.Guarantee, a.Paper)
	}
	return exitOK, w.Flush()
}
