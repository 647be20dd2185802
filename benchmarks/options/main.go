// Options explores the tests of some packages once with each of several sets of flags, and prints what each costs, as a table in
// Markdown: executions, seconds, and megabytes of the test binary.
//
//	options [-dir DIR] [-timeout D] [-most N] [-with FLAGS]... [packages]
//
// Each -with is one set of flags of heddle test, which is a column. The tests are in the order of their cost with the first one, and only
// the N most expensive are shown. All tests of a package have D together, for each set. A test that does not end in its time has a + after
// the executions that it had.
//
// The command builds heddle from the module of the current directory. Exit status: 0 if the table is printed, 2 if not.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"heddle/internal/command"
	"heddle/report"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintf(os.Stderr, "options: %v\n", err)
		os.Exit(2)
	}
}

// run parses the command line, explores and prints.
func run(ctx context.Context) error {
	dir := flag.String("dir", ".", "explore packages of the module in `DIR`")
	timeout := flag.Duration("timeout", time.Minute, "the `time` of a package for each set of flags")
	most := flag.Int("most", 0, "show the `N` most expensive tests only; 0 for all")
	var sets []string
	flag.Func("with", "a set of `flags`, separated by spaces", func(s string) error { sets = append(sets, s); return nil })
	flag.Parse()
	temp, err := os.MkdirTemp("", "heddle-options-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(temp)
	heddle, err := command.Build(ctx, temp)
	if err != nil {
		return err
	}
	results := make([]map[string]*report.Test, len(sets))
	for i, set := range sets {
		args := append(strings.Fields(set), "-keep-going", "-simplify", "0", "-p", "1", "-timeout", timeout.String())
		if results[i], err = heddle.Explore(ctx, *dir, append(args, flag.Args()...)...); err != nil {
			return err
		}
	}
	show(sets, results, *most)
	return nil
}

// show prints the table.
func show(sets []string, results []map[string]*report.Test, most int) {
	var names []string
	for name := range results[0] {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int {
		if c := results[0][b].Elapsed - results[0][a].Elapsed; c != 0 {
			return int(c / max(c, -c))
		}
		return strings.Compare(a, b)
	})
	if most > 0 {
		names = names[:min(most, len(names))]
	}
	fmt.Print("| test |")
	for _, set := range sets {
		fmt.Printf(" %s |", set)
	}
	fmt.Printf("\n|---|%s\n", strings.Repeat("---|", len(sets)))
	for _, name := range names {
		fmt.Printf("| %s |", name)
		for i := range sets {
			fmt.Printf(" %s |", cell(results[i][name]))
		}
		fmt.Println()
	}
}

// cell is what one test cost.
func cell(t *report.Test) string {
	if t == nil {
		return ""
	}
	rest := ""
	if !t.Complete {
		rest = "+"
	}
	return fmt.Sprintf("%d%s, %.2f s, %d MB", t.Executions, rest, t.Elapsed, t.PeakRSS>>20)
}
