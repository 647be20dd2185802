module xsync

go 1.25

require golang.org/x/sync v0.19.0 // indirect
