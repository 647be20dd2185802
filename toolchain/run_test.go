package toolchain

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"heddle/result"
)

// childEnv, when set, makes this test binary act as a test binary that heddle runs: see child.
const childEnv = "HEDDLE_TEST_CHILD"

func TestMain(m *testing.M) {
	if mode := os.Getenv(childEnv); mode != "" {
		child(mode)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child does what mode says.
func child(mode string) {
	pipe := os.NewFile(3, "messages")
	send := func(m result.Message) {
		data, err := json.Marshal(m)
		if err != nil {
			panic(err)
		}
		if _, err := pipe.Write(append(data, '\n')); err != nil {
			panic(err)
		}
	}
	config, err := result.ReadConfig()
	if err != nil || config == nil {
		panic(fmt.Sprint("no configuration: ", err))
	}
	switch mode {
	case "messages":
		dir, _ := os.Getwd()
		send(result.Message{Type: "start", Test: config.Package})
		send(result.Message{Type: "output", Text: strings.Join(append(os.Args[1:], dir, os.Getenv("PWD"), os.Getenv("EXTRA")), " ")})
		send(result.Message{Type: "done", Verdict: result.Verdict(strconv.Itoa(len(config.Globals)))})
		os.Exit(3)
	case "dies":
		data := make([]byte, result.ChoicesHeader)
		entries := "0 0 - 0\n0.1 2 0 1\n"
		copy(data, result.ChoicesMagic)
		binary.LittleEndian.PutUint32(data[4:], uint32(len(entries)))
		binary.LittleEndian.PutUint64(data[8:], 17)
		f, err := os.OpenFile(config.Choices, os.O_RDWR, 0)
		if err != nil {
			panic(err)
		}
		if _, err := f.WriteAt(append(data, entries...), 0); err != nil {
			panic(err)
		}
		send(result.Message{Type: "start", Test: "TestX"})
		pipe.WriteString(`{"Type":"outp`)
		fmt.Fprint(os.Stderr, "fatal error: sync: unlock of unlocked mutex\n")
		syscall.Kill(os.Getpid(), syscall.SIGSEGV)
		time.Sleep(time.Minute)
	case "many":
		for range 1000 {
			send(result.Message{Type: "output", Text: strings.Repeat("x", 60)})
		}
	case "floods":
		fmt.Println("first line")
		for range 300 << 10 / 16 {
			fmt.Println("0123456789abcde")
		}
		fmt.Println("last line")
		fmt.Fprintln(pipe, "not a message")
	case "hangs":
		// The grandchild holds the pipes open.
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childEnv+"=sleeps")
		cmd.Stdout, cmd.Stderr, cmd.ExtraFiles = os.Stdout, os.Stderr, []*os.File{pipe}
		if err := cmd.Start(); err != nil {
			panic(err)
		}
		send(result.Message{Type: "output", Text: strconv.Itoa(cmd.Process.Pid)})
		if len(os.Args) > 1 {
			time.Sleep(time.Minute)
		}
	case "sleeps":
		time.Sleep(time.Minute)
	}
}

func childProcess(t *testing.T, mode string, args ...string) Process {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return Process{Path: path, Dir: t.TempDir(), Args: args, Env: []string{childEnv + "=" + mode, "EXTRA=extra"}, Temp: t.TempDir(), Config: result.Config{Package: "example.com/p"}}
}

func TestRunMessages(t *testing.T) {
	p := childProcess(t, "messages", "-test.run=X")
	// So many ranges that the configuration does not fit into the environment.
	p.Config.Globals = make([]result.Range, 1<<14)
	var got []result.Message
	exit, err := Run(t.Context(), p, func(m result.Message) { got = append(got, m) })
	if err != nil || exit.Code != 3 || exit.Signal != "" || exit.Choices != nil {
		t.Fatalf("got %+v, %v, want exit 3", exit, err)
	}
	if len(got) != 3 || got[0].Test != "example.com/p" || got[2].Verdict != "16384" {
		t.Fatalf("got %+v", got)
	}
	if want := "-test.run=X " + p.Dir + " " + p.Dir + " extra"; got[1].Text != want {
		t.Errorf("got %q, want %q", got[1].Text, want)
	}
	if entries, err := os.ReadDir(p.Temp); err != nil || len(entries) != 0 {
		t.Errorf("got %v, %v left in the temporary directory", entries, err)
	}
}

func TestRunDies(t *testing.T) {
	var got []result.Message
	exit, err := Run(t.Context(), childProcess(t, "dies"), func(m result.Message) { got = append(got, m) })
	if err != nil {
		t.Fatal(err)
	}
	if exit.Code != -1 && exit.Code != 2 || !strings.Contains(exit.Stderr, "unlock of unlocked mutex") {
		t.Errorf("got %+v", exit)
	}
	if len(got) != 1 {
		t.Errorf("got %+v, want the one whole message", got)
	}
	if exit.Execution != 17 || len(exit.Choices) != 2 || exit.Choices[1] != (result.Choice{Thread: "0.1", Case: 2, Partner: "0", PartnerCase: 1}) {
		t.Errorf("got execution %d, choices %+v", exit.Execution, exit.Choices)
	}
}

func TestRunFloods(t *testing.T) {
	exit, err := Run(t.Context(), childProcess(t, "floods"), func(result.Message) {})
	if err == nil || !strings.Contains(err.Error(), `a message is damaged`) || !strings.Contains(err.Error(), "not a message") {
		t.Errorf("got %v, want an error about the message", err)
	}
	if exit == nil || exit.Code != 0 {
		t.Fatalf("got %+v", exit)
	}
	if !strings.HasPrefix(exit.Stdout, "first line\n") || !strings.HasSuffix(exit.Stdout, "last line\n") || len(exit.Stdout) > 3*clipLimit ||
		!strings.Contains(exit.Stdout, "bytes left out") {
		t.Errorf("got %d bytes of output", len(exit.Stdout))
	}
}

// All messages of a process are handled, even if it has ended before.
func TestRunSlowHandler(t *testing.T) {
	got := 0
	exit, err := Run(t.Context(), childProcess(t, "many"), func(result.Message) {
		if got++; got == 1 {
			time.Sleep(waitDelay + 500*time.Millisecond)
		}
	})
	if err != nil || exit.Code != 0 || got != 1000 {
		t.Errorf("got %d messages, %+v, %v, want 1000", got, exit, err)
	}
}

// gone waits until the process pid no longer runs. A zombie counts: init or a subreaper may not have reaped it yet.
func gone(pid int) bool {
	for range 100 {
		if syscall.Kill(pid, 0) == syscall.ESRCH {
			return true
		}
		if stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid)); err == nil && strings.Contains(string(stat), ") Z ") {
			return true
		}
		time.Sleep(10 * time.Millisecond)
	}
	return false
}

