// Package upstream replaces a module.
package upstream

var State int
