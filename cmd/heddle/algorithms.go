package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"heddle/explore"
)

// preferred are the algorithms that -algo is when it is not given: the first of them that is in the registry.
var preferred = []string{"source", "optimal"}

// defaultAlgorithm is what -algo is when it is not given.
func defaultAlgorithm() string {
	names := algorithmNames()
	for _, name := range preferred {
		if slices.Contains(names, name) {
			return name
		}
	}
	return names[0]
}

// algorithmNames are what -algo takes.
func algorithmNames() []string {
	var names []string
	for _, a := range explore.All() {
		names = append(names, a.Name)
	}
	return names
}

// unit is what a complete execution of the algorithm is called: a trace when the algorithm executes each trace once.
func unit(algorithm string) string {
	a, err := explore.Find(algorithm)
	if err == nil && strings.HasPrefix(a.Guarantee, "one complete execution per trace") {
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
	for _, a := range explore.All() {
		name := a.Name
		if name == defaultAlgorithm() {
			name += " (default)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", name, a.Guarantee, a.Paper)
	}
	return exitOK, w.Flush()
}
