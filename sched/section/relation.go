// Package section says which critical sections commute.
//
// A site is where a program locks: a function and a line. A critical section is short if its goroutine comes to no visible operation between
// the Lock and the Unlock. Then nobody sees the mutex held, and the section is one event: a read or a write of what the mutex protects. Two
// sections of one mutex commute if they touch nothing in common, but for what both only read.
//
// Which do is not known before they run. A Relation says what has been seen so far, and takes the best for granted of the rest: each new site
// is short, and touches what no other site touches, not even itself. What shows the contrary is a new Relation, with which the exploration
// starts again:
//
//   - Two sections of one mutex race if the mutex does not order them: their sites are in one group from then on, and that which writes is a
//     writer. Sections of one group are dependent, unless none of the two is a writer.
//   - A site is long if its section is not short, or is on a mutex that is also used otherwise.
//
// A Relation only grows, so this comes to an end.
package section

import (
	"slices"
	"strings"
)

// A Relation is what is known of the sites of a program. The zero value is that of a program that has not run.
type Relation struct {
	sites map[string]*site
}

type site struct {
	name   string
	writer bool
	long   bool
	group  *site // the site that its group is named after; itself at first
}

// The texts that are no relation.
const (
	On  = "on"  // a relation begins with it
	Off = "off" // sections are not used
)

// Parse returns the relation that String has written.
func Parse(text string) *Relation {
	r := &Relation{sites: map[string]*site{}}
	for _, word := range strings.Fields(strings.TrimPrefix(text, On)) {
		if name, long := strings.CutPrefix(word, "!"); long {
			r.Lengthen(name)
			continue
		}
		first := ""
		for _, name := range strings.Split(word, "+") {
			name, writes := strings.CutPrefix(name, "*")
			if first == "" {
				first = name
			}
			r.join(first, name)
			r.at(name).writer = writes
		}
	}
	return r
}

// String lists the groups in the order of their first sites: the names of a group are separated by "+", a writer begins with "*", a site that is
// long with "!". Sites of which nothing is known are not listed.
func (r *Relation) String() string {
	words := map[*site][]string{}
	list := []string{}
	for _, name := range r.names() {
		s := r.sites[name]
		switch {
		case s.long:
			list = append(list, "!"+name)
		case s.writer:
			words[s.group] = append(words[s.group], "*"+name)
		default:
			words[s.group] = append(words[s.group], name)
		}
	}
	for _, name := range r.groups() {
		list = append(list, strings.Join(words[r.sites[name]], "+"))
	}
	return strings.Join(append([]string{On}, list...), " ")
}

func (r *Relation) names() []string {
	var list []string
	for name := range r.sites {
		list = append(list, name)
	}
	slices.Sort(list)
	return list
}

// groups lists the sites that a group is named after.
func (r *Relation) groups() []string {
	var list []string
	for _, name := range r.names() {
		if s := r.sites[name]; s.group == s && !s.long {
			list = append(list, name)
		}
	}
	return list
}

// A Place is what a Relation says of a site.
type Place struct {
	Known  bool // something in common with others has been seen
	Group  int  // its number, from 0
	Writer bool
	Long   bool
}

// Of returns what is known of a site.
func (r *Relation) Of(name string) Place {
	s := r.sites[name]
	if s == nil {
		return Place{}
	}
	if s.long {
		return Place{Long: true}
	}
	return Place{Known: true, Group: slices.Index(r.groups(), s.group.name), Writer: s.writer}
}

// Lengthen makes a site long. It is in no group from then on.
func (r *Relation) Lengthen(name string) {
	s := r.at(name)
	s.long = true
	var root *site
	for _, n := range r.names() {
		if t := r.sites[n]; t != s && t.group == s {
			if root == nil {
				root = t
			}
			t.group = root
		}
	}
	s.group = s
}

// Conflict notes that sections of two sites touch something in common.
func (r *Relation) Conflict(a, b string, aWrites, bWrites bool) {
	r.join(a, b)
	r.at(a).writer = r.at(a).writer || aWrites
	r.at(b).writer = r.at(b).writer || bWrites
}

// at returns the site with that name.
func (r *Relation) at(name string) *site {
	s := r.sites[name]
	if s == nil {
		s = &site{name: name}
		s.group = s
		r.sites[name] = s
	}
	return s
}

// join makes one group of the groups of two sites, named after the first of all its sites.
func (r *Relation) join(a, b string) {
	g, h := r.at(a).group, r.at(b).group
	if h.name < g.name {
		g, h = h, g
	}
	for _, s := range r.sites {
		if s.group == h {
			s.group = g
		}
	}
}
