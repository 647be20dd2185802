package html

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"heddle/report"
	"heddle/result"
)

var stepNumber = regexp.MustCompile(`\b(\d+) before (\d+)\b|\bsteps? (\d+)\b|\b(?:to|before) (\d+)\b`)

// data is what the script gets. Numbers of lanes, objects and stacks are indices of its lists plus 1, and 0 for none. Its names in JSON are
// short because there may be ten thousand rows.
type data struct {
	Lanes   []lane         `json:"lanes"`
	Objects []object       `json:"objects"`
	Files   []file         `json:"files"`
	Stacks  [][]frame      `json:"stacks"`
	Rows    []row          `json:"rows"`
	Arrows  []arrow        `json:"arrows"`
	Bars    []bar          `json:"bars"`
	Pairs   [][2]int       `json:"pairs"`           // rows whose order decides
	Cut     bool           `json:"cut"`             // the execution goes on after the last row
	Fails   int            `json:"fails"`           // the stack of the failing operation
	Steps   int            `json:"steps,omitempty"` // how many there are, if not all of them have rows
	Passing *data          `json:"passing,omitempty"`
	index   map[string]int // of a lane, an object, a file or a stack
	s       *report.Sources
}

// A lane is that of a goroutine.
type lane struct {
	Path   string `json:"path"`
	Name   string `json:"name"`
	Parent int    `json:"parent,omitempty"` // the lane of the goroutine that has started it
	Start  int    `json:"start"`            // the row before which it was started
	Made   int    `json:"made,omitempty"`   // the stack of the go statement
	State  string `json:"state"`
	Stuck  bool   `json:"stuck,omitempty"` // it waits, or goes on for ever
}

// An object is one of the interleaving, and what the source calls it.
type object struct {
	Object string `json:"object"`
	Name   string `json:"name,omitempty"`
}

// A row is a row of the diagram.
type row struct {
	Step     int    `json:"n,omitempty"` // its number; 0 for what is no step
	Lane     int    `json:"l"`
	Partner  int    `json:"p,omitempty"` // the lane of the one that receives what it sends, or sends what it receives
	Op       string `json:"op"`
	Object   int    `json:"o,omitempty"`
	Name     string `json:"as,omitempty"` // what the line calls the object
	Value    string `json:"v,omitempty"`
	Stack    int    `json:"s,omitempty"`
	PStack   int    `json:"ps,omitempty"`
	Kind     string `json:"k,omitempty"` // race, wait; none for a step
	Deciding bool   `json:"d,omitempty"`
	Fold     string `json:"f,omitempty"` // why it is folded
}

// A frame is a source line. File is an index of the files, or -1 if the page does not have the source.
type frame struct {
	File int    `json:"f"`
	Line int    `json:"l"`
	At   string `json:"at,omitempty"` // its name, if the page does not have the source
	Func string `json:"fn"`
}

// newData is the data of f.
func newData(s *report.Sources, f *result.Failure) *data {
	d := &data{s: s, index: map[string]int{}, Lanes: []lane{}, Objects: []object{}, Files: []file{}, Stacks: [][]frame{}, Rows: []row{}, Arrows: []arrow{}, Bars: []bar{}, Pairs: [][2]int{}}
	d.lanes(f)
	for _, o := range s.Objects(f) {
		d.object(o.Object)
		d.Objects[len(d.Objects)-1].Name = strings.Join(o.Names, ", ")
	}
	at := d.rows(f)
	d.starts(f, at)
	if d.Cut = len(f.Accesses) > 0; !d.Cut {
		d.waits(f)
	}
	d.pairs(f, at)
	if len(f.Waits) == 0 && len(f.Accesses) == 0 {
		d.Fails = d.stack(f.Where)
	}
	d.Arrows, d.Bars = append(arrows(d), races(d)...), bars(d)
	d.sources()
	if p := f.Passing; p != nil {
		d.Passing = newData(s, &result.Failure{Threads: p.Threads, Steps: p.Steps})
	}
	return d
}

// lanes adds those of all goroutines that f knows, in the order in which they were started.
func (d *data) lanes(f *result.Failure) {
	names := d.s.Names(f)
	stuck := func(path string) bool {
		return slices.ContainsFunc(f.Waits, func(w result.Wait) bool { return w.Thread == path })
	}
	for _, t := range f.Threads {
		d.lane(t.Path)
		l := &d.Lanes[len(d.Lanes)-1]
		l.Name, l.Made, l.State, l.Stuck = names[t.Path], d.stack(t.Created), t.State, stuck(t.Path)
		l.Parent = d.index["lane "+t.Path[:max(0, strings.LastIndex(t.Path, "."))]]
	}
}

// lane returns the number of a goroutine's lane.
func (d *data) lane(path string) int {
	key := "lane " + path
	if d.index[key] == 0 {
		d.Lanes = append(d.Lanes, lane{Path: path})
		d.index[key] = len(d.Lanes)
	}
	return d.index[key]
}

