package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"
)

func printJSON(w io.Writer, r row) error { return json.NewEncoder(w).Encode(r) }

// A column of a printed table.
type column struct {
	group string // the text above the head of the group's first column
	head  string
	value func(row) string // empty if unknown
}

var columns = []column{
	{"", "program", func(r row) string { return r.program().String() }},
	{"", "traces", func(r row) string { return strconv.Itoa(r.Traces) }},
	{"", "algorithm", func(r row) string { return r.Algorithm }},
	{"published", "explored", func(r row) string { return whole(r.Published.Explored) }},
	{"published", "blocked", func(r row) string { return whole(r.Published.Blocked) }},
	{"published", "time", func(r row) string { return seconds(r.Published.Seconds) }},
	{"published", "MB", func(r row) string { return whole(r.Published.MB) }},
	{"heddle", "executions", func(r row) string { return strconv.Itoa(r.Measured.Executions) }},
	{"heddle", "blocked", func(r row) string { return strconv.Itoa(r.Measured.Blocked) }},
	{"heddle", "time", func(r row) string { return seconds(&r.Measured.Seconds) }},
	{"heddle", "MB", func(r row) string { return whole(&r.Measured.MB) }},
	{"heddle", "steps", func(r row) string { return strconv.Itoa(r.Measured.Steps) }},
}

// printText prints a table: its heading, two lines of heads, and a line for each row. A column that is empty in every
// row is left out.
func printText(w io.Writer, heading string, rows []row) error {
	var groups, heads []string
	lines := make([][]string, len(rows))
	group := ""
	for _, c := range columns {
		values, any := c.values(rows)
		if !any {
			continue
		}
		above := ""
		if c.group != group {
			above, group = c.group, c.group
		}
		groups, heads = append(groups, above), append(heads, c.head)
		for i, v := range values {
			lines[i] = append(lines[i], v)
		}
	}
	if _, err := fmt.Fprintf(w, "%s\n\n", heading); err != nil {
		return err
	}
	tw := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(tw, strings.TrimRight(strings.Join(groups, "\t"), "\t")+"\t")
	fmt.Fprintln(tw, strings.Join(heads, "\t")+"\t")
	for i, line := range lines {
		fmt.Fprintln(tw, strings.Join(line, "\t")+"\t"+rows[i].Measured.incomplete())
	}
	fmt.Fprintln(tw)
	return tw.Flush()
}

// values returns the values of the column, with a dash for an empty one, and whether any is not empty.
func (c column) values(rows []row) (values []string, any bool) {
	for _, r := range rows {
		v := c.value(r)
		any = any || v != ""
		if v == "" {
			v = "-"
		}
		values = append(values, v)
	}
	return values, any
}

// incomplete returns the end of a line: why the exploration is not complete. It is empty if it is complete.
func (m measured) incomplete() string {
	if m.Complete {
		return ""
	}
	return "  incomplete: " + m.Note
}

// whole returns a number without its fraction, or nothing for nil.
func whole(n *float64) string {
	if n == nil {
		return ""
	}
	return strconv.FormatFloat(*n, 'f', 0, 64)
}

// seconds returns a time much as the papers print it (0.3ms, 0.52s, 9m30s), or nothing for nil.
func seconds(n *float64) string {
	switch {
	case n == nil:
		return ""
	case *n < 0.01:
		return fmt.Sprintf("%.1fms", 1000**n)
	case *n < 60:
		return fmt.Sprintf("%.2fs", *n)
	}
	return time.Duration(*n * float64(time.Second)).Round(time.Second).String()
}
