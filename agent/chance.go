package agent

import (
	"fmt"
	"path/filepath"
	"strings"

	"heddle/result"
	"heddle/sched"
)

// addChance adds to m what chance decided in p. It returns why the exploration cannot be complete; empty if it can.
func addChance(m *result.Message, p *sched.Program) string {
	open, sampled := p.Chance()
	m.Chance = open
	if len(sampled) == 0 {
		return ""
	}
	var list []string
	for _, c := range sampled {
		list = append(list, fmt.Sprintf("%s at %s:%d", c.What, filepath.Base(c.Where[0].File), c.Where[0].Line))
	}
	return "some of the values only were explored (-choices) of: " + strings.Join(list, ", ")
}
