package options

import (
	"errors"
	"flag"
	"slices"
	"strings"

	"heddle/internal/flags"
	"heddle/toolchain"
)

// Cover are the flags about coverage, which mean what they mean to go test. Each of them turns it on.
type Cover struct {
	On       bool
	Mode     string // set, count or atomic
	Packages string // comma-separated patterns; empty for the package that is tested
	Profile  string // the file of the profile; empty for none
}

// Define defines the flags, which set c.
func (c *Cover) Define(f *flag.FlagSet) {
	f.BoolVar(&c.On, "cover", false, "say which share of a package's code the executions of its tests reach, and what they never reach")
	flags.OneOf(f, &c.Mode, "covermode", "set", []string{"set", "count", "atomic"})
	mode := f.Lookup("covermode")
	mode.Usage = "-cover, and a profile says that code was reached (set), or how often: " + mode.Usage
	f.StringVar(&c.Packages, "coverpkg", "", "-cover, of the packages that match `patterns`, comma-separated, instead of the tested one")
	f.StringVar(&c.Profile, "coverprofile", "", "-cover, and write a profile of all executions to `file`, for go tool cover")
}

// complete turns coverage on if one of the flags was given.
func (c *Cover) complete(given *flag.FlagSet) {
	given.Visit(func(f *flag.Flag) {
		c.On = c.On || f.Name == "covermode" || f.Name == "coverpkg" && c.Packages != "" || f.Name == "coverprofile" && c.Profile != ""
	})
}

func (c *Cover) check() error {
	if slices.Contains(c.patterns(), "") {
		return errors.New("invalid value \"" + c.Packages + "\" for flag -coverpkg: want patterns of packages, comma-separated")
	}
	return nil
}

func (c *Cover) patterns() []string {
	if c.Packages == "" {
		return nil
	}
	return strings.Split(c.Packages, ",")
}

// Build says what must be built.
func (c *Cover) Build() toolchain.Cover {
	if !c.On {
		return toolchain.Cover{}
	}
	return toolchain.Cover{Mode: c.Mode, Patterns: c.patterns()}
}
