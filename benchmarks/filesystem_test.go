package benchmarks

import (
	"sync"
	"testing"
)

// filesystem: each of n threads allocates a block for an inode. Each inode and each block has a mutex. With up
// to 13 threads, no two use the same mutex. 2^(n-13) traces.
func filesystem(n int) {
	const blocks, inodes = 26, 32
	var (
		inode  [inodes]int
		busy   [blocks]bool
		inodeM [inodes]sync.Mutex
		blockM [blocks]sync.Mutex
	)
	for t := range n {
		go func() {
			i := t % inodes
			inodeM[i].Lock()
			defer inodeM[i].Unlock()
			for b := 2 * i % blocks; inode[i] == 0; b = (b + 1) % blocks {
				blockM[b].Lock()
				if !busy[b] {
					busy[b], inode[i] = true, b+1
				}
				blockM[b].Unlock()
			}
		}()
	}
}

func TestFilesystem_13(t *testing.T) { filesystem(13) }
func TestFilesystem_14(t *testing.T) { filesystem(14) }
func TestFilesystem_16(t *testing.T) { filesystem(16) }
func TestFilesystem_18(t *testing.T) { filesystem(18) }
func TestFilesystem_19(t *testing.T) { filesystem(19) }
func TestFilesystem_22(t *testing.T) { filesystem(22) }
func TestFilesystem_26(t *testing.T) { filesystem(26) }
