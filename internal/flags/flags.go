// Package flags has kinds of flags that package flag has not.
package flags

import (
	"errors"
	"flag"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"heddle/internal/pattern"
)

// OneOf defines a flag that takes one of names.
func OneOf(f *flag.FlagSet, p *string, name, value string, names []string) {
	*p = value
	f.Func(name, fmt.Sprintf("`name` is one of %s (default %s)", strings.Join(names, ", "), value), func(text string) error {
		if !slices.Contains(names, text) {
			return fmt.Errorf("want one of %s", strings.Join(names, ", "))
		}
		*p = text
		return nil
	})
}

// Natural defines a flag that takes a non-negative number.
func Natural(f *flag.FlagSet, p *int, name string, value int, usage string) {
	*p = value
	f.Var((*natural)(p), name, usage)
}

// natural is the flag.Value of a non-negative number.
type natural int

func (n *natural) String() string { return strconv.Itoa(int(*n)) }

func (n *natural) Set(text string) error {
	v, err := strconv.ParseUint(text, 10, 63)
	if err != nil {
		return errors.New("want a number, 0 or more")
	}
	*n = natural(v)
	return nil
}

// Regexp defines a flag that takes a pattern like that of -run: regular expressions separated by slashes.
func Regexp(f *flag.FlagSet, p *string, name, usage string) {
	f.Func(name, usage, func(text string) error {
		for _, part := range pattern.Split(text) {
			if _, err := regexp.Compile(part); err != nil {
				return err
			}
		}
		*p = text
		return nil
	})
}

// Parse parses args and returns those that are not flags. Flags and other arguments may be mixed.
func Parse(f *flag.FlagSet, args []string) ([]string, error) {
	var others []string
	for {
		if err := f.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil, err
			}
			return nil, fmt.Errorf("%s: %w: see heddle help %s", f.Name(), err, f.Name())
		}
		rest := f.Args()
		if len(rest) == 0 {
			return others, nil
		}
		if i := len(args) - len(rest); i > 0 && args[i-1] == "--" {
			return append(others, rest...), nil
		}
		others, args = append(others, rest[0]), rest[1:]
	}
}

// Size returns a function that parses a number of bytes and sets p to it.
func Size(p *int64) func(text string) error {
	return func(text string) error {
		number, shift := strings.TrimSuffix(text, "B"), 0
		for i, unit := range []string{"K", "M", "G"} {
			if strings.HasSuffix(number, unit) {
				number, shift = strings.TrimSuffix(number, unit), 10*(i+1)
			}
		}
		n, err := strconv.ParseUint(number, 10, 32)
		if err != nil {
			return errors.New("want a size such as 500MB or 2GB, or 0 for no limit")
		}
		*p = int64(n) << shift
		return nil
	}
}
