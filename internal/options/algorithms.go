package options

import (
	"fmt"
	"io"
	"text/tabwriter"

	"heddle/explore"
)

// defaultAlgorithm is the default value of -algo.
var defaultAlgorithm = explore.Auto.Name

// algorithmNames returns the values that -algo accepts.
func algorithmNames() []string {
	var names []string
	for _, a := range explore.Registry() {
		names = append(names, a.Name)
	}
	return names
}

// Unit returns the word for a complete execution: "trace" if the algorithm executes each trace once, else "execution".
func Unit(algorithm string) string {
	a, err := explore.Find(algorithm)
	if err == nil && a.Promise >= explore.Once {
		return "trace"
	}
	return "execution"
}

// Algorithms prints the registry.
func Algorithms(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, a := range explore.Registry() {
		name := a.Name
		if name == defaultAlgorithm {
			name += " (default)"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", name, a.Guarantee, a.Paper)
	}
	return w.Flush()
}
