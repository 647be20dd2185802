package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"heddle/internal/cached"
	"heddle/internal/flags"
	"heddle/toolchain"
)

// cleanFlags is the flag set of heddle clean, which sets all.
func cleanFlags(all *bool) *flag.FlagSet {
	f := flag.NewFlagSet("clean", flag.ContinueOnError)
	f.SetOutput(io.Discard)
	f.BoolVar(all, "all", false, "remove the patched copies of Go as well; the next heddle test makes them again, and compiles the standard library")
	return f
}

// runClean implements heddle clean: it removes what heddle keeps in its cache.
func runClean(e *env, args []string) (int, error) {
	all := false
	rest, err := flags.Parse(cleanFlags(&all), args)
	if err == nil && len(rest) > 0 {
		err = errors.New("clean: want no arguments: see heddle help clean")
	}
	if err != nil {
		return exitError, err
	}
	root, err := toolchain.CacheDir()
	if err != nil {
		return exitError, err
	}
	if err := cached.Clean(e.stdout, root, all); err != nil {
		return exitError, fmt.Errorf("clean: %w", err)
	}
	return exitOK, nil
}
