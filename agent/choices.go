package agent

import (
	"encoding/binary"
	"fmt"
	"os"
	"strconv"
	"syscall"

	"heddle/model"
	"heddle/result"
	"heddle/trace/pages"
)

// A choicesFile keeps the choices of the running execution in memory shared with the file, so that they survive the process. A
// replayed prefix is not written again.
type choicesFile struct {
	data  []byte            // the mapped file; nil when there is none
	ends  pages.List[int32] // the offset after each written entry
	step  int               // of the running execution
	kept  int               // entries at the start that the running execution shares with the one before
	names *model.Names
	paths []string // by Thread: its path, "" if not known yet
}

func openChoices(path string) (*choicesFile, error) {
	f := new(choicesFile)
	if path == "" {
		return f, nil
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, fmt.Errorf("opening the choices file: %w", err)
	}
	defer file.Close()
	f.data, err = syscall.Mmap(int(file.Fd()), 0, result.ChoicesSize, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		return nil, fmt.Errorf("mapping the choices file: %w", err)
	}
	copy(f.data, result.ChoicesMagic)
	return f, nil
}

// use sets the names of the threads for the coming executions.
func (f *choicesFile) use(names *model.Names) {
	f.names = names
	f.paths = f.paths[:0]
	f.ends.Truncate(0)
}

// forget makes the next execution write all its choices: the one before was not one that it shares its first choices with.
func (f *choicesFile) forget() { f.ends.Truncate(0) }

// begin starts execution number n, which shares its first kept choices with the one before.
func (f *choicesFile) begin(n, kept int) {
	f.step, f.kept = 0, min(kept, int(f.ends.Len()))
	f.ends.Truncate(int32(f.kept))
	if f.data != nil {
		binary.LittleEndian.PutUint64(f.data[8:], uint64(n))
		f.setLength()
	}
}

func (f *choicesFile) setLength() {
	binary.LittleEndian.PutUint32(f.data[4:], uint32(f.end()))
}

// end is the offset after the last written entry.
func (f *choicesFile) end() int32 {
	if f.ends.Len() == 0 {
		return 0
	}
	return *f.ends.Last()
}

// add writes the next choice, before it is executed.
func (f *choicesFile) add(c model.Choice) {
	if f.step++; f.step <= f.kept || f.data == nil {
		return
	}
	at := result.ChoicesHeader + int(f.end())
	b := f.data[at:at:len(f.data)]
	if cap(b) < 256 {
		return // the file is full: it keeps the choices so far
	}
	b = append(b, f.path(c.Thread)...)
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(c.Case), 10)
	b = append(b, ' ')
	if c.Partner == model.NoThread {
		b = append(b, '-')
	} else {
		b = append(b, f.path(c.Partner)...)
	}
	b = append(b, ' ')
	b = strconv.AppendInt(b, int64(c.PartnerCase), 10)
	b = append(b, '\n')
	f.ends.Push(int32(at - result.ChoicesHeader + len(b)))
	f.setLength()
}

func (f *choicesFile) path(t model.Thread) string {
	for len(f.paths) <= int(t) {
		f.paths = append(f.paths, "")
	}
	if f.paths[t] == "" {
		f.paths[t] = f.names.Path(t)
	}
	return f.paths[t]
}
