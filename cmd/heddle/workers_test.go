package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// sameTraces is the script command "sametraces one two": the files must hold the same lines, in any order.
func sameTraces(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: sametraces one two")
	}
	one, two := traceLines(ts, args[0]), traceLines(ts, args[1])
	if !slices.Equal(one, two) {
		ts.Fatalf("%s has %d lines, %s has %d, and they are not the same", args[0], len(one), args[1], len(two))
	}
}

func traceLines(ts *testscript.TestScript, name string) []string {
	lines := strings.Split(strings.TrimSpace(ts.ReadFile(name)), "\n")
	slices.Sort(lines)
	return lines
}

// killed is the script command "killed who heddle test ... -checkpoint FILE ...". It starts heddle, waits for FILE, and
// then kills a "worker" or "heddle" itself, or sends heddle an "interrupt". After that, all processes must end.
func killed(ts *testscript.TestScript, neg bool, args []string) {
	at := slices.Index(args, "-checkpoint")
	if neg || len(args) < 3 || at < 0 || at+1 == len(args) {
		ts.Fatalf("usage: killed who heddle test ... -checkpoint FILE ...")
	}
	cmd := exec.Command(ts.Getenv("HEDDLE"), args[2:]...)
	cmd.Dir, cmd.Env = ts.Getenv("WORK"), environment(ts)
	if err := cmd.Start(); err != nil {
		ts.Fatalf("%v", err)
	}
	file := ts.MkAbs(args[at+1])
	for deadline := time.Now().Add(time.Minute); !exists(file); time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			cmd.Process.Kill()
			ts.Fatalf("there is no %s after a minute", file)
		}
	}
	time.Sleep(50 * time.Millisecond)
	workers := children(cmd.Process.Pid)
	switch args[0] {
	case "worker":
		if len(workers) > 0 {
			syscall.Kill(workers[0], syscall.SIGKILL)
		}
	case "heddle":
		cmd.Process.Kill()
	case "interrupt":
		cmd.Process.Signal(os.Interrupt)
	}
	err := cmd.Wait()
	if args[0] == "worker" && err != nil {
		ts.Fatalf("after a worker was killed: %v", err)
	}
	for _, pid := range workers {
		waitFor(ts, pid)
	}
}

func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}

// environment returns the environment of the script.
func environment(ts *testscript.TestScript) []string {
	env := os.Environ()
	for _, name := range []string{"HOME", "XDG_CACHE_HOME", "GOFLAGS", "PATH", "TMPDIR"} {
		env = append(env, name+"="+ts.Getenv(name))
	}
	return env
}

// children returns the processes that pid has started, as far as the system knows.
func children(pid int) (list []int) {
	files, _ := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/task/*/children")
	for _, name := range files {
		data, _ := os.ReadFile(name)
		for _, word := range strings.Fields(string(data)) {
			if n, err := strconv.Atoi(word); err == nil {
				list = append(list, n)
			}
		}
	}
	return list
}

// waitFor waits for the end of a worker whose heddle has ended.
func waitFor(ts *testscript.TestScript, pid int) {
	for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z ") {
			return
		}
	}
	ts.Fatalf("worker %d still runs after heddle has ended", pid)
}
