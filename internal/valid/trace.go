package valid

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// Trace checks a trace in the JSON trace-event format as its readers do: the phases that heddle writes and their fields, threads with names,
// slices that nest, and flows with one start and one end, each in a slice, in this order.
func Trace(text []byte) error {
	var file struct {
		TraceEvents []struct {
			Name, Cat, Ph, BP string
			TS, Dur           *float64
			PID, TID, ID      int
			Args              map[string]any
		}
		DisplayTimeUnit string
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return err
	}
	if file.TraceEvents == nil || file.DisplayTimeUnit != "ms" && file.DisplayTimeUnit != "ns" {
		return fmt.Errorf("no events, or no unit")
	}
	type thread struct{ pid, tid int }
	type span struct{ from, to float64 }
	type end struct {
		thread
		at float64
	}
	processes, threads := map[int]bool{}, map[thread]bool{}
	slicesOf, starts, ends := map[thread][]span{}, map[int][]end{}, map[int][]end{}
	for _, e := range file.TraceEvents {
		at := thread{e.PID, e.TID}
		switch {
		case e.Name == "" || e.Ph != "M" && (e.TS == nil || *e.TS < 0):
			return fmt.Errorf("an event without name or time: %+v", e)
		case e.Ph == "M" && (e.Name == "process_name" || e.Name == "thread_name"):
			if s, ok := e.Args["name"].(string); !ok || s == "" {
				return fmt.Errorf("%s without a name", e.Name)
			}
			processes[e.PID] = processes[e.PID] || e.Name == "process_name"
			threads[at] = threads[at] || e.Name == "thread_name"
		case e.Ph == "M" && (e.Name == "process_sort_index" || e.Name == "thread_sort_index"):
		case e.Ph == "X" && e.Dur != nil && *e.Dur > 0:
			slicesOf[at] = append(slicesOf[at], span{*e.TS, *e.TS + *e.Dur})
		case e.Ph == "s" && e.ID > 0:
			starts[e.ID] = append(starts[e.ID], end{at, *e.TS})
		case e.Ph == "f" && e.ID > 0 && e.BP == "e":
			ends[e.ID] = append(ends[e.ID], end{at, *e.TS})
		default:
			return fmt.Errorf("event %s of phase %q", e.Name, e.Ph)
		}
	}
	within := func(e end) bool {
		return slices.ContainsFunc(slicesOf[e.thread], func(s span) bool { return s.from <= e.at && e.at <= s.to })
	}
	for at, all := range slicesOf {
		if !threads[at] || !processes[at.pid] {
			return fmt.Errorf("thread %d of process %d has no name", at.tid, at.pid)
		}
		slices.SortFunc(all, func(a, b span) int { return cmp.Compare(a.from, b.from) })
		for i := 1; i < len(all); i++ {
			if all[i].from < all[i-1].to {
				return fmt.Errorf("slices of thread %d overlap at %v", at.tid, all[i].from)
			}
		}
	}
	for id, s := range starts {
		if e := ends[id]; len(s) != 1 || len(e) != 1 || s[0].at >= e[0].at || !within(s[0]) || !within(e[0]) || s[0].thread == e[0].thread {
			return fmt.Errorf("flow %d goes from %v to %v", id, s, e)
		}
	}
	if len(starts) != len(ends) {
		return fmt.Errorf("%d flows begin and %d end", len(starts), len(ends))
	}
	return nil
}
