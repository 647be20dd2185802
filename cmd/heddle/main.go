// Heddle is a model checker: it runs Go tests under every goroutine interleaving that can matter.
//
//	heddle test ./...                        explore the tests of all packages
//	heddle replay .heddle/p.TestX.1.json     run one recorded interleaving again
//
// Each command is an entry of the table commands. It returns the exit status: 0 if it found no failure, 1 if it found
// one, 2 if it could not run. An error also means 2. Run heddle help for the rest.
//
// It has more than 2500 lines because all commands that run tests share a session, and what processes of a test may say, and how they may
// end, is handled by one exploration.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"heddle/internal/doctor"
	linearize "heddle/internal/linearize/cli"
	"heddle/internal/options"
)

// The exit statuses.
const (
	exitOK      = 0
	exitFailure = 1
	exitError   = 2
)

// A command is one subcommand.
type command struct {
	name  string
	args  string // after the name, for the usage
	short string // what it does, in one line
	run   func(env *env, args []string) (status int, err error)
}

// commands is set by init because help refers to it.
var commands []command

func init() {
	commands = []command{
		{"test", "[flags] [packages]", "explore every test of the packages under all interleavings", runTest},
		{"replay", "[flags] FILE", "run one recorded interleaving again", runReplay},
		{"debug", "[flags] FILE", "run one recorded interleaving in the debugger Delve, or print its values", runDebug},
		{"linearize", "[flags] PACKAGE -type T", "check that concurrent calls of a type's methods give what some order of the calls gives", runLinearize},
		{"algorithms", "", "list the algorithms that -algo accepts", prints("algorithms", options.Algorithms)},
		{"clean", "[flags]", "remove the results that are in the cache", runClean},
		{"version", "", "print the version", prints("version", doctor.Version)},
		{"doctor", "", "check what heddle needs on this machine, with a self-test", runDoctor},
		{"completion", "SHELL", "print the script with which bash, zsh or fish completes heddle's flags", runCompletion},
		{"help", "[command|topic]", "print this text, the flags of a command, or a page of the documentation", runHelp},
	}
}

// runLinearize implements heddle linearize.
func runLinearize(e *env, args []string) (int, error) { return linearize.Run(e.ctx, e.stdout, args) }

// prints is the run of a command without arguments that only prints.
func prints(name string, print func(io.Writer) error) func(*env, []string) (int, error) {
	return func(e *env, args []string) (int, error) {
		if len(args) > 0 {
			return exitError, fmt.Errorf("%s: takes no arguments, got %q", name, args[0])
		}
		return exitOK, print(e.stdout)
	}
}

// env is the environment of a command.
type env struct {
	ctx    context.Context // ends when the user interrupts
	stdout io.Writer
	stderr io.Writer
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal ends heddle at once
	os.Exit(run(&env{ctx: ctx, stdout: os.Stdout, stderr: os.Stderr}, os.Args[1:]))
}

// run runs the command that args name and returns the exit status.
func run(e *env, args []string) (status int) {
	defer func() {
		if p := recover(); p != nil {
			status = exitError
			fmt.Fprintf(e.stderr, "heddle: internal error: %v\n%s\n%s\n", p, debug.Stack(), pleaseReport)
		}
	}()
	c, rest, err := lookup(args)
	if err == nil {
		status, err = c.run(e, rest)
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		usage(e.stdout, c)
		return exitOK
	case err != nil:
		fmt.Fprintf(e.stderr, "heddle: %v\n", err)
		return exitError
	}
	return status
}

// pleaseReport ends the message about a bug in Heddle itself.
const pleaseReport = "This is a bug in Heddle. Please report it with the text above, and with the schedule file if one is named."

// lookup finds the command that args begin with. It returns the command and the arguments after it.
func lookup(args []string) (*command, []string, error) {
	name := "help"
	if len(args) > 0 {
		name, args = args[0], args[1:]
	}
	if name == "-h" || name == "-help" || name == "--help" {
		name = "help"
	}
	for i := range commands {
		if commands[i].name == name {
			return &commands[i], args, nil
		}
	}
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	return nil, nil, fmt.Errorf("unknown command %q: want one of %s", name, strings.Join(names, ", "))
}
