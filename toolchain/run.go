package toolchain

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"time"

	"heddle/result"
)

// waitDelay is how long the output of a test binary that has ended may be held open, by a process that it has left behind.
const waitDelay = 300 * time.Millisecond

// godebug holds GODEBUG settings for test binaries. They follow the settings of the user's GODEBUG, because the last
// one counts. asynctimerchan=0: modules that declare a Go version before 1.23 would get the timers of that version,
// whose channels the engine cannot see.
var godebug = []string{"asynctimerchan=0"}

// A Process is a test binary to run.
type Process struct {
	Path   string   // the binary
	Dir    string   // the package's directory
	Args   []string // -test.run=... and so on
	Env    []string // added to the environment
	Config result.Config
	Work   *os.File // what a worker reads its assignments from (see result.WorkFD); nil for none
	Temp   string   // a directory for the files that the process needs
}

// Process returns a Process that runs the binary with config, to which it adds the package and its variables.
func (b *Binary) Process(config result.Config, args ...string) Process {
	config.Package = b.Package.ImportPath
	config.Globals, config.Library, config.Counts = b.Globals, b.Library, b.Counts
	return Process{Path: b.Path, Dir: b.Package.Dir, Args: args, Config: config, Temp: b.temp}
}

// Run runs a test binary and calls handle with every message that it sends, in order, from one goroutine. When ctx
// ends, the process and all processes that it has started are killed. A process that fails or dies is not an error but
// an Exit. An error means that the process could not be run, that a message could not be parsed, or that ctx has ended.
func Run(ctx context.Context, p Process, handle func(result.Message)) (*Exit, error) {
	exit, err := run(ctx, p, handle)
	if err != nil {
		return exit, fmt.Errorf("toolchain: running %s: %w", filepath.Base(p.Path), err)
	}
	return exit, nil
}

func run(ctx context.Context, p Process, handle func(result.Message)) (*Exit, error) {
	choices, err := makeChoices(p.Temp)
	if err != nil {
		return nil, err
	}
	defer os.Remove(choices)
	p.Config.Choices = choices
	config, file, err := result.WriteConfig(&p.Config, p.Temp)
	if err != nil {
		return nil, err
	}
	if file != "" {
		defer os.Remove(file)
	}
	cmd := p.command(ctx, config)
	stdout, stderr := new(clipped), new(clipped)
	cmd.Stdout, cmd.Stderr = stdout, stderr
	if p.Work != nil {
		cmd.ExtraFiles = []*os.File{p.Work}
	}
	messagesErr, err := runWithPipe(cmd, handle)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	exit := newExit(cmd.ProcessState)
	exit.Stdout, exit.Stderr = stdout.String(), stderr.String()
	if data, err := os.ReadFile(choices); err == nil {
		exit.Execution, exit.Choices, err = result.ParseChoices(data)
		messagesErr = errors.Join(messagesErr, err)
	}
	return exit, messagesErr
}

// command returns the command that starts p, without its pipes.
func (p Process) command(ctx context.Context, config string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, p.Path, p.Args...)
	cmd.Dir = p.Dir
	cmd.Env = append(append(os.Environ(), p.Env...), "PWD="+p.Dir, "GODEBUG="+joinGodebug(), result.ConfigEnv+"="+config)
	cmd.WaitDelay = waitDelay
	ownGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd) }
	return cmd
}

// runWithPipe runs cmd to its end, with a pipe for its messages. messagesErr is an error in the messages.
func runWithPipe(cmd *exec.Cmd, handle func(result.Message)) (messagesErr, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	cmd.ExtraFiles = append([]*os.File{w}, cmd.ExtraFiles...)
	err = cmd.Start()
	w.Close()
	if err != nil {
		return nil, err
	}
	p := &pipe{File: r}
	read := make(chan error, 1)
	go func() { read <- readMessages(p, handle) }()
	err = cmd.Wait()
	_ = killGroup(cmd) // the processes that it has left behind
	p.end()
	messagesErr = <-read
	if exitErr := new(exec.ExitError); errors.As(err, &exitErr) || errors.Is(err, exec.ErrWaitDelay) {
		err = nil // how it ended is in cmd.ProcessState
	}
	return messagesErr, err
}

// A pipe is the reading end of the pipe for messages. A process that the test binary has left behind may hold the
// writing end, and must not keep the reader waiting forever. So once the test binary has ended, what is sent later than
// waitDelay does not count.
type pipe struct {
	*os.File
	ended atomic.Bool
}

func (p *pipe) end() {
	p.ended.Store(true)
	_ = p.SetReadDeadline(time.Now().Add(waitDelay))
}

func (p *pipe) Read(b []byte) (int, error) {
	if p.ended.Load() {
		// Do not count the time that handling messages took.
		_ = p.SetReadDeadline(time.Now().Add(waitDelay))
	}
	return p.File.Read(b)
}

// makeChoices makes the file in which the process keeps the choices of the running execution.
func makeChoices(dir string) (string, error) {
	f, err := os.CreateTemp(dir, "choices-")
	if err != nil {
		return "", err
	}
	if err := errors.Join(f.Truncate(result.ChoicesSize), f.Close()); err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// joinGodebug returns the value of GODEBUG for test binaries.
func joinGodebug() string {
	settings := godebug
	if user := os.Getenv("GODEBUG"); user != "" {
		settings = append([]string{user}, godebug...)
	}
	return strings.Join(settings, ",")
}

// readMessages reads messages until the pipe ends. It ignores an incomplete last line: a dying process leaves one.
func readMessages(r io.Reader, handle func(result.Message)) error {
	lines := bufio.NewReaderSize(r, 1<<16)
	var first error
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return first
		}
		var m result.Message
		if err := json.Unmarshal(line, &m); err != nil {
			if first == nil {
				first = fmt.Errorf("a message is damaged: %w: %.100q", err, line)
			}
			continue
		}
		handle(m)
	}
}
