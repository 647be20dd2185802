package main

import (
	"flag"
	"fmt"
	"io"

	"heddle/internal/options"
)

// runHelp prints the usage of heddle or of one command.
func runHelp(e *env, args []string) (int, error) {
	if len(args) == 0 {
		usage(e.stdout, nil)
		return exitOK, nil
	}
	c, _, err := lookup(args[:1])
	if err != nil {
		return exitError, err
	}
	usage(e.stdout, c)
	return exitOK, nil
}

// usage prints the usage of c, or the list of commands if c is nil or help itself.
func usage(w io.Writer, c *command) {
	if c == nil || c.name == "help" {
		fmt.Fprint(w, "Heddle is a model checker: it runs Go tests under every goroutine interleaving that can matter.\n\n")
		for _, c := range commands {
			fmt.Fprintf(w, "  %-36s %s\n", "heddle "+c.name+" "+c.args, c.short)
		}
		fmt.Fprint(w, "\nExit status: 0 no failure found, 1 a failure found (with -strict: any verdict but ok), 2 the command could not run.\n")
		return
	}
	fmt.Fprintf(w, "usage: heddle %s %s\n\n%s\n", c.name, c.args, c.short)
	if flags := commandFlags(c.name); flags != nil {
		fmt.Fprintln(w)
		flags.SetOutput(w)
		flags.PrintDefaults()
	}
}

// commandFlags returns the flag set of the named command, nil if it has no flags.
func commandFlags(name string) *flag.FlagSet {
	switch name {
	case "test":
		return options.Flags(new(options.Options))
	case "clean":
		return cleanFlags(new(bool))
	case "replay":
		return replayFlags(new(replayOptions))
	}
	return nil
}
