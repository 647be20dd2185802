package toolchain

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// GoEnv is the environment variable that names a go command to use instead of the one in PATH.
const GoEnv = "HEDDLE_GO"

// Go is an effective toolchain.
type Go struct {
	Command string // absolute path of the go command below Root
	Root    string // GOROOT, absolute
	Version string // "go1.26.8", as in GOVERSION
	Release string // "go1.26", the version's language part
	OS      string // GOOS, which is the host's
	Arch    string // GOARCH, which is the host's
	Flags   string // GOFLAGS in the directory
}

// Releases are the releases of Go that heddle supports, oldest first.
var Releases = []string{"go1.25", "go1.26"}

var releasePattern = regexp.MustCompile(`^go1\.\d+`)

// Locate returns the toolchain that the go command selects in dir: that of GOTOOLCHAIN, of the module's or the
// workspace's toolchain line, or the installed one. If there is no go command or no supported version, the error says
// what is wrong and how to fix it.
func Locate(ctx context.Context, dir string) (*Go, error) {
	command := "go"
	if name := os.Getenv(GoEnv); name != "" {
		command = name
	}
	path, err := exec.LookPath(command)
	if err != nil {
		return nil, fmt.Errorf("toolchain: no go command: %w; install Go from https://go.dev/dl/ or name its go command in %s", err, GoEnv)
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, fmt.Errorf("toolchain: %w", err)
	}
	env, err := goEnv(ctx, path, dir)
	if err != nil {
		return nil, err
	}
	return newGo(env)
}

// goEnv returns what the go command at path says about itself in dir.
func goEnv(ctx context.Context, path, dir string) (map[string]string, error) {
	cmd := exec.CommandContext(ctx, path, "env", "-json", "GOROOT", "GOVERSION", "GOFLAGS", "GOOS", "GOARCH", "GOHOSTOS", "GOHOSTARCH")
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("toolchain: %s env: %w%s", path, err, indented(stderr.String()))
	}
	var env map[string]string
	if err := json.Unmarshal(out, &env); err != nil {
		return nil, fmt.Errorf("toolchain: %s env: %w", path, err)
	}
	return env, nil
}

// newGo checks what the go command says about itself.
func newGo(env map[string]string) (*Go, error) {
	g := &Go{Root: env["GOROOT"], Version: env["GOVERSION"], OS: env["GOOS"], Arch: env["GOARCH"], Flags: env["GOFLAGS"]}
	if g.Root == "" {
		return nil, errors.New("toolchain: the go command does not know its GOROOT; set GOROOT or reinstall Go")
	}
	// GOVERSION may carry experiments ("go1.26.8 X:nodwarf5") and vendors' suffixes.
	g.Version, _, _ = strings.Cut(g.Version, " ")
	g.Release = releasePattern.FindString(g.Version)
	if !slices.Contains(Releases, g.Release) {
		newest := Releases[len(Releases)-1]
		return nil, fmt.Errorf("toolchain: %s at %s is not supported: heddle supports %s; set GOTOOLCHAIN to one of them, "+
			"for instance GOTOOLCHAIN=%s.0", env["GOVERSION"], g.Root, strings.Join(Releases, ".x and ")+".x", newest)
	}
	if g.OS != env["GOHOSTOS"] || g.Arch != env["GOHOSTARCH"] {
		return nil, fmt.Errorf("toolchain: tests run on this machine only: unset GOOS=%s and GOARCH=%s (the machine is %s/%s)",
			g.OS, g.Arch, env["GOHOSTOS"], env["GOHOSTARCH"])
	}
	if g.OS == "windows" || g.Arch != "amd64" && g.Arch != "arm64" {
		return nil, fmt.Errorf("toolchain: %s/%s is not supported: heddle runs on amd64 and arm64, and not on Windows", g.OS, g.Arch)
	}
	g.Command = filepath.Join(g.Root, "bin", "go")
	if _, err := os.Stat(g.Command); err != nil {
		return nil, fmt.Errorf("toolchain: %s has no go command: %w", g.Root, err)
	}
	// GOROOT may be set to another installation than that of the go command.
	if data, err := os.ReadFile(filepath.Join(g.Root, "VERSION")); err == nil {
		if version := strings.Fields(string(data) + " ?")[0]; releasePattern.FindString(version) != g.Release {
			return nil, fmt.Errorf("toolchain: the go command is %s, but GOROOT=%s is %s; unset GOROOT", g.Version, g.Root, version)
		}
	}
	return g, nil
}

// indented formats a command's output to stand below an error's first line.
func indented(output string) string {
	output = strings.TrimSpace(output)
	if output == "" {
		return ""
	}
	return "\n\t" + strings.ReplaceAll(output, "\n", "\n\t")
}
