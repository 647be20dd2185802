package toolchain

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestLocate(t *testing.T) {
	g, err := Locate(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(g.Command); err != nil || !strings.HasPrefix(g.Version, g.Release) || g.Arch != runtime.GOARCH || g.OS != runtime.GOOS {
		t.Errorf("got %+v, %v", g, err)
	}
}

// fakeCommand installs a go command that runs the shell script text.
func fakeCommand(t *testing.T, text string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "go")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv(GoEnv, path)
}

func TestLocateErrors(t *testing.T) {
	const env = `"GOOS":"linux","GOARCH":"amd64","GOHOSTOS":"linux","GOHOSTARCH":"amd64"`
	for _, c := range []struct{ name, script, want string }{
		{"old", `echo '{"GOROOT":"/go","GOVERSION":"go1.24.10",` + env + `}'`, "go1.24.10 at /go is not supported: heddle supports go1.25.x and go1.26.x; set GOTOOLCHAIN"},
		{"new", `echo '{"GOROOT":"/go","GOVERSION":"go1.27rc1",` + env + `}'`, "go1.27rc1 at /go is not supported"},
		{"development", `echo '{"GOROOT":"/go","GOVERSION":"devel go1.27-abc",` + env + `}'`, "devel go1.27-abc at /go is not supported"},
		{"no root", `echo '{"GOROOT":"","GOVERSION":"go1.26.0"}'`, "does not know its GOROOT"},
		{"root is not there", `echo '{"GOROOT":"/none","GOVERSION":"go1.26.0 X:nodwarf5",` + env + `}'`, "/none has no go command"},
		{"other machine", `echo '{"GOROOT":"/go","GOVERSION":"go1.26.0","GOOS":"plan9","GOARCH":"arm","GOHOSTOS":"linux","GOHOSTARCH":"amd64"}'`, "unset GOOS=plan9 and GOARCH=arm"},
		{"machine", `echo '{"GOROOT":"/go","GOVERSION":"go1.26.0","GOOS":"linux","GOARCH":"386","GOHOSTOS":"linux","GOHOSTARCH":"386"}'`, "linux/386 is not supported"},
		{"fails", `echo "go: go.mod requires go >= 1.99" >&2; exit 1`, "exit status 1\n\tgo: go.mod requires go >= 1.99"},
		{"nonsense", `echo hello`, "env: invalid character"},
	} {
		t.Run(c.name, func(t *testing.T) {
			fakeCommand(t, c.script)
			_, err := Locate(t.Context(), ".")
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "toolchain: ") {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
		})
	}
}

func TestLocateOtherRoot(t *testing.T) {
	dir := writeModule(t, map[string]string{"VERSION": "go1.25.3\ntime 2025-10-01\n", "bin/go": ""})
	fakeCommand(t, `echo '{"GOROOT":"`+dir+`","GOVERSION":"go1.26.0","GOOS":"linux","GOARCH":"amd64","GOHOSTOS":"linux","GOHOSTARCH":"amd64"}'`)
	want := "the go command is go1.26.0, but GOROOT=" + dir + " is go1.25.3; unset GOROOT"
	if _, err := Locate(t.Context(), "."); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want an error with %q", err, want)
	}
}

func TestLocateNoGo(t *testing.T) {
	t.Setenv(GoEnv, "")
	t.Setenv("PATH", t.TempDir())
	if _, err := Locate(t.Context(), "."); err == nil || !strings.Contains(err.Error(), "https://go.dev/dl/") || !strings.Contains(err.Error(), GoEnv) {
		t.Errorf("got %v, want an error that says where to get Go", err)
	}
}
