package toolchain

import "fmt"

// clipLimit is how many bytes are kept of the beginning of a process's output, and of its end.
const clipLimit = 64 << 10

// A clipped is a writer that keeps the beginning and the end of what is written. It never fails.
type clipped struct {
	head    []byte
	tail    []byte // at most 2*clipLimit bytes, of which the last clipLimit count
	dropped int    // how many bytes between head and tail were dropped
}

func (c *clipped) Write(p []byte) (int, error) {
	n := len(p)
	if room := clipLimit - len(c.head); room > 0 {
		take := min(room, len(p))
		c.head = append(c.head, p[:take]...)
		p = p[take:]
	}
	c.tail = append(c.tail, p...)
	if over := len(c.tail) - clipLimit; over > clipLimit {
		c.dropped += over
		c.tail = append(c.tail[:0], c.tail[over:]...)
	}
	return n, nil
}

// String returns what was kept, with a line that says how much was dropped.
func (c *clipped) String() string {
	tail, dropped := c.tail, c.dropped
	if over := len(tail) - clipLimit; over > 0 {
		tail, dropped = tail[over:], dropped+over
	}
	if dropped == 0 {
		return string(c.head) + string(tail)
	}
	return fmt.Sprintf("%s\n... %d bytes left out ...\n%s", c.head, dropped, tail)
}
