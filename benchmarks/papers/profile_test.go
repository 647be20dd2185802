package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestPhases checks that the functions of the phases exist: samples are recognized by their names.
func TestPhases(t *testing.T) {
	name := regexp.MustCompile(`^heddle/([\w/]+?)(?:\.\(\*(\w+)\))?\.(\w+)$`)
	for _, p := range phases {
		for _, f := range p.functions {
			if strings.HasPrefix(f, "runtime.") {
				continue
			}
			m := name.FindStringSubmatch(f)
			if m == nil {
				t.Errorf("%s: %s is no function", p.name, f)
				continue
			}
			files, err := filepath.Glob(filepath.Join("..", "..", m[1], "*.go"))
			if err != nil {
				t.Fatal(err)
			}
			receiver := ""
			if m[2] != "" {
				receiver = `\(\w+ \*` + m[2] + `\) `
			}
			declaration, found := regexp.MustCompile(`(?m)^func `+receiver+m[3]+`\(`), false
			for _, file := range files {
				text, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				found = found || declaration.Match(text)
			}
			if !found {
				t.Errorf("%s: there is no %s", p.name, f)
			}
		}
	}
}

// TestSamples checks that a stack belongs to the first phase with a function on it.
func TestSamples(t *testing.T) {
	p := profile{Seconds: map[string]float64{}}
	err := p.add([]byte(`File: benchmarks.test
Type: cpu
-----------+-------------------------------------------------------
      10ms   heddle/explore/quasi/unfold.value (inline)
             heddle/explore/quasi/unfold.(*Structure).inHistory
             heddle/explore/quasi/unfold.(*Configuration).refresh
             heddle/explore/quasi/unfold.(*Configuration).Alternative
             heddle/explore/quasi.(*quasi).Backtrack
-----------+-------------------------------------------------------
     120ms   sync.(*Mutex).Lock
             heddle/benchmarks.dispatcher
-----------+-------------------------------------------------------
      30ms   heddle/explore/quasi/unfold.(*Configuration).Add
             heddle/reversal.(*Extensions).Each
             heddle/explore/quasi.(*quasi).Backtrack
`))
	if err != nil {
		t.Fatal(err)
	}
	for phase, want := range map[string]float64{"spikes": 0.01, running: 0.12, "adding events": 0.03, "cex": 0} {
		if got := p.Seconds[phase]; got != want {
			t.Errorf("%s: got %vs, want %vs", phase, got, want)
		}
	}
}

// TestProfile profiles the smallest program of the profile.
func TestProfile(t *testing.T) {
	stdout, _ := papers(t, 0, "-table", profileTable, "dispatcher_5_3")
	if !strings.Contains(stdout, "dispatcher(5,3)") || strings.Count(stdout, "%") < len(phases) {
		t.Errorf("got %s, want the shares of the phases", stdout)
	}
}
