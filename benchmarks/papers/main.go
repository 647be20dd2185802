// Papers prints the tables of the papers that compare algorithms on the programs of package heddle/benchmarks, with our numbers
// beside the published ones:
//
//	papers [-json] [-table NAMES] [-algo NAMES] [-limit D] [programs]
//
// A program is named with or without its parameters: readers, readers_8. Each row is explored by a separate heddle
// test, so that time and memory are the row's alone. A row that needs more than -limit is stopped and says so. The
// papers count executions that were given up as explored: compare explored with the sum of executions and blocked.
//
// The command builds heddle from the module of the current directory. It is a separate program, and not a command of
// heddle, because it can only explore the programs of this repository. Exit status: 0 if the tables are printed, 2 if
// not.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends the command at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run executes the command and returns the exit status.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	o, err := parse(args)
	if errors.Is(err, flag.ErrHelp) {
		usage(stdout)
		return 0
	}
	if err == nil {
		err = printTables(ctx, o, stdout)
	}
	if err != nil {
		fmt.Fprintf(stderr, "papers: %v\n", err)
		return 2
	}
	return 0
}

// printTables explores what o selects and prints it, a table or a line of JSON at a time.
func printTables(ctx context.Context, o *options, w io.Writer) error {
	m, err := newMeasurer(ctx, o.limit)
	if err != nil {
		return err
	}
	defer m.close()
	for _, t := range o.tables {
		if o.json {
			err = t.explore(m, func(r row) error { return printJSON(w, r) })
		} else {
			err = t.exploreText(m, w)
		}
		if err != nil {
			return err
		}
	}
	if o.profile {
		return printProfiles(ctx, o, w)
	}
	return nil
}

// explore measures the rows of t, one after another, and calls visit with each.
func (t *paperTable) explore(m *measurer, visit func(row) error) (err error) {
	for _, r := range t.rows {
		if r.Measured, err = m.measure(r.program(), r.Algorithm); err != nil {
			return err
		}
		if err := visit(r); err != nil {
			return err
		}
	}
	return nil
}

// exploreText explores t and prints it. If a row cannot be explored, it prints the rows before it.
func (t *paperTable) exploreText(m *measurer, w io.Writer) error {
	var rows []row
	err := t.explore(m, func(r row) error {
		rows = append(rows, r)
		return nil
	})
	if len(rows) == 0 {
		return err
	}
	return errors.Join(printText(w, t.heading(), rows), err)
}
