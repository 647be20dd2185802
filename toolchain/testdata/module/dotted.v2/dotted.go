// Package dotted has a dot in the last element of its path.
package dotted

var State int
