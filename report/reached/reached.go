// Package reached says what executions have reached of the code, and what they have not.
package reached

import (
	"fmt"
	"strings"
)

// A Coverage is what the executions of a package's tests, all together, have reached of the code that -cover counts. Its JSON encoding is the
// line "coverage" of -json.
type Coverage struct {
	Action     string // always "coverage"
	Package    string // import path of the tests
	In         string `json:",omitempty"` // the patterns of -coverpkg; empty for the package itself
	Statements int
	Reached    int // of the statements
	Percent    float64
	Cases      int // cases of select statements in functions that were called
	// NeverCalled are functions, NeverTaken cases, and NeverReached lines of functions that were called. At most MostNever of each are listed;
	// Left is how many more there are, of all together.
	NeverCalled, NeverTaken, NeverReached []string
	Left                                  int `json:",omitempty"`
}

// MostNever bounds each list of a Coverage.
const MostNever = 150

// Covers returns the coverage of pkg with these counts, of the packages that the patterns in name.
func Covers(pkg, in string, statements, reached int) *Coverage {
	c := &Coverage{Action: "coverage", Package: pkg, In: in, Statements: statements, Reached: reached}
	if statements > 0 {
		c.Percent = 100 * float64(reached) / float64(statements)
	}
	return c
}

// Never sets the lists.
func (c *Coverage) Never(called, taken, reached []string) {
	list := func(all []string) []string {
		n := min(len(all), MostNever)
		c.Left += len(all) - n
		return append([]string{}, all[:n]...)
	}
	c.NeverCalled, c.NeverTaken, c.NeverReached = list(called), list(taken), list(reached)
}

// Share says which share of the statements was reached, as go test does.
func (c *Coverage) Share() string {
	if c.Statements == 0 {
		return "coverage: [no statements]"
	}
	text := fmt.Sprintf("coverage: %.1f%% of statements", c.Percent)
	if c.In != "" {
		text += " in " + c.In
	}
	return text
}

// String is Share, and how much was never reached.
func (c *Coverage) String() string {
	text := c.Share()
	if n := len(c.NeverCalled); n > 0 {
		text += "; functions never called: " + number(n)
	}
	if n := len(c.NeverTaken); n > 0 {
		text += fmt.Sprintf("; select cases never taken: %s of %d", number(n), c.Cases)
	}
	return text
}

// Note is String after two spaces, for the line of a package; empty if c is nil.
func (c *Coverage) Note() string {
	if c == nil {
		return ""
	}
	return "  " + c.String()
}

// number is the length of a list that may have been cut.
func number(n int) string {
	if n == MostNever {
		return fmt.Sprintf("%d or more", n)
	}
	return fmt.Sprint(n)
}

// Detail is what was never reached, a line of text for each kind.
func (c *Coverage) Detail() string {
	text := ""
	add := func(what string, list []string) {
		if len(list) > 0 {
			text += "     " + what + ": " + strings.Join(list, ", ") + "\n"
		}
	}
	add("never called", c.NeverCalled)
	add("never taken", c.NeverTaken)
	add("never reached", c.NeverReached)
	if c.Left > 0 {
		text += fmt.Sprintf("     and %d more\n", c.Left)
	}
	return text
}
