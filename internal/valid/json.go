package valid

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"heddle/report/jsonlines"
)

// mostLine is the longest line that readers of JSON lines take that use Go's bufio.Scanner.
const mostLine = 64 << 10

// JSON checks the lines of heddle test -json, or another command's, with their schema, and their order: a test has one run, before its output, and one end; a package
// has one start and one end; the line explored comes last.
func JSON(text []byte) error {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(jsonlines.Schema))
	if err != nil {
		return err
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", doc); err != nil {
		return err
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		return err
	}
	state := map[string]string{} // the last event of each test and package that matters for the order
	for line := range bytes.Lines(text) {
		v, err := jsonschema.UnmarshalJSON(bytes.NewReader(line))
		if err == nil {
			err = schema.Validate(v)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", line, err)
		}
		if len(line) > mostLine {
			return fmt.Errorf("a line has %d bytes: %.100s", len(line), line)
		}
		var e struct{ Action, Package, Test string }
		if err := json.Unmarshal(line, &e); err != nil {
			return err
		}
		key := e.Package + " " + e.Test
		was, ok := state[key], false
		switch e.Action {
		case "start", "run":
			ok, state[key] = was == "", "begun"
		case "output":
			ok = was == "begun"
		case "pass", "fail", "skip":
			ok, state[key] = was == "begun", "ended"
		case "explored":
			ok, state[key] = was == "ended", "over"
		case "coverage":
			ok = was == "begun"
		case "failure", "steps", "linearize":
			ok = true
		}
		if !ok {
			return fmt.Errorf("%s %s of %q comes when it is %q", e.Action, e.Package, e.Test, was)
		}
	}
	for key, s := range state {
		if s == "begun" {
			return fmt.Errorf("%s has no end", key)
		}
	}
	_, err = GoTest(text)
	return err
}
