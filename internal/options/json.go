package options

import (
	"errors"
	"flag"
)

// JSON is the value of -json: whether results are printed as lines of JSON, and which.
type JSON string

const (
	JSONAll JSON = "true" // Heddle's lines, and beside them go test's events
	JSONGo  JSON = "go"   // go test's events only
)

// Define defines the flag, which sets j.
func (j *JSON) Define(f *flag.FlagSet) {
	f.Var(j, "json", "print the results as JSON lines, among them the events of go test -json; -json=go prints these only")
}

func (j *JSON) String() string { return string(*j) }

// IsBoolFlag lets the flag stand without a value.
func (j *JSON) IsBoolFlag() bool { return true }

// Set sets the value.
func (j *JSON) Set(text string) error {
	switch text {
	case "true", "1":
		*j = JSONAll
	case "false", "0":
		*j = ""
	case "go":
		*j = JSONGo
	default:
		return errors.New("want no value, or go")
	}
	return nil
}
