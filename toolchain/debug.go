package toolchain

import (
	"context"
	"os"
	"os/exec"
	"strings"

	"heddle/result"
)

// A Debug says for a debugger how a binary is built.
type Debug int

const (
	NoDebug     Debug = iota
	Optimized         // with the debugger's tables (DWARF); some variables are in registers only, or gone
	Unoptimized       // and the checked packages without optimizations
)

// compilerFlags are those for the checked packages, after hookFlags.
func (d Debug) compilerFlags(pkg Package) (flags []string) {
	if d == Unoptimized {
		for _, path := range pkg.Checked {
			flags = append(flags, "-gcflags="+path+"=-race -N -l")
		}
	}
	return flags
}

// linkerFlags are flags, those of keepSymbols, as d needs them.
func (d Debug) linkerFlags(flags []string) []string {
	if d != NoDebug {
		for i := range flags {
			flags[i] = strings.Replace(flags[i], "=-w", "=", 1)
		}
	}
	return flags
}

// Functions in the binary where a debugger stops: see package sched.
const (
	StopFunction  = EnginePath + "/sched.Stop"
	FailsFunction = EnginePath + "/sched.Fails"
)

// Under returns the command that runs p under Delve, which is at that path and reads commands from the file script. The caller must remove
// the file, if there is one.
func (p Process) Under(delve, script string, flags ...string) (cmd *exec.Cmd, file string, err error) {
	config, file, err := result.WriteConfig(&p.Config, p.Temp)
	if err != nil {
		return nil, "", err
	}
	cmd = exec.Command(delve, append(append([]string{"exec", p.Path, "--init", script, "--wd", p.Dir}, flags...), append([]string{"--"}, p.Args...)...)...)
	as := p.command(context.Background(), config)
	cmd.Dir, cmd.Env = as.Dir, as.Env
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	return cmd, file, nil
}
