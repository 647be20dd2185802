package agent

import (
	"bytes"
	"os"
	"runtime"
	"strconv"
	"syscall"
)

// peakRSS returns the peak resident memory of the process, in bytes.
func peakRSS() int64 {
	if status, err := os.ReadFile("/proc/self/status"); err == nil {
		if kib, ok := highWater(status); ok {
			return kib << 10
		}
	}
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	if runtime.GOOS == "darwin" {
		return int64(u.Maxrss)
	}
	return int64(u.Maxrss) << 10
}

// highWater returns the process's own peak memory in KiB, from the content of Linux's /proc/self/status. Maxrss is not
// that: it starts with the memory of the parent process.
func highWater(status []byte) (kib int64, ok bool) {
	_, rest, ok := bytes.Cut(status, []byte("\nVmHWM:"))
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	kib, err := strconv.ParseInt(string(bytes.TrimSpace(bytes.TrimSuffix(line, []byte(" kB")))), 10, 64)
	return kib, ok && err == nil
}
