// Package unreceived adds up sizes that are looked up concurrently.
//
// The bug: after the first error nobody receives results any more, and every goroutine that then sends its result
// blocks forever.
package unreceived

// A Stat returns the size of a file.
type Stat func(name string) (int64, error)

type result struct {
	size int64
	err  error
}

// TotalSize returns the size of all files together, or the first error.
func TotalSize(stat Stat, names ...string) (int64, error) {
	return collect(stat, names, make(chan result))
}

// TotalSizeBuffered is TotalSize without the bug: the channel has room for every result, received or not.
func TotalSizeBuffered(stat Stat, names ...string) (int64, error) {
	return collect(stat, names, make(chan result, len(names)))
}

func collect(stat Stat, names []string, results chan result) (int64, error) {
	for _, name := range names {
		go func() {
			size, err := stat(name)
			results <- result{size, err}
		}()
	}
	var total int64
	for range names {
		r := <-results
		if r.err != nil {
			return 0, r.err
		}
		total += r.size
	}
	return total, nil
}
