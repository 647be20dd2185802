package toolchain

import "strings"

// filePatches keep pipes and connections inside of the process in memory: see the files added to packages internal/poll, os and net. An FD
// that has an end in place of a descriptor does nothing else.
func filePatches() []Patch {
	patches := []Patch{
		{File: "internal/poll/fd_unix.go", Do: Replace{"type FD struct {", "type FD struct { heddle *HeddleEnd; HeddleForeign bool;"}},
		{File: "os/pipe2_unix.go", Func: "Pipe", Sig: "() (r *File, w *File, err error)",
			Do: Head(`if heddleOn() { r, w = heddlePipe(); return r, w, nil }`)},
		{File: "os/file_unix.go", Func: "(*File).fd", Sig: "() uintptr", Do: Head(`heddleDescriptor(f)`)},
		{File: "os/exec.go", Func: "(*Process).Wait", Sig: "() (*ProcessState, error)", Do: Head(`heddleAwait()`)},
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
		{File: "net/sock_posix.go", Func: "socket", Sig: "(ctx context.Context, net string, family, sotype, proto int, ipv6only bool, laddr, raddr sockaddr, " +
			"ctrlCtxFn func(context.Context, string, string, syscall.RawConn) error) (fd *netFD, err error)",
			Do: Head(`if heddleOn() { return heddleSocket(net, family, sotype, laddr, raddr, ctrlCtxFn != nil) }`)},
		{File: "net/mptcpsock_linux.go", Func: "supportsMultipathTCP", Sig: "() bool", Do: Head(`if heddleOn() { return false }`)},
		{File: "net/fd_unix.go", Func: "(*netFD).accept", Sig: "() (netfd *netFD, err error)",
			Do: Head(`if fd.pfd.HeddleEnd() != nil { return fd.heddleAccept() }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).Close", Sig: "() error",
			Do: Head(`if fd.pfd.HeddleEnd() != nil { return fd.heddleClose() }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).Write", Sig: "(p []byte) (nn int, err error)",
			Do: Head(`if fd.heddlePackets() { return fd.heddleSend(p, nil) }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).readFrom", Sig: "(p []byte) (n int, sa syscall.Sockaddr, err error)",
			Do: Head(`if fd.heddlePackets() { return fd.heddleReceiveAny(p) }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).readFromInet4", Sig: "(p []byte, from *syscall.SockaddrInet4) (n int, err error)",
			Do: Head(`if fd.heddlePackets() { return fd.heddleReceive4(p, from) }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).readFromInet6", Sig: "(p []byte, from *syscall.SockaddrInet6) (n int, err error)",
			Do: Head(`if fd.heddlePackets() { return fd.heddleReceive6(p, from) }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).readMsg", Sig: "(p []byte, oob []byte, flags int) (n, oobn, retflags int, sa syscall.Sockaddr, err error)",
			Do: Head(`if fd.heddlePackets() { n, sa, err = fd.heddleReceiveAny(p); return } else if fd.pfd.HeddleEnd() != nil { n, err = fd.pfd.Read(p); return }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).readMsgInet4", Sig: "(p []byte, oob []byte, flags int, sa *syscall.SockaddrInet4) (n, oobn, retflags int, err error)",
			Do: Head(`if fd.heddlePackets() { n, err = fd.heddleReceive4(p, sa); return }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).readMsgInet6", Sig: "(p []byte, oob []byte, flags int, sa *syscall.SockaddrInet6) (n, oobn, retflags int, err error)",
			Do: Head(`if fd.heddlePackets() { n, err = fd.heddleReceive6(p, sa); return }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).writeTo", Sig: "(p []byte, sa syscall.Sockaddr) (n int, err error)",
			Do: Head(`if fd.heddlePackets() { return fd.heddleSend(p, heddleSockaddr(sa)) }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).writeToInet4", Sig: "(p []byte, sa *syscall.SockaddrInet4) (n int, err error)",
			Do: Head(`if fd.heddlePackets() { return fd.heddleSend(p, heddleSockaddr(sa)) }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).writeToInet6", Sig: "(p []byte, sa *syscall.SockaddrInet6) (n int, err error)",
			Do: Head(`if fd.heddlePackets() { return fd.heddleSend(p, heddleSockaddr(sa)) }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).writeMsg", Sig: "(p []byte, oob []byte, sa syscall.Sockaddr) (n int, oobn int, err error)",
			Do: Head(`if fd.pfd.HeddleEnd() != nil { return fd.heddleSendMsg(p, oob, sa) }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).writeMsgInet4", Sig: "(p []byte, oob []byte, sa *syscall.SockaddrInet4) (n int, oobn int, err error)",
			Do: Head(`if fd.pfd.HeddleEnd() != nil { return fd.heddleSendMsg(p, oob, sa) }`)},
		{File: "net/fd_posix.go", Func: "(*netFD).writeMsgInet6", Sig: "(p []byte, oob []byte, sa *syscall.SockaddrInet6) (n int, oobn int, err error)",
			Do: Head(`if fd.pfd.HeddleEnd() != nil { return fd.heddleSendMsg(p, oob, sa) }`)},
		{File: "net/tcpsock_posix.go", Func: "(*TCPConn).readFrom", Sig: "(r io.Reader) (int64, error)",
			Do: Head(`if c.fd.pfd.HeddleEnd() != nil { return genericReadFrom(c, r) }`)},
		{File: "net/tcpsock_posix.go", Func: "(*TCPConn).writeTo", Sig: "(w io.Writer) (int64, error)",
			Do: Head(`if c.fd.pfd.HeddleEnd() != nil { return genericWriteTo(c, w) }`)},
		{File: "net/lookup.go", Func: "(*Resolver).lookupIPAddr", Sig: "(ctx context.Context, network, host string) ([]IPAddr, error)",
			Do: Head(`if heddleOn() { return heddleLookup(network, host) }`)},
		{File: "net/lookup_unix.go", Func: "(*Resolver).lookupHost", Sig: "(ctx context.Context, host string) (addrs []string, err error)",
			Do: Head(`if heddleOn() { return heddleHosts(host) }`)},
	}
	for _, name := range [...]string{
		"lookupCNAME(ctx context.Context, name string) (string, error)", "lookupMX(ctx context.Context, name string) ([]*MX, error)",
		"lookupSRV(ctx context.Context, service, proto, name string) (string, []*SRV, error)",
		"lookupNS(ctx context.Context, name string) ([]*NS, error)", "lookupTXT(ctx context.Context, name string) ([]string, error)",
		"lookupAddr(ctx context.Context, addr string) ([]string, error)"} {
		function, sig, _ := strings.Cut(name, "(")
		what := "name"
		if function == "lookupAddr" {
			what = "addr"
		}
		patches = append(patches, Patch{File: "net/lookup_unix.go", Func: "(*Resolver)." + function, Sig: "(" + sig,
			Do: Head("if heddleOn() { heddleAbroad(" + what + ") }")})
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
