// Package delve starts the debugger Delve (github.com/go-delve/delve), which stops a test binary in the middle of a schedule.
//
// The binary calls a function of the engine when the goroutine that is to do the step has the processor, and another one when a failure shows. Delve
// has a breakpoint in each. A script in Starlark, which Delve runs, then shows the frame of the user's function instead of the engine's.
package delve

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"

	"golang.org/x/term"

	"heddle/toolchain"
)

// Install is the command that installs Delve.
const Install = "go install github.com/go-delve/delve/cmd/dlv@latest"

// Find returns the path of dlv, and its version.
func Find() (path, version string, err error) {
	if path, err = exec.LookPath("dlv"); err != nil {
		return "", "", errors.New("debug: the debugger Delve, dlv, is not in PATH: install it with " + Install + ", or see the values with heddle debug -print")
	}
	out, err := exec.Command(path, "version").Output()
	if err != nil {
		return "", "", fmt.Errorf("debug: %s version: %w: install it again with %s", path, err, Install)
	}
	for line := range strings.Lines(string(out)) {
		if v, ok := strings.CutPrefix(line, "Version:"); ok {
			version = strings.TrimSpace(v)
		}
	}
	return path, version, nil
}

// commands are those that Delve runs first: %s are the two functions, and the file of script.
const commands = `break heddleStep %s
break heddleFailure %s
on heddleFailure print kind
on heddleFailure print message
continue
source %s
`

// script shows the user's function where the program has stopped, and is the command heddle after that. The engine, the standard library's
// primitives and the runtime are above it.
const script = `
def user(name):
    for prefix in ["heddle+/", "sync.", "sync/", "internal/", "runtime.", "time.", "testing.", "context."]:
        if name.startswith(prefix):
            return False
    return True

def command_heddle(args):
    """Shows the frame of your own function: the engine, the runtime and the primitives are above it."""
    frames = stacktrace(-1, 60, False, False).Locations
    for i in range(len(frames)):
        f = frames[i].Location.Function
        if f != None and user(f.Name_):
            dlv_command("frame %%d" %% i)
            return
    print("the goroutine is not in your code: see stack, and goroutines")

def main():
    print(%q)
    command_heddle("")
`

// Run runs the process under the Delve at that path until the user leaves it. About says what it stops before.
func Run(path string, p toolchain.Process, about string) error {
	star, first := filepath.Join(p.Temp, "heddle.star"), filepath.Join(p.Temp, "heddle.dlv")
	text := fmt.Sprintf(commands, toolchain.StopFunction, toolchain.FailsFunction, star)
	flags := []string{"--check-go-version=false"}
	plain := !term.IsTerminal(int(os.Stdin.Fd())) || !term.IsTerminal(int(os.Stdout.Fd()))
	if plain {
		flags = append(flags, "--allow-non-terminal-interactive=true")
	}
	err := errors.Join(os.WriteFile(star, fmt.Appendf(nil, script, about), 0o666), os.WriteFile(first, []byte(text), 0o666))
	if err != nil {
		return fmt.Errorf("debug: %w", err)
	}
	cmd, file, err := p.Under(path, first, flags...)
	if err != nil {
		return fmt.Errorf("debug: %w", err)
	}
	if file != "" {
		defer os.Remove(file)
	}
	if plain {
		cmd.Env = append(cmd.Env, "TERM=dumb") // no colors
	}
	interrupts := make(chan os.Signal, 1) // they are Delve's: it stops the program
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("debug: %s: %w", path, err)
	}
	return nil
}
