package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"heddle/benchmarks/table"
	"heddle/explore"
)

// options are the settings of the command line.
type options struct {
	json   bool
	limit  time.Duration
	tables []paperTable // with the selected rows
	// programs are the selected programs; empty for all.
	programs []string
	profile  bool // print profileTable
}

func flags(o *options, tables, algorithms *string) *flag.FlagSet {
	f := flag.NewFlagSet("papers", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(&o.json, "json", false, "print a line of JSON for each row")
	f.StringVar(tables, "table", strings.Join(append(defaultTables(), profileTable), ","), "print the tables of these comma-separated `names`; there is also "+programsTable+",\n"+
		"which has every row of traces.csv")
	f.StringVar(algorithms, "algo", "", "explore by the algorithms of these comma-separated `names` instead of those of each table;\n"+
		"a name can have flags: \"quasi -k 2\"")
	f.DurationVar(&o.limit, "limit", 2*time.Minute, "give up a row after `d`; 0 for no limit")
	return f
}

func usage(w io.Writer) {
	fmt.Fprintln(w, "usage: papers [flags] [programs]")
	f := flags(new(options), new(string), new(string))
	f.SetOutput(w)
	f.PrintDefaults()
}

// parse reads the command line.
func parse(args []string) (*options, error) {
	o := new(options)
	var tables, algorithms string
	f := flags(o, &tables, &algorithms)
	if err := f.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return nil, err
		}
		return nil, fmt.Errorf("%w: see papers -h", err)
	}
	if o.limit < 0 {
		return nil, fmt.Errorf("invalid value %v for flag -limit: want a duration such as 2m, or 0 for no limit", o.limit)
	}
	if err := checkPrograms(f.Args()); err != nil {
		return nil, err
	}
	use, err := algorithmNames(algorithms)
	if err != nil {
		return nil, err
	}
	o.programs = f.Args()
	for _, name := range strings.Split(tables, ",") {
		if name == profileTable {
			o.profile = slices.ContainsFunc(profiled, func(p table.Program) bool { return selected(p, o.programs) })
			continue
		}
		t, err := findTable(name)
		if err != nil {
			return nil, err
		}
		if use != nil {
			t.algorithms = use
		}
		if t.fill(f.Args()); len(t.rows) > 0 {
			o.tables = append(o.tables, t)
		}
	}
	if len(o.tables) == 0 && !o.profile {
		return nil, fmt.Errorf("no rows: %s has none of %s", tables, strings.Join(f.Args(), ", "))
	}
	return o, nil
}

// algorithmNames splits the value of -algo; nil for none.
func algorithmNames(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	names := strings.Split(text, ",")
	for _, a := range names {
		name, _, _ := strings.Cut(a, " ")
		if _, err := explore.Find(name); err != nil {
			return nil, fmt.Errorf("invalid value %q for flag -algo: %w", text, err)
		}
	}
	return names, nil
}

// checkPrograms returns an error for a name of a program that no row can have.
func checkPrograms(programs []string) error {
	var names []string
	known := map[string]bool{}
	for _, c := range table.Traces() {
		if !known[c.Name] {
			names = append(names, c.Name)
		}
		known[c.Name], known[argument(c.Program)] = true, true
	}
	for _, p := range programs {
		if name, _, _ := strings.Cut(p, "_"); !known[p] && known[name] {
			return fmt.Errorf("unknown parameters of %s in %q: there is no such line in traces.csv", name, p)
		} else if !known[p] {
			return fmt.Errorf("unknown program %q: want one of %s, or one with its parameters: readers_8", p, strings.Join(names, ", "))
		}
	}
	return nil
}

// selected reports whether p is one of programs; an empty list means all.
func selected(p table.Program, programs []string) bool {
	return len(programs) == 0 || slices.Contains(programs, p.Name) || slices.Contains(programs, argument(p))
}

// argument returns p as the command line names it: dispatcher_4_4.
func argument(p table.Program) string {
	return p.Name + "_" + strings.ReplaceAll(p.Parameters, ",", "_")
}
