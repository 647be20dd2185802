package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"heddle/docs"
	"heddle/internal/completion"
	"heddle/internal/doctor"
	linearize "heddle/internal/linearize/cli"
	"heddle/internal/options"
)

// runHelp prints the usage of heddle or of one command, or a page of the documentation.
func runHelp(e *env, args []string) (int, error) {
	if len(args) == 0 {
		usage(e.stdout, nil)
		return exitOK, nil
	}
	if page, err := docs.Pages.ReadFile(args[0] + ".md"); err == nil {
		_, err := e.stdout.Write(page)
		return exitOK, err
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
		fmt.Fprint(w, "\nPages of the documentation:\n\n")
		for _, t := range docs.Topics {
			fmt.Fprintf(w, "  %-36s %s\n", "heddle help "+t[0], t[1])
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
	case "linearize":
		return linearize.Flags()
	case "debug":
		return debugFlags(new(debugOptions))
	case "replay":
		return replayFlags(new(replayOptions))
	}
	return nil
}

// runDoctor checks the machine.
func runDoctor(e *env, args []string) (int, error) {
	if len(args) > 0 {
		return exitError, fmt.Errorf("doctor: takes no arguments, got %q", args[0])
	}
	if !doctor.Check(e.ctx, e.stdout) {
		return exitError, errors.New("doctor: something is missing")
	}
	return exitOK, nil
}

// runCompletion prints the script for a shell.
func runCompletion(e *env, args []string) (int, error) {
	if len(args) != 1 || !slices.Contains(completion.Shells, args[0]) {
		return exitError, fmt.Errorf("completion: want one of %q: for bash, source <(heddle completion bash)", completion.Shells)
	}
	var list []completion.Command
	for _, c := range commands {
		one := completion.Command{Name: c.name, Short: c.short, Flags: commandFlags(c.name)}
		switch c.name {
		case "help":
			for _, other := range commands {
				one.Words = append(one.Words, other.name)
			}
			for _, t := range docs.Topics {
				one.Words = append(one.Words, t[0])
			}
		case "completion":
			one.Words = completion.Shells
		}
		list = append(list, one)
	}
	return exitOK, completion.Write(e.stdout, args[0], list)
}
