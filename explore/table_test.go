package explore_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"heddle/explore"
	"heddle/model"
	"heddle/prog"
	"heddle/prog/papers"
)

var update = flag.Bool("update", false, "rewrite the expected results in testdata")

// TestTables runs the stanzas of testdata/*.txt. A stanza is
//
//	== name
//	a program, or: paper NAME SIZE
//	--
//	a line for each algorithm: executions, blocked ones, traces
//
// and an empty line separates two stanzas. The flag -update rewrites the lines.
func TestTables(t *testing.T) { stanzas(t, "testdata/*.txt", table) }

// stanzas compares the result of table for each stanza of the files with the lines there.
func stanzas(t *testing.T, pattern string, table func(*testing.T, string) string) {
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var out strings.Builder
			for i, stanza := range strings.Split("\n"+string(text), "\n== ")[1:] {
				if i > 0 {
					out.WriteString("\n")
				}
				input, want, _ := strings.Cut(stanza, "\n--")
				name, _, _ := strings.Cut(input, "\n")
				got := table(t, input)
				if want = strings.TrimSpace(want); got != want && !*update {
					t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
				}
				fmt.Fprintf(&out, "== %s\n--\n%s\n", strings.TrimSpace(input), got)
			}
			if *update {
				if err := os.WriteFile(file, []byte(out.String()), 0o666); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// table returns a line for each algorithm on the program of a stanza.
func table(t *testing.T, stanza string) string {
	p := stanzaProgram(t, stanza)
	var lines []string
	for _, d := range append(model.Dependences(), model.Balanced) {
		if d == model.Balanced && (strings.Contains(stanza, "\npaper ") || !slices.ContainsFunc(p.Objects, isWaitGroup)) {
			continue // it is Refined; the papers' programs have no numbers for it
		}
		for _, a := range taking(explore.Algorithms, d) {
			lines = append(lines, row(t, p, a.Name, d, 0))
			for k := 1; a.Name == "quasi" && k <= 3; k++ {
				lines = append(lines, row(t, p, a.Name, d, k))
			}
		}
	}
	return strings.Join(lines, "\n")
}

func isWaitGroup(o prog.Object) bool { return o.Sort == prog.WaitGroup }

// row returns the line for one algorithm on p.
func row(t *testing.T, p *prog.Program, algorithm string, d model.Dependence, k int) string {
	e := run(t, p, algorithm, explore.Options{Dependence: d, MaxExecutions: 4000, K: k})
	r := e.result
	if k > 0 {
		algorithm = fmt.Sprintf("%s -k %d", algorithm, k)
	}
	if e.unbalanced {
		return fmt.Sprintf("%s %s: execution %d is not balanced", d, algorithm, r.Executions+r.Blocked)
	}
	line := fmt.Sprintf("%s %s: %d executions, %d blocked, %d traces", d, algorithm, r.Executions, r.Blocked, len(e.traces))
	if e.result.Cut {
		line = fmt.Sprintf("%s %s: more than 4000 executions", d, algorithm)
	}
	if e.failed > 0 {
		line += fmt.Sprintf(", %d with a failure", e.failed)
	}
	if e.missed > 0 {
		line += fmt.Sprintf(", %d given up", e.missed)
	}
	if e.result.Fallbacks > 0 {
		line += fmt.Sprintf(", %d fallbacks", e.result.Fallbacks)
	}
	return line
}

// stanzaProgram returns the program of a stanza.
func stanzaProgram(t *testing.T, stanza string) *prog.Program {
	header, text, _ := strings.Cut(stanza, "\n")
	p, err := prog.Parse(text)
	var paper string
	size := make([]int, 2)
	if n, _ := fmt.Sscanf(text, "paper %s %d %d", &paper, &size[0], &size[1]); n >= 2 {
		p, err = papers.Program(paper, size[:n-1]...)
	}
	if err != nil {
		t.Fatalf("%s: %v", header, err)
	}
	return p
}
