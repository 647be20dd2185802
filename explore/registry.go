package explore

import (
	"fmt"
	"slices"
	"strings"

	"heddle/explore/optimal"
	"heddle/explore/pop"
	"heddle/explore/quasi"
	"heddle/explore/sample"
	"heddle/explore/search"
	"heddle/explore/source"
	"heddle/explore/stateful"
	"heddle/model"
	"heddle/trace"
)

// Options are those of package search.
type Options = search.Options

// A Part is a part of an exploration by POP, which can be explored in another process. The others are what it consists of.
type (
	Part  = pop.Part
	Ended = pop.Ended
	End   = pop.End
	Found = pop.Found
)

// An Algorithm is one entry of the registry.
type Algorithm struct {
	Name      string // what -algo takes
	Promise   Promise
	Guarantee string // the Promise in words
	Paper     string
	Balanced  bool // it supports model.Balanced, too, see Takes
	make      func(*trace.Execution, Options) search.Explorer
}

// A Promise says which executions an algorithm explores. Each promise includes those before it.
type Promise int

const (
	Sample  Promise = iota // some executions: no exploration is complete
	States                 // every state
	All                    // every trace
	Once                   // one complete execution of every trace
	Optimal                // and none that is given up asleep
)

// Algorithms are all algorithms that explore every trace, simplest first.
var Algorithms = []Algorithm{
	{"exhaustive", All, "every interleaving", "baseline of dynamic-por-2005", true, source.NewExhaustive},
	{"sleep", Once, "one complete execution per trace, many blocked ones", "baseline of dynamic-por-2005", true, source.NewSleep},
	{"dpor-nosleep", All, "every trace, often more than once", "dynamic-por-2005, figures 3 and 4", true, source.NewDPORNoSleep},
	{"dpor", Once, "one complete execution per trace, blocked ones", "dynamic-por-2005, figures 3 and 4, with sleep sets", true, source.NewDPOR},
	{"source", Once, "one complete execution per trace, few blocked ones", "source-sets-2017, algorithms 1, 3 and 5", true, source.NewSource},
	{"optimal", Optimal, "one complete execution per trace, none blocked", "source-sets-2017, algorithms 2, 4 and 6", true, optimal.New},
	POP,
	{"quasi", Optimal, "one complete execution per trace, none blocked with -k 0", "quasi-optimal-por-2018, algorithm 1", false, quasi.New},
}

// Auto is not among Algorithms: it is POP, with samples and bounded searches between its executions.
var Auto = Algorithm{"auto", Optimal, "that of pop; samples, and searches with few preemptions, find failures meanwhile", "", true, newPortfolio}

// POP is the algorithm that can be divided, as the trunk of Auto as well: see RunPart.
var POP = Algorithm{"pop", Optimal, "one complete execution per trace, none blocked", "parsimonious-optimal-dpor-2024, algorithms 1 and 2", true, pop.New}

// Stateful is not among Algorithms: it reaches every state, not every trace.
var Stateful = Algorithm{"stateful", States, "every state and every failure, not every trace", "stateful-dpor-2008, figures 3 to 7", false, stateful.New}

// Bounded is not among Algorithms: it is for a bound on preemptions.
var Bounded = Algorithm{"bounded", Once, "one complete execution of each trace with at most -preemptions N preemptions", "Musuvathi, Qadeer, PLDI 2007, with cached traces",
	true, source.NewBounded}

// Samplers are the algorithms that run some executions, not all: their explorations are never complete.
var Samplers = []Algorithm{
	{"random", Sample, "samples: random walks", "", false, sample.NewRandom},
	{"pct", Sample, "samples: each execution shows a bug of depth k with a known probability", "Burckhardt et al., ASPLOS 2010", false, sample.NewPCT},
	{"pos", Sample, "samples: operations that do not race do not change the odds of those that do", "Yuan et al., CAV 2018", false, sample.NewPOS},
	{"surw", Sample, "samples: interleavings with equal probability, as far as the lengths of the threads are known", "Zhao et al., ASPLOS 2025", false, sample.NewSURW},
}

// Takes returns an error if the algorithm does not support the dependence. All support all, but for model.Balanced: samplers have nothing to
// gain by it, and stateful does not come to every trace, so that it may miss the one that shows that a counter falls below zero. Quasi loses
// traces under it: package unfold knows where a counter stands from Adds that are ordered with all Dones.
func (a Algorithm) Takes(d model.Dependence) error {
	if d == model.Balanced && !a.Balanced {
		return fmt.Errorf("explore: %s has no dependence %s", a.Name, d)
	}
	return nil
}

// TakesSections returns an error if the algorithm does not support critical sections that are one event each (package heddle/sched/section).
func (a Algorithm) TakesSections() error {
	if a.Promise == States {
		return fmt.Errorf("explore: %s has no sections", a.Name)
	}
	return nil
}

// Registry is Auto, Algorithms, Stateful, Bounded and Samplers.
func Registry() []Algorithm {
	return slices.Concat([]Algorithm{Auto}, Algorithms, []Algorithm{Stateful, Bounded}, Samplers)
}

// Find returns the algorithm of that name.
func Find(name string) (Algorithm, error) {
	var known []string
	for _, a := range Registry() {
		if a.Name == name {
			return a, nil
		}
		known = append(known, a.Name)
	}
	return Algorithm{}, fmt.Errorf("explore: unknown algorithm %q (there are %s)", name, strings.Join(known, ", "))
}
