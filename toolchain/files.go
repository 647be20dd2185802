package toolchain

// filePatches keep pipes and connections inside of the process in memory: see the files added to packages internal/poll, os and net. An FD
// that has an end in place of a descriptor does nothing else.
func filePatches() []Patch {
	patches := []Patch{
		{File: "internal/poll/fd_unix.go", Do: Replace{"type FD struct {", "type FD struct { heddle *HeddleEnd;"}},
		{File: "os/pipe2_unix.go", Func: "Pipe", Sig: "() (r *File, w *File, err error)",
			Do: Head(`if heddleOn() { r, w = heddlePipe(); return r, w, nil }`)},
		{File: "os/file_unix.go", Func: "(*File).fd", Sig: "() uintptr", Do: Head(`heddleDescriptor(f)`)},
		{File: "os/zero_copy_linux.go", Func: "(*File).readFrom", Sig: "(r io.Reader) (written int64, handled bool, err error)",
			Do: Head(`if heddleWaits(f) { return 0, false, nil }`)},
		{File: "os/zero_copy_linux.go", Func: "(*File).writeTo", Sig: "(w io.Writer) (written int64, handled bool, err error)",
			Do: Head(`if heddleWaits(f) { return 0, false, nil }`)},
		{File: "internal/poll/splice_linux.go", Func: "Splice", Sig: "(dst, src *FD, remain int64) (written int64, handled bool, err error)",
			Do: Head(`if dst.heddle != nil || src.heddle != nil { return 0, false, nil }`)},
		{File: "internal/poll/copy_file_range_unix.go", Func: "CopyFileRange", Sig: "(dst, src *FD, remain int64) (written int64, handled bool, err error)",
			Do: Head(`if dst.heddle != nil || src.heddle != nil { return 0, false, nil }`)},
		{File: "internal/poll/sendfile_unix.go", Func: "SendFile", Sig: "(dstFD *FD, src uintptr, size int64) (n int64, err error, handled bool)",
			Do: Head(`if dstFD.heddle != nil { return 0, nil, false }`)},
		{File: "internal/poll/fd_poll_runtime.go", Func: "setDeadlineImpl", Sig: "(fd *FD, t time.Time, mode int) error",
			Do: Head(`if fd.heddle != nil { return fd.heddleSetDeadline(t, mode) }`)},
		{File: "internal/poll/writev.go", Func: "(*FD).Writev", Sig: "(v *[][]byte) (int64, error)",
			Do: Head(`if fd.heddle != nil { return fd.heddleWritev(v) }`)},
	}
	for _, m := range [...]struct{ file, name, sig, does string }{
		{"fd_unix", "Close", "() error", "return fd.heddleClose()"},
		{"fd_unix", "SetBlocking", "() error", "return nil"},
		{"fd_unix", "Read", "(p []byte) (int, error)", "return fd.heddleRead(p)"},
		{"fd_unix", "Write", "(p []byte) (int, error)", "return fd.heddleWrite(p)"},
		{"fd_unix", "Pread", "(p []byte, off int64) (int, error)", "return 0, syscall.ESPIPE"},
		{"fd_unix", "Pwrite", "(p []byte, off int64) (int, error)", "return 0, syscall.ESPIPE"},
		{"fd_unixjs", "Seek", "(offset int64, whence int) (int64, error)", "return 0, syscall.ESPIPE"},
		{"fd_unix", "Fstat", "(s *syscall.Stat_t) error", "return fd.heddleStat(s)"},
		{"fd_unix", "Dup", "() (int, string, error)", `return -1, "dup", fd.heddleRaw()`},
		{"fd_unix", "RawRead", "(f func(uintptr) bool) error", "return fd.heddleRaw()"},
		{"fd_unix", "RawWrite", "(f func(uintptr) bool) error", "return fd.heddleRaw()"},
		{"fd_posix", "RawControl", "(f func(uintptr)) error", "return fd.heddleRaw()"},
		{"fd_posix", "Shutdown", "(how int) error", "return fd.heddleShutdown(how)"},
		{"sockopt", "SetsockoptInt", "(level, name, arg int) error", "return nil"},
		{"sockopt", "SetsockoptLinger", "(level, name int, l *syscall.Linger) error", "return fd.heddleLinger(l)"},
		{"sockopt_unix", "SetsockoptByte", "(level, name int, arg byte) error", "return nil"},
	} {
		patches = append(patches, Patch{File: "internal/poll/" + m.file + ".go", Func: "(*FD)." + m.name, Sig: m.sig,
			Do: Head("if fd.heddle != nil { " + m.does + " }")})
	}
	return patches
}
