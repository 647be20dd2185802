package main

var runs int

//go:noinline
func main() { runs++ }
