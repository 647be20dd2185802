package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"heddle/benchmarks/table"
	"heddle/result"
	"heddle/toolchain"
)

// This file is section 6.4 of the paper of 2018, "Profiling a Stateless POR": where quasi spends its time. The test
// binary samples its stacks a hundred times a second while it explores, so the exploration itself is unchanged. A
// sample belongs to the first phase with a function on its stack.

const profileTable = "2018-profile"

// A phase is a part of an exploration by quasi.
type phase struct {
	name      string
	published string // its share as the paper prints it
	functions []string
}

// running is the phase of the samples that belong to no other phase: the program, with Go's runtime.
const running = "running the program"

var phases = []phase{
	{"line 13", "", []string{"heddle/explore/quasi/unfold.(*Configuration).Prune"}},
	{"spikes", "1-50%", []string{"heddle/explore/quasi/unfold.(*Configuration).refresh", "heddle/explore/quasi/unfold.(*Configuration).Inherit", "heddle/explore/quasi/unfold.(*Configuration).Disable"}},
	{"comb search", "<5%", []string{"heddle/explore/quasi/unfold.(*Configuration).Alternative"}},
	{"adding events", "15-30%", []string{"heddle/explore/quasi/unfold.(*Configuration).Add", "heddle/explore/quasi/unfold.(*Configuration).Push",
		"heddle/explore/quasi.LabelEvent", "heddle/explore/quasi.LabelLast"}},
	{"cex", "<5%", []string{"heddle/reversal.(*Extensions).Each"}},
	{"clocks, sleep sets", "", []string{"heddle/explore.(*driver).next", "heddle/explore/quasi.(*quasi).Backtrack"}},
	{"garbage", "", []string{"runtime.gcBgMarkWorker", "runtime.GC", "runtime.bgsweep", "runtime.bgscavenge"}},
	{running, "30-90%", nil},
}

// profiled are the programs of the profile, from the paper's table 1.
var profiled = []table.Program{
	{Name: "dispatcher", Parameters: "5,3"}, {Name: "dispatcher", Parameters: "5,4"}, {Name: "dispatcher", Parameters: "5,5"},
	{Name: "mpat", Parameters: "5"}, {Name: "prodcons", Parameters: "3,5"}, {Name: "poke", Parameters: "8,3"}, {Name: "poke", Parameters: "9,3"},
}

// A profile holds the time that one program's exploration spent in each phase.
type profile struct {
	Paper, Table, Program, Parameters string
	Seconds                           map[string]float64 // by phase, processor time
}

// enough is the minimum processor time of a profile, in seconds; the program is explored as often as that takes.
const enough = 2.0

// printProfiles explores the selected programs and prints their profiles.
func printProfiles(ctx context.Context, o *options, w io.Writer) error {
	var all []profile
	err := withBinary(ctx, func(binary *toolchain.Binary, dir string) error {
		for _, p := range profiled {
			if !selected(p, o.programs) {
				continue
			}
			got := profile{"quasi-optimal-2018", "section 6.4", p.Name, p.Parameters, map[string]float64{}}
			for got.total() < enough {
				if err := got.explore(ctx, binary, p, filepath.Join(dir, "profile")); err != nil {
					return fmt.Errorf("profiling %s: %w", p, err)
				}
			}
			if o.json {
				if err := json.NewEncoder(w).Encode(got); err != nil {
					return err
				}
			}
			all = append(all, got)
		}
		return nil
	})
	if o.json || err != nil || len(all) == 0 {
		return err
	}
	return printProfileText(w, all)
}

// withBinary builds the benchmarks' test binary.
func withBinary(ctx context.Context, use func(binary *toolchain.Binary, dir string) error) error {
	dir, err := os.MkdirTemp("", "heddle-papers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b, err := toolchain.NewBuilder(ctx, toolchain.Options{})
	if err != nil {
		return err
	}
	defer b.Close()
	packages, err := b.List(ctx, []string{table.Package})
	if err != nil {
		return err
	}
	binary, err := b.Build(ctx, packages[0])
	if err != nil {
		return err
	}
	return use(binary, dir)
}

// explore adds a run of the test binary on program, which the test binary profiles into file.
func (p *profile) explore(ctx context.Context, binary *toolchain.Binary, program table.Program, file string) error {
	config := result.Config{Algorithm: "quasi", Dep: "standard", Plain: "race", Leaks: "ignore", Preemptions: -1}
	exit, err := toolchain.Run(ctx, binary.Process(config, "-test.count=20", "-test.run=^"+program.Test()+"$", "-test.cpuprofile="+file), func(result.Message) {})
	if err != nil {
		return err
	}
	if exit.Code != 0 {
		return fmt.Errorf("the test binary ended with status %d\n%s%s", exit.Code, exit.Stdout, exit.Stderr)
	}
	out, err := exec.CommandContext(ctx, "go", "tool", "pprof", "-traces", "-unit=ms", binary.Path, file).Output()
	if err != nil {
		return fmt.Errorf("reading the profile: %w", err)
	}
	return p.add(out)
}

// add adds the samples in the output of pprof -traces. Each is a stack below a line of dashes, innermost function
// first, with its time before the first function.
func (p *profile) add(traces []byte) error {
	var stack []string
	var spent time.Duration
	end := func() {
		if len(stack) > 0 {
			p.Seconds[phaseOf(stack)] += spent.Seconds()
		}
		stack = stack[:0]
	}
	inside := false
	for lines := bufio.NewScanner(bytes.NewReader(traces)); lines.Scan(); {
		line := lines.Text()
		if strings.HasPrefix(line, "-----------+") {
			end()
			inside = true
			continue
		}
		fields := strings.Fields(line)
		if !inside || len(fields) == 0 {
			continue
		}
		if len(stack) == 0 {
			var err error
			if spent, err = time.ParseDuration(fields[0]); err != nil {
				return fmt.Errorf("reading the profile: %w", err)
			}
			fields = fields[1:]
		}
		stack = append(stack, fields[0])
	}
	end()
	return nil
}

func phaseOf(stack []string) string {
	for _, p := range phases {
		if slices.ContainsFunc(p.functions, func(f string) bool { return slices.Contains(stack, f) }) {
			return p.name
		}
	}
	return running
}

func (p *profile) total() float64 {
	sum := 0.0
	for _, s := range p.Seconds {
		sum += s
	}
	return sum
}

// printProfileText prints the share of running the program in the total time, and the shares of the other phases in
// the rest, as the paper does.
func printProfileText(w io.Writer, all []profile) error {
	fmt.Fprintf(w, "quasi-optimal-2018, section 6.4: profile of -algo quasi -k 0; the shares of what comes after %s are of the rest\n\n", running)
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	order := slices.Concat(phases[len(phases)-1:], phases[:len(phases)-1])
	head, published := "program\ttime\t", "published\t-\t"
	for _, ph := range order {
		head += ph.name + "\t"
		published += orDash(ph.published) + "\t"
	}
	fmt.Fprintln(tw, head+"\n"+published)
	for _, p := range all {
		total := p.total()
		line := fmt.Sprintf("%s(%s)\t%.1fs\t", p.Program, p.Parameters, total)
		for _, ph := range order {
			of := total - p.Seconds[running]
			if ph.name == running {
				of = total
			}
			line += fmt.Sprintf("%.0f%%\t", 100*p.Seconds[ph.name]/of)
		}
		fmt.Fprintln(tw, line)
	}
	fmt.Fprintln(tw)
	return tw.Flush()
}

func orDash(s string) string {
	if s == "" {
		return "-"
	}
	return s
}
