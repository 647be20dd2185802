// Package death reads in the output of a Go process why it died, and where.
package death

import (
	"regexp"
	"strconv"
	"strings"

	"heddle/result"
	"heddle/toolchain"
)

// lastWordsPattern matches lines that say why Go ended the process. It does not match "fatal error: ", which takes
// precedence.
var lastWordsPattern = regexp.MustCompile(`^(panic|runtime: out of memory|SIG[A-Z]+): `)

// Words returns why the process died: Go's message, or else how the process ended.
func Words(ex *toolchain.Exit) string {
	said := ""
	for line := range strings.Lines(ex.Stderr) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, "fatal error: ") {
			return line
		}
		if said == "" && lastWordsPattern.MatchString(line) {
			said = line
		}
	}
	if said != "" {
		return said
	}
	return "the test ended the process: " + ex.String()
}

var (
	runningPattern = regexp.MustCompile(`^goroutine \d+ .*\[running.*\]:$`)
	filePattern    = regexp.MustCompile(`^\t(.+\.(?:go|s)):(\d+)(?: .*)?$`)
)

// Stack returns the stack of the running goroutine from what a dying process has printed, nil if there is none.
func Stack(ex *toolchain.Exit) []result.Frame {
	var frames []result.Frame
	inside, function := false, ""
	for line := range strings.Lines(ex.Stderr) {
		line = strings.TrimRight(line, "\n")
		switch m := filePattern.FindStringSubmatch(line); {
		case runningPattern.MatchString(line):
			inside = true
		case !inside:
		case line == "":
			if len(frames) > 0 {
				return frames
			}
		case m != nil && function != "":
			n, _ := strconv.Atoi(m[2])
			frames = append(frames, result.Frame{Func: function, File: m[1], Line: n})
			function = ""
		default:
			function = functionName(line)
		}
	}
	return frames
}

// functionName returns the function in a line of a stack trace: "p.(*T).Method(0xc000, ...)" or "created by p.f in
// goroutine 1". For a creator, which is not part of the stack, it returns an empty string.
func functionName(line string) string {
	if strings.HasPrefix(line, "created by ") {
		return ""
	}
	if i := strings.LastIndex(line, "("); i > 0 {
		return line[:i]
	}
	return line
}

// deathLines is how many lines of a dying process's output are shown. Go prints the stacks of all goroutines.
const deathLines = 30

// Beginning returns the first deathLines lines of output.
func Beginning(output string) string {
	lines := strings.SplitAfterN(output, "\n", deathLines+1)
	if len(lines) > deathLines {
		lines[deathLines] = "...\n"
	}
	return strings.Join(lines, "")
}

// Below formats output to stand below an error's first line.
func Below(output string) string {
	output = strings.TrimSpace(output)
	if output == "" {
		return ""
	}
	return "\n\t" + strings.ReplaceAll(output, "\n", "\n\t")
}

var ownPanicPattern = regexp.MustCompile(`(?m)^panic: ((?:agent|datarace|explore|model|reversal|sched|trace|unfold): .*)$`)

// OwnBug describes the bug in the engine that ended the process: the engine panicked, or Go ended the process while the
// engine's code was running. It returns an empty string if the test ended the process.
func OwnBug(ex *toolchain.Exit) string {
	if m := ownPanicPattern.FindStringSubmatch(ex.Stderr); m != nil {
		return m[1]
	}
	for _, f := range Stack(ex) {
		switch {
		case strings.HasPrefix(f.Func, "runtime."):
		case strings.HasPrefix(f.Func, toolchain.EnginePath+"/") && !strings.Contains(ex.Stderr, "out of memory"):
			return Words(ex) + " in " + f.Func
		default:
			return ""
		}
	}
	return ""
}
