// Command shadow makes the shadow GOROOT for the toolchain of the current directory and prints its path. It is for work
// on the engine: GOROOT=$(go run heddle/toolchain/internal/shadow) GOTOOLCHAIN=local go test ...
package main

import (
	"context"
	"fmt"
	"os"

	"heddle/toolchain"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func run(ctx context.Context) error {
	g, err := toolchain.Locate(ctx, ".")
	if err != nil {
		return err
	}
	s, err := toolchain.MakeShadow(ctx, g)
	if err != nil {
		return err
	}
	fmt.Println(s.Root)
	return nil
}
