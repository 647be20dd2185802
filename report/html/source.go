package html

import "slices"

// A file is one of which the page has the source: all of a short one, of a long one the lines around those that are named.
type file struct {
	Name   string  `json:"name"`
	Chunks []chunk `json:"chunks"`
	path   string
}

// A chunk is lines that follow one another.
type chunk struct {
	From  int      `json:"from"`
	Lines []string `json:"lines"`
}

const (
	shortFile = 400 // lines
	around    = 30
)

// file returns the index of a file of the user; -1 for one of the standard library, and for one that cannot be read.
func (d *data) file(path string) int {
	key := "file " + path
	if d.index[key] == 0 {
		d.index[key] = -1
		if _, std := d.s.Library(path); !std && len(d.s.Lines(path)) > 0 {
			d.Files = append(d.Files, file{Name: d.s.Name(path), path: path, Chunks: []chunk{}})
			d.index[key] = len(d.Files)
		}
	}
	return max(-1, d.index[key]-1)
}

// sources adds the source to the files.
func (d *data) sources() {
	named := make([][]int, len(d.Files))
	for _, stack := range d.Stacks {
		for _, f := range stack {
			if f.File >= 0 {
				named[f.File] = append(named[f.File], f.Line)
			}
		}
	}
	for i := range d.Files {
		lines := d.s.Lines(d.Files[i].path)
		d.Files[i].Chunks = chunks(lines, named[i])
	}
}

// chunks are the lines around the named ones, or all of few.
func chunks(lines []string, named []int) (list []chunk) {
	if len(lines) <= shortFile {
		return []chunk{{1, lines}}
	}
	slices.Sort(named)
	for _, n := range slices.Compact(named) {
		from, to := max(1, n-around), min(len(lines), n+around)
		if k := len(list) - 1; k >= 0 && from <= list[k].From+len(list[k].Lines) {
			list[k].Lines = lines[list[k].From-1 : max(to, list[k].From-1)]
		} else if from <= to {
			list = append(list, chunk{from, lines[from-1 : to]})
		}
	}
	return list
}
