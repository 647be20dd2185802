package lib

var State int
