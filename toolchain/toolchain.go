// Package toolchain puts the installed Go under control.
//
// The terms:
//
//   - The effective toolchain is the Go that the go command selects in the user's directory (see Locate).
//   - A patch is a small change to one declaration of one file of the standard library (see Patch). Patches are made from the
//     sources of the effective toolchain when heddle runs, so that no source of Go is kept here.
//   - An added file is a file that the standard library does not have: a file below inject/, or of the engine's packages.
//   - A shadow GOROOT is a directory that looks like the GOROOT of the effective toolchain: patched and added files are
//     real, everything else is links (see MakeShadow). The toolchain's own go command builds against it if GOROOT names
//     it.
//   - A checked package is a package that is not part of the standard library and that a test binary contains. Checked packages are
//     compiled with the compiler's -race calls, which a file added to package runtime defines.
//
// The life of a test: NewBuilder locates Go and makes the shadow GOROOT; Builder.List finds the packages and
// their checked packages; Builder.Build links one test binary and reads from it where the checked packages' variables are;
// Run starts the binary and passes on the messages that it sends. For example:
//
//	b, err := toolchain.NewBuilder(ctx, toolchain.Options{Dir: "."})
//	defer b.Close()
//	pkgs, err := b.List(ctx, []string{"./..."})
//	bin, err := b.Build(ctx, pkgs[0])
//	exit, err := toolchain.Run(ctx, bin.Process(result.Config{...}), func(m result.Message) { ... })
//
// Errors start with "toolchain:". A test that fails or a binary that dies is not an error but part of an Exit.
//
// It has more than 2500 lines because each change of the standard library is a line in its tables of patches.
package toolchain
