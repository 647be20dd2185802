package primitives

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// whyNet returns what an error of a connection is.
func whyNet(err error) string {
	var to net.Error
	switch {
	case errors.Is(err, net.ErrClosed):
		return "closed"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "refused"
	case errors.Is(err, syscall.ECONNRESET):
		return "reset"
	case errors.Is(err, syscall.EADDRINUSE):
		return "in use"
	case errors.As(err, &to) && to.Timeout():
		return "late"
	}
	return why(err)
}

// readNet returns what one Read returns.
func readNet(c net.Conn) string {
	b := make([]byte, 100)
	n, err := c.Read(b)
	if err != nil {
		return whyNet(err)
	}
	return string(b[:n])
}

// connected runs f with the two ends of a TCP connection, and closes them.
func connected(f func(a, b *net.TCPConn) string) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err.Error()
	}
	defer l.Close()
	a, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		return err.Error()
	}
	defer a.Close()
	b, err := l.Accept()
	if err != nil {
		return err.Error()
	}
	defer b.Close()
	return f(a.(*net.TCPConn), b.(*net.TCPConn))
}

// An echo.
func TestNetEcho(t *testing.T) {
	checkLong(t, func() string {
		return connected(func(a, b *net.TCPConn) string {
			var wg sync.WaitGroup
			wg.Go(func() {
				io.Copy(b, b)
				b.CloseWrite()
			})
			a.Write([]byte("a"))
			a.CloseWrite()
			all, err := io.ReadAll(a)
			wg.Wait()
			return string(all) + " " + whyNet(err)
		})
	}, "a ok")
}

// Both ends write: what goes in one direction has no order with the other.
func TestNetDirections(t *testing.T) {
	check(t, func() string {
		return connected(func(a, b *net.TCPConn) string {
			got := make(chan string)
			go func() {
				b.Write([]byte("b"))
				got <- readNet(b)
			}()
			a.Write([]byte("a"))
			return readNet(a) + <-got
		})
	}, "ba")
}

// A handler writes after the client has gone: the first write is lost, and the next one fails.
func TestNetGone(t *testing.T) {
	checkLong(t, func() string {
		return connected(func(a, b *net.TCPConn) string {
			a.Close()
			_, first := b.Write([]byte("a"))
			time.Sleep(10 * time.Millisecond)
			_, second := b.Write([]byte("b"))
			return whyNet(first) + " " + whyNet(second) + " " + readNet(b)
		})
	}, "ok EPIPE EOF")
}

// What was not read is an error at the other end.
func TestNetReset(t *testing.T) {
	checkLong(t, func() string {
		return connected(func(a, b *net.TCPConn) string {
			b.Write([]byte("a"))
			time.Sleep(10 * time.Millisecond)
			a.Close()
			time.Sleep(10 * time.Millisecond)
			return readNet(b) + " " + readNet(b)
		})
	}, "reset EOF")
}

// A close ends a read at either end.
func TestNetClose(t *testing.T) {
	check(t, func() string {
		return connected(func(a, b *net.TCPConn) string {
			done := make(chan string, 2)
			go func() { done <- readNet(a) }()
			go func() { done <- readNet(b) }()
			a.Close()
			x, y := <-done, <-done
			return min(x, y) + " " + max(x, y)
		})
	}, "EOF closed")
}

// A deadline ends a read, a later one lets the next read wait.
func TestNetDeadline(t *testing.T) {
	checkSlow(t, func() string {
		return connected(func(a, b *net.TCPConn) string {
			a.SetReadDeadline(time.Now().Add(time.Millisecond))
			first := readNet(a)
			a.SetDeadline(time.Time{})
			b.Write([]byte("b"))
			return first + " " + readNet(a)
		})
	}, "late b")
}

// A listener is closed while somebody connects.
func TestNetListenerCloses(t *testing.T) {
	check(t, func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err.Error()
		}
		done := make(chan string)
		go func() {
			c, err := net.Dial("tcp", l.Addr().String())
			if err == nil {
				readNet(c)
				c.Close()
			}
			done <- whyNet(err)
		}()
		l.Close()
		return <-done
	}, "ok", "refused", natively+"reset")
}

// An Accept ends when its listener is closed.
func TestNetAcceptClosed(t *testing.T) {
	check(t, func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err.Error()
		}
		go l.Close()
		_, err = l.Accept()
		return whyNet(err)
	}, "closed")
}

// A port that is in use, and that is free again.
func TestNetInUse(t *testing.T) {
	checkFew(t, func() string {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err.Error()
		}
		_, again := net.Listen("tcp", l.Addr().String())
		l.Close()
		_, gone := net.Dial("tcp", l.Addr().String())
		free, err := net.Listen("tcp", l.Addr().String())
		if err == nil {
			free.Close()
		}
		return whyNet(again) + ", " + whyNet(gone) + ", " + whyNet(err)
	}, "in use, refused, ok")
}

