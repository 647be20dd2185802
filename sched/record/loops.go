package record

import (
	"cmp"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"heddle/result"
)

// What the steps of an execution show of its loops.

// Busiest says which goroutine has taken the most of the second half of these steps, and in which lines.
func Busiest(steps []result.Step) string {
	steps = steps[len(steps)/2:]
	taken, lines := map[string]int{}, map[string]int{}
	for i := range steps {
		taken[steps[i].Thread]++
	}
	paths := slices.SortedFunc(maps.Keys(taken), func(p, q string) int { return cmp.Or(taken[q]-taken[p], cmp.Compare(p, q)) })
	if len(paths) == 0 {
		return ""
	}
	for i := range steps {
		if s := &steps[i]; s.Thread == paths[0] && len(s.Where) > 0 {
			lines[fmt.Sprintf("%s:%d", filepath.Base(s.Where[0].File), s.Where[0].Line)]++
		}
	}
	places := slices.SortedFunc(maps.Keys(lines), func(p, q string) int { return cmp.Or(lines[q]-lines[p], cmp.Compare(p, q)) })
	return fmt.Sprintf(". Goroutine %s took %d%% of the later half, at %s", paths[0], 100*taken[paths[0]]/len(steps),
		strings.Join(places[:min(len(places), 4)], ", "))
}

// long is the number of operations of a round of which none is left out.
const long = 6

// Looks returns the operations of the last round of a goroutine: the last ones before one that it has already done.
func Looks(steps []result.Step, path string) (list []result.Look) {
	for i := len(steps) - 1; i >= 0 && len(list) < long; i-- {
		s := &steps[i]
		if s.Thread != path {
			continue
		}
		look := result.Look{Op: s.Op, Object: s.Object, Value: s.Value, Where: s.Where}
		if slices.ContainsFunc(list, func(l result.Look) bool {
			return l.Text() == look.Text() && slices.Equal(l.Where, look.Where)
		}) {
			break
		}
		if c := lastChange(steps, s.Object, path); c != nil {
			look.Changed, look.By = c.Thread, c.Where
		}
		list = append(list, look)
	}
	slices.Reverse(list)
	return list
}

// lastChange returns the last step of another goroutine than path that may have changed the object; nil if there is none.
func lastChange(steps []result.Step, object, path string) *result.Step {
	for i := len(steps) - 1; i >= 0 && object != ""; i-- {
		s := &steps[i]
		if s.Object == object && s.Thread != path && !slices.Contains([]string{"Load", "read", "len", "Wait"}, s.Op) {
			return s
		}
	}
	return nil
}