// The processes that the process has started end with it, and when the run is cancelled.
func TestRunGroup(t *testing.T) {
	for _, cancelled := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		p := childProcess(t, "hangs")
		if cancelled {
			p.Args = []string{"forever"}
		}
		pid := 0
		start := time.Now()
		_, err := Run(ctx, p, func(m result.Message) {
			pid, _ = strconv.Atoi(m.Text)
			if cancelled {
				cancel()
			}
		})
		cancel()
		if cancelled != errors.Is(err, context.Canceled) || !cancelled && err != nil {
			t.Errorf("cancelled %v: got %v", cancelled, err)
		}
		if time.Since(start) > 20*time.Second || pid == 0 || !gone(pid) {
			t.Errorf("cancelled %v: process %d is there after %v", cancelled, pid, time.Since(start))
		}
	}
}

func TestRunNotThere(t *testing.T) {
	p := childProcess(t, "messages")
	p.Path += ".missing"
	if _, err := Run(t.Context(), p, func(result.Message) {}); !errors.Is(err, os.ErrNotExist) || !strings.HasPrefix(err.Error(), "toolchain: running ") {
		t.Errorf("got %v", err)
	}
}

func TestClipped(t *testing.T) {
	var c clipped
	text := strings.Repeat("x", clipLimit) + strings.Repeat("y", 5) + strings.Repeat("z", clipLimit)
	for i := 0; i < len(text); i += 1000 {
		if _, err := c.Write([]byte(text[i:min(i+1000, len(text))])); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.Repeat("x", clipLimit) + "\n... 5 bytes left out ...\n" + strings.Repeat("z", clipLimit)
	if got := c.String(); got != want {
		t.Errorf("got %d bytes, want %d", len(got), len(want))
	}
}
