module xnettest

go 1.25

require golang.org/x/net v0.47.0 // indirect
