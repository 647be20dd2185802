package completion

import (
	"bytes"
	"flag"
	"os/exec"
	"strings"
	"testing"
)

// TestBash asks bash itself what the script completes.
func TestBash(t *testing.T) {
	if _, err := exec.LookPath("bash"); err != nil {
		t.Skip("no bash")
	}
	f := flag.NewFlagSet("test", flag.ContinueOnError)
	f.Bool("json", false, "it's JSON")
	f.String("junit", "", "write `file`")
	commands := []Command{{Name: "test", Flags: f}, {Name: "help", Words: []string{"guide", "json"}}, {Name: "version"}}
	for words, want := range map[string]string{"heddle ": "test help version", "heddle te": "test", "heddle test -j": "-json -junit", "heddle test -ju": "-junit", "heddle help g": "guide", "heddle version -j": ""} {
		var b bytes.Buffer
		if err := Write(&b, "bash", commands); err != nil {
			t.Fatal(err)
		}
		b.WriteString("COMP_WORDS=(" + words)
		if strings.HasSuffix(words, " ") {
			b.WriteString("''")
		}
		b.WriteString("); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _heddle; echo \"${COMPREPLY[@]}\"\n")
		cmd := exec.Command("bash")
		cmd.Dir, cmd.Stdin = t.TempDir(), &b
		out, err := cmd.CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != want {
			t.Errorf("%q: got %q (%v), want %q", words, out, err, want)
		}
	}
	var b bytes.Buffer
	if err := Write(&b, "fish", commands); err != nil || !strings.Contains(b.String(), `-o junit -d 'write file'`) || !strings.Contains(b.String(), `'it\'s JSON'`) {
		t.Errorf("fish: got %s (%v)", b.String(), err)
	}
	if Write(&b, "cmd", commands) == nil {
		t.Error("there is no error for an unknown shell")
	}
}
