// Measure explores tests of package heddle/benchmarks and prints the cost, beside that of the same executions without
// analysis.
//
//	measure ALGORITHM REGEXP
//
// It prints one line of JSON for each test: its name and a result.Benchmark. It is a separate program so that the test
// binary of the benchmarks contains only the programs.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"heddle/result"
	"heddle/toolchain"
)

func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: measure ALGORITHM REGEXP")
		os.Exit(2)
	}
	if err := measure(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "measure:", err)
		os.Exit(2)
	}
}

func measure(algorithm, tests string) error {
	ctx := context.Background()
	b, err := toolchain.NewBuilder(ctx, toolchain.Options{})
	if err != nil {
		return err
	}
	defer b.Close()
	packages, err := b.List(ctx, []string{"heddle/benchmarks"})
	if err != nil {
		return err
	}
	binary, err := b.Build(ctx, packages[0])
	if err != nil {
		return err
	}
	config := result.Config{Algorithm: algorithm, Dep: "standard", Plain: "race", Leaks: "fail", Preemptions: -1, Benchmark: true}
	var failed error
	exit, err := toolchain.Run(ctx, binary.Process(config, "-test.run="+tests), func(m result.Message) {
		if m.Type == "done" {
			failed = errors.Join(failed, json.NewEncoder(os.Stdout).Encode(m))
		}
	})
	if err == nil && exit.Code != 0 {
		err = fmt.Errorf("the test binary ended with status %d\n%s%s", exit.Code, exit.Stdout, exit.Stderr)
	}
	return errors.Join(err, failed)
}
