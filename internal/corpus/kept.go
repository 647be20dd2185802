package corpus

import (
	"crypto/sha256"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"heddle/report"
	"heddle/result"
	"heddle/sched/frames"
)

// Of returns what is kept of the failure f of a test, found with that configuration.
func Of(f *result.Failure, test string, c *result.Config, s *report.Sources) *result.Kept {
	k := &result.Kept{Test: test, Doubts: f.Doubts, Plain: c.Plain, Delay: c.Delay, Chance: c.Chance, Seed: c.Seed, Kind: f.Kind, About: f.Message}
	runs := map[string]bool{"0": true}
	for i := range f.Steps {
		step := &f.Steps[i]
		to := result.KeptStep{Thread: step.Thread, Partner: step.Partner, Op: step.Op, Object: step.Object, Name: s.Operand(step.Op, step.Where)}
		if i < len(f.Choices) {
			to.Case = f.Choices[i].Case
		}
		if user := s.User(step.Where); len(step.Where) > 0 {
			to.Func = frames.Short(user[0].Func)
			if !runs[step.Thread] {
				runs[step.Thread] = true
				k.Functions = append(k.Functions, result.KeptFunction{Path: step.Thread, Func: frames.Short(user[len(user)-1].Func)})
			}
		}
		k.Steps = append(k.Steps, to)
	}
	return k
}

// varies is what differs in the messages of failures that are the same.
var varies = regexp.MustCompile(`0x[0-9a-f]+|[0-9]+|"[^"]*"|'[^']*'`)

// Name returns the name of the file of f, without its directory.
func Name(f *result.Failure, s *report.Sources) string {
	var places []string
	add := func(what string, where []result.Frame) {
		if len(where) > 0 {
			what += " in " + frames.Short(s.User(where)[0].Func)
		}
		if !slices.Contains(places, what) {
			places = append(places, what)
		}
	}
	for _, a := range f.Accesses {
		add(a.Text(), a.Where)
	}
	for _, w := range f.Waits {
		_, op, _ := strings.Cut(w.For, ": ")
		add(op+" "+w.Again+" "+s.Operand(op, w.Where), w.Where)
	}
	if len(places) == 0 {
		about, _, _ := strings.Cut(f.Message, "\n")
		add(varies.ReplaceAllString(about, ""), f.Where)
	}
	slices.Sort(places)
	sum := sha256.Sum256([]byte(strings.Join(places, "\n")))
	return fmt.Sprintf("%s-%x%s", f.Kind, sum[:4], ending)
}

// Judge says how a schedule fits the code now: fit is how its steps were found.
func Judge(k *result.Kept, fit *result.Fit, s *report.Sources) report.Kept {
	to := report.Kept{File: k.File}
	missing, renamed := 0, map[[3]string]bool{}
	rename := func(what, from, now string) {
		if from != "" && now != "" && from != now {
			renamed[[3]string{what, from, now}] = true
		}
	}
	for i := range k.Steps {
		if i >= len(fit.Steps) || fit.Steps[i].Thread == "" {
			missing++
			continue
		}
		was, now := &k.Steps[i], &fit.Steps[i]
		rename("object", was.Name, s.Operand(now.Op, now.Where))
		rename("op", operation(was.Op), operation(now.Op))
		if len(now.Where) > 0 {
			rename("function", was.Func, frames.Short(now.Where[0].Func))
		}
	}
	to.Changes = missing + fit.Extra + len(renamed)
	for _, path := range fit.Renamed {
		if !slices.ContainsFunc(k.Functions, func(f result.KeptFunction) bool {
			return f.Path == path && slices.ContainsFunc(k.Steps, func(s result.KeptStep) bool { return s.Thread == path && s.Func == f.Func })
		}) {
			to.Changes++ // else the steps have said so
		}
	}
	if to.Fit = word(to.Changes); 2*missing >= len(k.Steps) {
		to.Fit = report.NoLongerFits
	}
	return to
}

// Fails notes that the test fails with k: then it fits, however little of it is left.
func Fails(k *report.Kept) {
	k.Failed, k.Fit = true, word(k.Changes)
}

func word(changes int) string {
	switch changes {
	case 0:
		return "fits"
	case 1:
		return "fits after 1 change"
	}
	return fmt.Sprintf("fits after %d changes", changes)
}

// operation is an operation without the paths of goroutines, which change when one more is started.
func operation(op string) string {
	if strings.HasPrefix(op, "send to ") {
		return "send"
	}
	return op
}
