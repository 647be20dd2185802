package valid

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"
)

// ShiViz checks a log as ShiViz reads it: with the two expressions at its head. A clock has its own host, which counts from 1 on, and
// knows no event that does not come before.
func ShiViz(text []byte) error {
	parts := strings.SplitN(string(text), "\n", 3)
	if len(parts) < 3 {
		return errors.New("the head has two lines")
	}
	event, err := regexp.Compile(parts[0])
	if err != nil {
		return err
	}
	divide, err := regexp.Compile(parts[1])
	if err != nil {
		return err
	}
	names := map[string]bool{}
	for _, m := range divide.FindAllStringSubmatch(parts[2], -1) {
		if name := m[divide.SubexpIndex("trace")]; names[name] || name == "" {
			return fmt.Errorf("two executions are called %q", name)
		} else {
			names[name] = true
		}
	}
	for _, log := range divide.Split(parts[2], -1) {
		seen := map[string]map[string]int{} // the last clock of each host
		found := event.FindAllStringSubmatch(log, -1)
		if n := strings.Count(strings.TrimSpace(log), "\n") + 1; strings.TrimSpace(log) != "" && n != 2*len(found) {
			return fmt.Errorf("%d lines are %d events", n, len(found))
		}
		for _, m := range found {
			host, clock := m[event.SubexpIndex("host")], map[string]int{}
			if err := json.Unmarshal([]byte(m[event.SubexpIndex("clock")]), &clock); err != nil {
				return err
			}
			if clock[host] != seen[host][host]+1 {
				return fmt.Errorf("%s: event %d comes after %d", host, clock[host], seen[host][host])
			}
			for other, n := range clock {
				if n < seen[host][other] || other != host && n > seen[other][other] {
					return fmt.Errorf("event %d of %s knows event %d of %s", clock[host], host, n, other)
				}
			}
			seen[host] = clock
		}
	}
	return nil
}
