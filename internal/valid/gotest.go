package valid

import (
	"bytes"

	"gotest.tools/gotestsum/testjson"
)

// GoTest reads lines as gotestsum does, and returns what it finds in them.
func GoTest(text []byte) (*testjson.Execution, error) {
	return testjson.ScanTestOutput(testjson.ScanConfig{Stdout: bytes.NewReader(text), Handler: ignore{}})
}

// ignore takes events and does nothing.
type ignore struct{}

func (ignore) Event(testjson.TestEvent, *testjson.Execution) error { return nil }

func (ignore) Err(string) error { return nil }
