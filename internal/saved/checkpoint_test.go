package saved

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"heddle/report"
	"heddle/result"
)

// TestDamagedCheckpoints changes a checkpoint file in hundreds of ways: a bit, a byte, a choice, a piece left out. Every one is refused, with
// an error that names the file, the defect and the mend, and the file stays as it is.
func TestDamagedCheckpoints(t *testing.T) {
	name := filepath.Join(t.TempDir(), "cp")
	now := New(result.Config{Algorithm: "pop"}, []string{"example.com/p"})
	p := New(result.Config{Algorithm: "pop", MaxExecutions: 5}, now.Packages)
	test := report.NewTest("example.com/p", "TestX", "pop")
	part := result.Part{Choices: "0 0.1 0.2/1/0.1/0", Start: 2, Marks: "01", Ends: []result.End{{Last: 2, Start: 1, First: "0.2"}}}
	p.Begun = []*Package{{Package: "example.com/p", Code: "abc", Skip: []string{"TestX"}}}
	p.Tests = []*Test{{Test: test, Keys: []string{"k"}, Rest: &Rest{Parts: []result.Part{part, part}, Total: result.Progress{Executions: 17}}}}
	if err := p.Write(name); err != nil {
		t.Fatal(err)
	}
	if got, err := Read(name, now); err != nil || len(got.Tests) != 1 || got.Tests[0].Rest.Total.Executions != 17 {
		t.Fatalf("got error %v, %+v, want the checkpoint", err, got)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	try := func(what string, changed []byte) {
		if err := os.WriteFile(name, changed, 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := Read(name, now)
		if err == nil || !strings.Contains(err.Error(), name+": not a checkpoint file that can be trusted: it ") || !strings.Contains(err.Error(), "Begin again") {
			t.Errorf("%s: got error %v, want one with the file, the defect and the mend", what, err)
		}
		if now, err := os.ReadFile(name); err != nil || !bytes.Equal(now, changed) {
			t.Errorf("%s: the file was changed (%v)", what, err)
		}
	}
	for i := range text {
		changed := bytes.Clone(text)
		changed[i] ^= 1 << (i % 8)
		try(fmt.Sprintf("bit %d of byte %d", i%8, i), changed)
	}
	for i := 0; i < len(text); i += 7 {
		try(fmt.Sprintf("without 9 bytes at %d", i), append(bytes.Clone(text[:i]), text[min(i+9, len(text)):]...))
		try(fmt.Sprintf("the first %d bytes", i), text[:i])
	}
	for _, edit := range [][2]string{{"0 0.1 0.2", "0 0.2 0.1"}, {`"Executions":17`, `"Executions":18`}, {`"Marks":"01"`, `"Marks":"00"`}, {`"Skip":["TestX"]`, `"Skip":[]`}, {"\n", "\n\n"}} {
		if !bytes.Contains(text, []byte(edit[0])) {
			t.Fatalf("there is no %s in %s", edit[0], text)
		}
		try(edit[1], bytes.Replace(text, []byte(edit[0]), []byte(edit[1]), 1))
	}
}