func (d *data) object(name string) int {
	if name == "" {
		return 0
	}
	key := "object " + name
	if d.index[key] == 0 {
		d.Objects = append(d.Objects, object{Object: name})
		d.index[key] = len(d.Objects)
	}
	return d.index[key]
}

// mostRows is how many steps a page has. Of more it has those that the text shows.
const mostRows = 20_000

// rows adds the interleaving. at returns the row of a step, or of the first one after it that has one.
func (d *data) rows(f *result.Failure) (at func(step int) int) {
	var rows []report.Row
	if len(f.Steps) <= mostRows {
		rows = report.AllRows(d.s, f)
	} else {
		rows, d.Steps = d.s.Rows(f, mostRows), len(f.Steps)
	}
	var steps []int // the row of each step
	for i := range rows {
		r := &rows[i]
		for len(steps) < r.Number {
			steps = append(steps, i)
		}
		to := row{Step: r.Number, Lane: d.lane(r.Thread), Op: r.Op, Object: d.object(r.Object), Name: d.s.Operand(r.Op, r.Where), Value: r.Value,
			Stack: d.stack(r.Where), PStack: d.stack(r.PartnerWhere), Fold: r.Folded}
		if r.Partner != "" {
			to.Partner = d.lane(r.Partner)
		}
		if r.Number == 0 {
			to.Kind = "race"
			to.Name, _ = d.s.Variable(f.Accesses)
		}
		d.Rows = append(d.Rows, to)
	}
	return func(step int) int {
		if step > len(steps) {
			return len(rows)
		}
		return steps[max(0, step-1)]
	}
}

// starts says where the lanes begin: after the step before the go statement, and not after their first rows.
func (d *data) starts(f *result.Failure, at func(step int) int) {
	first := make([]int, len(d.Lanes))
	for i := len(d.Rows) - 1; i >= 0; i-- {
		if r := &d.Rows[i]; r.Partner > 0 {
			first[r.Partner-1] = i
		}
		first[d.Rows[i].Lane-1] = i
	}
	for i, t := range f.Threads {
		switch {
		case t.After > 0:
			d.Lanes[i].Start = min(at(t.After)+1, first[i])
		case t.Name == "timer":
			d.Lanes[i].Start = d.armed(first[i])
		}
	}
}

// armed is the row after the one that has armed the timer which fires in this row.
func (d *data) armed(fires int) int {
	for i := fires - 1; i >= 0; i-- {
		if r := &d.Rows[i]; r.Object == d.Rows[fires].Object && r.Op == "start" {
			return i + 1
		}
	}
	return fires
}

// waits adds a row for each goroutine that waits at the end.
func (d *data) waits(f *result.Failure) {
	for _, w := range f.Waits {
		name, op, found := strings.Cut(w.For, ": ")
		r := row{Lane: d.lane(w.Thread), Op: "waits for " + w.For, Kind: "wait", Stack: d.stack(w.Where)}
		if w.Again != "" {
			r.Op = w.Again + " again and again"
		} else if d.index["object "+name] > 0 {
			r.Op, r.Object, r.Name = "waits for "+op, d.object(name), d.s.Operand(op, w.Where)
			if !found {
				r.Op = "waits for"
			}
		}
		if w.Holder != "" {
			r.Value = "held by " + w.Holder
			if w.Behind {
				r.Value = "behind the Lock of " + w.Holder
			}
		}
		d.Rows = append(d.Rows, r)
	}
}

// pairs adds those of steps whose order decides, and marks the steps.
func (d *data) pairs(f *result.Failure, at func(int) int) {
	for _, p := range f.Decisive() {
		first, second := at(p.First), -1
		if p.Second > 0 {
			second = at(p.Second)
		} else {
			second = slices.IndexFunc(d.Rows, func(r row) bool { return r.Kind == "wait" && d.Lanes[r.Lane-1].Path == p.Thread })
		}
		if first >= len(d.Rows) || second >= len(d.Rows) {
			continue // after the race
		}
		if d.Rows[first].Deciding = true; second >= 0 {
			d.Rows[second].Deciding = true
			d.Pairs = append(d.Pairs, [2]int{first, second})
		}
	}
}

// mostFrames is how many frames of a stack are kept.
const mostFrames = 16

// stack returns the number of a stack.
func (d *data) stack(frames []result.Frame) int {
	if len(frames) == 0 {
		return 0
	}
	frames = frames[:min(len(frames), mostFrames)]
	key := fmt.Sprint("stack ", frames)
	if d.index[key] == 0 {
		var list []frame
		for _, f := range frames {
			list = append(list, frame{d.file(f.File), f.Line, "", f.Func[strings.LastIndex(f.Func, "/")+1:]})
			if last := &list[len(list)-1]; last.File < 0 {
				last.At = d.s.Position(f)
			}
		}
		d.Stacks = append(d.Stacks, list)
		d.index[key] = len(d.Stacks)
	}
	return d.index[key]
}
