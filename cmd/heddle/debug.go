package main

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"heddle/internal/delve"
	"heddle/internal/flags"
	"heddle/result"
	"heddle/toolchain"
)

// debugOptions are the values of the flags of heddle debug.
type debugOptions struct {
	print bool
	step  int
}

// debugFlags is the flag set of heddle debug, which sets o.
func debugFlags(o *debugOptions) *flag.FlagSet {
	f := flag.NewFlagSet("debug", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(&o.print, "print", false, "print each step, with the values that it reads and writes, instead of starting the debugger")
	flags.Natural(f, &o.step, "step", 0, "stop before step `n`; 0 for the step that decides, or the last one if none does")
	return f
}

// runDebug implements heddle debug: it runs a schedule in the debugger Delve.
func runDebug(e *env, args []string) (int, error) {
	o := new(debugOptions)
	files, err := flags.Parse(debugFlags(o), args)
	if err != nil {
		return exitError, err
	}
	if len(files) != 1 {
		return exitError, fmt.Errorf("debug: want one schedule file, got %d arguments: heddle debug .heddle/p.TestX.1.json", len(files))
	}
	s, schedule, err := openSchedule(e, files[0], new(replayOptions))
	if err != nil {
		return exitError, err
	}
	d := &debugging{session: s, file: files[0], schedule: schedule, options: o, out: e.stdout}
	if n := len(schedule.Choices); n == 0 || o.step > n {
		return exitError, fmt.Errorf("debug: %s has %d steps: there is none to stop before", files[0], n)
	}
	if o.print {
		return d.print()
	}
	return d.debug()
}

// A debugging is a schedule that is looked at step by step.
type debugging struct {
	*session
	file     string
	schedule *result.Schedule
	options  *debugOptions
	out      io.Writer
}

// replayed builds the binary and runs the schedule in it. Why says why the schedule does not fit that binary; empty if it does.
func (d *debugging) replayed() (b *toolchain.Builder, bin binary, steps []result.Step, why string, err error) {
	b, _, bin, err = d.replayBinary(d.file, d.schedule)
	if err != nil {
		return nil, nil, nil, "", err
	}
	r := &replay{session: d.session, file: d.file, schedule: d.schedule, bin: bin}
	if _, err = r.runBinary(d.replays(d.schedule)); err != nil {
		b.Close()
		return nil, nil, nil, "", err
	}
	why = r.diverged()
	if !r.started {
		why = d.schedule.Test + " is no longer in " + d.schedule.Package
	}
	steps = r.steps
	if len(r.failures) > 0 && len(r.failures[0].Steps) == len(steps) { // with values
		steps = r.failures[0].Steps
	}
	return b, bin, steps, why, nil
}

// changed is the error for a schedule that does not fit.
func (d *debugging) changed(why string) error {
	return fmt.Errorf("debug: the code has changed and %s no longer fits: %s: record it again with heddle test -run %s", d.file, why, d.schedule.Test)
}

// print prints the steps.
func (d *debugging) print() (int, error) {
	b, _, steps, why, err := d.replayed()
	if err != nil {
		return exitError, err
	}
	defer b.Close()
	if why != "" {
		return exitError, d.changed(why)
	}
	marked := (&result.Failure{Deciding: d.schedule.Deciding, Steps: steps}).DecisiveSteps()
	w := tabwriter.NewWriter(d.out, 0, 0, 2, ' ', 0)
	for i := range steps {
		mark := " "
		if slices.Contains(marked, i+1) {
			mark = ">"
		}
		s := &steps[i]
		what := s.Describe()
		if name := d.sources.Operand(s.Op, s.Where); name != "" {
			what += "  (" + name + ")"
		}
		fmt.Fprintf(w, "%s%d\t%s\t%s\t%s\t%s\n", mark, i+1, s.Thread, what, d.sources.At(s.Where), d.sources.Text(s.Where))
	}
	return exitOK, w.Flush()
}

// stopAt is the step before which the debugger stops, and what it is.
func (d *debugging) stopAt(steps []result.Step) (at int, about string) {
	at, what := d.options.step, "as asked for"
	if dec := d.schedule.Deciding; at == 0 && dec != nil && len(dec.Pairs) > 0 {
		at, what = dec.Pairs[0].First, "its order decides"
	}
	if at == 0 {
		at, what = len(d.schedule.Choices), "the last one"
	}
	if at <= len(steps) {
		s := &steps[at-1]
		what += ": goroutine " + s.Thread + ", " + s.Op
		if name := d.sources.Operand(s.Op, s.Where); name != "" {
			what += " " + name
		}
		what += " at " + d.sources.At(s.Where)
	}
	return at, fmt.Sprintf("stopped before step %d of %d, %s. continue goes on to the failure (%s); heddle shows your frame again", at, len(d.schedule.Choices), what, d.schedule.Kind)
}

// debug runs the schedule in the debugger: with code that is not optimized if the schedule fits that.
func (d *debugging) debug() (int, error) {
	path, version, err := delve.Find()
	if err != nil {
		return exitError, err
	}
	fmt.Fprintf(d.out, "Delve %s (%s)\n", version, path)
	var why string
	for _, d.opts.Debug = range []toolchain.Debug{toolchain.Unoptimized, toolchain.Optimized} {
		b, bin, steps, other, err := d.replayed()
		if err != nil {
			return exitError, err
		}
		if why = other; why != "" {
			b.Close()
			if d.opts.Debug == toolchain.Unoptimized {
				fmt.Fprintf(d.out, "without optimizations the schedule does not fit (%s): the code is debugged with them, and some variables cannot be seen\n", why)
			}
			continue
		}
		defer b.Close()
		config := d.replays(d.schedule)
		at, about := d.stopAt(steps)
		config.StopAt, config.Timeout = at, 0
		p := bin.(testBinary).Process(config, d.opts.BinaryFlags()...)
		return exitOK, delve.Run(path, p, about)
	}
	return exitError, d.changed(why)
}