// Two clients are accepted in either order.
func TestNetTwo(t *testing.T) {
	check(t, func() string {
		l, err := net.Listen("tcp", "localhost:0")
		if err != nil {
			return err.Error()
		}
		defer l.Close()
		for _, s := range []string{"a", "b"} {
			go func() {
				c, err := net.Dial("tcp", l.Addr().String())
				if err == nil {
					io.WriteString(c, s)
					c.Close()
				}
			}()
		}
		got := ""
		for range 2 {
			c, err := l.Accept()
			if err != nil {
				return err.Error()
			}
			all, _ := io.ReadAll(c)
			got += string(all)
			c.Close()
		}
		return got
	}, "ab", "ba")
}

// The addresses.
func TestNetAddresses(t *testing.T) {
	checkFew(t, func() string {
		return connected(func(a, b *net.TCPConn) string {
			same := a.LocalAddr().String() == b.RemoteAddr().String() && a.RemoteAddr().String() == b.LocalAddr().String()
			host, _, _ := strings.Cut(a.LocalAddr().String(), ":")
			return fmt.Sprint(same, " ", host, " ", a.LocalAddr().Network(), " ", a.SetNoDelay(true), " ", a.SetKeepAlive(true), " ", a.SetLinger(1))
		})
	}, "true 127.0.0.1 tcp <nil> <nil> <nil>")
}

// A unix socket.
func TestNetUnix(t *testing.T) {
	dir := t.TempDir()
	n := 0
	checkFew(t, func() string {
		n++
		name := filepath.Join(dir, fmt.Sprint(n))
		_, before := net.Dial("unix", name)
		l, err := net.Listen("unix", name)
		if err != nil {
			return err.Error()
		}
		_, again := net.Listen("unix", name)
		go func() {
			c, err := net.Dial("unix", name)
			if err == nil {
				io.WriteString(c, c.RemoteAddr().String()[len(dir):])
				c.Close()
			}
		}()
		c, err := l.Accept()
		if err != nil {
			return err.Error()
		}
		all, _ := io.ReadAll(c)
		addr := fmt.Sprint(c.RemoteAddr(), ",")
		c.Close()
		l.Close()
		_, after := net.Dial("unix", name)
		return fmt.Sprint(errors.Is(before, syscall.ENOENT), " ", whyNet(again), " ", string(all) == fmt.Sprint("/", n), " ", addr, " ", errors.Is(after, syscall.ENOENT))
	}, "true in use true @, true")
}

// Datagrams.
func TestNetUDP(t *testing.T) {
	check(t, func() string {
		a, err := net.ListenPacket("udp", "127.0.0.1:0")
		if err != nil {
			return err.Error()
		}
		defer a.Close()
		b, err := net.Dial("udp", a.LocalAddr().String())
		if err != nil {
			return err.Error()
		}
		defer b.Close()
		go func() {
			b.Write([]byte("1"))
			b.Write([]byte("22"))
		}()
		buf := make([]byte, 10)
		n, from, err := a.ReadFrom(buf)
		if err != nil {
			return err.Error()
		}
		got := string(buf[:n])
		n, _, _ = a.ReadFrom(buf)
		a.WriteTo([]byte("back"), from)
		return got + " " + string(buf[:n]) + " " + readNet(b) + " " + fmt.Sprint(from.String() == b.LocalAddr().String())
	}, "1 22 back true")
}

// refused runs f with a socket that is connected to an address where nobody is.
func refused(f func(c net.Conn) string) string {
	a, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		return err.Error()
	}
	a.Close()
	c, err := net.Dial("udp", a.LocalAddr().String())
	if err != nil {
		return err.Error()
	}
	defer c.Close()
	return f(c)
}

// Nobody is there for a datagram: the next operation says so.
func TestNetUDPRefused(t *testing.T) {
	check(t, func() string {
		return refused(func(c net.Conn) string {
			_, err := c.Write([]byte("a"))
			return whyNet(err) + " " + readNet(c)
		})
	}, "ok refused")
}

// Likewise if it waits already.
func TestNetUDPRefusedReader(t *testing.T) {
	check(t, func() string {
		return refused(func(c net.Conn) string {
			go c.Write([]byte("a"))
			return readNet(c)
		})
	}, "refused")
}

// A datagram socket without a name writes to one that is closed then.
func TestNetUnixgramCloses(t *testing.T) {
	check(t, func() string {
		dir, err := os.MkdirTemp("", "")
		if err != nil {
			return err.Error()
		}
		defer os.RemoveAll(dir)
		addr := &net.UnixAddr{Name: dir + "/a", Net: "unixgram"}
		a, err := net.ListenUnixgram("unixgram", addr)
		if err != nil {
			return err.Error()
		}
		c, err := net.DialUnix("unixgram", nil, addr)
		if err != nil {
			return err.Error()
		}
		defer c.Close()
		c.Write([]byte("a"))
		_, from, err := a.ReadFromUnix(make([]byte, 1))
		a.Close()
		_, first := c.Write([]byte("a"))
		_, second := c.Write([]byte("a"))
		return fmt.Sprint(from, err, " ", whyNet(first), " ", errors.Is(second, syscall.ENOTCONN))
	}, "<nil> <nil> refused true")
}
