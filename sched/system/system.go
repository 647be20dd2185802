// Package system finds out which operations on files and on the environment depend on one another.
//
// They are no events by default, because nearly all of them are on files of one goroutine alone. As long as no two of them that are not
// ordered by events are in conflict, their order does not matter. If two are, the exploration starts again and they are events: reads and
// writes of one object.
//
// What is operated on has a name: the absolute path of a file, or "$" and a slash and the variable's name. The environment is a
// directory to this package. The empty name is the directory of all files.
package system

import (
	"strings"
	"unsafe"

	"heddle/datarace"
	"heddle/model"
	"heddle/sched/caller"
)

// How says what an operation does; 0 is a read of what is named.
type How uint8

// The bits of a How, which package os passes.
const (
	Writes How = 1 << iota // it changes what is named, makes it or removes it, with all that is below
	Lists                  // it reads the names in the directory
	Moves                  // it changes the state of the open file: the offset, or that it is open
)

// environment is the directory of the environment's variables.
const environment = "$"

// Group returns the group of operations on what has the name.
func Group(name string) caller.Groups {
	if strings.HasPrefix(name, environment) {
		return caller.Environment
	}
	return caller.Files
}

// files and variables are there for their addresses.
var files, variables byte

// Object returns the address by which the object of a group is named.
func Object(g caller.Groups) unsafe.Pointer {
	if g == caller.Environment {
		return unsafe.Pointer(&variables)
	}
	return unsafe.Pointer(&files)
}

// Kind returns the kind of the operation as an event.
func (h How) Kind() model.Kind {
	if h&(Writes|Moves) != 0 {
		return model.SystemWrite
	}
	return model.SystemRead
}

// Conflicts reports whether an operation of t is in conflict with an earlier one that no event orders it with. Open identifies the open file
// that it is on, 0 for none.
//
// Each name is a word to the race detector. An operation reads the words of the directories above, so that it conflicts with the removal of
// one. A directory also has words for its list of names. Each thread writes a word of its own there, and a listing reads them all: two
// threads that make different files do not conflict.
func Conflicts(d *datarace.Detector, t model.Thread, how How, name string, open uintptr) bool {
	if d == nil { // after the end
		return false
	}
	found := false
	access := func(h uint64, write bool) {
		conflict := d.Probe(t, word|uintptr(h)&^7, write)
		found = found || conflict
	}
	name = strings.TrimSuffix(name, "/")
	at, dir := hash(0, ""), hash(0, "")
	for i := range len(name) {
		if name[i] == '/' {
			dir = at
			access(dir, false)
		}
		at = hash(at, name[i:i+1])
	}
	access(at, how&Writes != 0)
	if how&Writes != 0 {
		access(list(dir, int(t)), true)
	}
	if how&Lists != 0 {
		for i := range lists {
			access(list(at, i), false)
		}
	}
	if open != 0 {
		access(hash(uint64(open), "open"), how&Moves != 0)
	}
	return found
}

// Unordered reports whether the operation of t on the atomic variable at addr is in conflict with an earlier one, likewise.
func Unordered(d *datarace.Detector, t model.Thread, addr uintptr, write bool) bool {
	return d.Probe(t, word|addr, write)
}

const (
	word  = 1 << 62 // no address has this bit: those of words do
	lists = 64      // words of a directory's list; threads whose numbers are equal modulo this share one
)

// list returns the word of a thread in the list of a directory.
func list(dir uint64, thread int) uint64 { return hash(dir+uint64(thread%lists)+1, "list") }

// hash continues a hash with a string (FNV-1a).
func hash(h uint64, s string) uint64 {
	h ^= 14695981039346656037
	for i := range len(s) {
		h = (h ^ uint64(s[i])) * 1099511628211
	}
	return h & (word - 1)
}
