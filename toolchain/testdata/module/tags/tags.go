// Package tags has a test only with the build tag special.
package tags

var Special = false
