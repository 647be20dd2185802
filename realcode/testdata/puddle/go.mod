module puddletest

go 1.25

require (
	github.com/jackc/puddle/v2 v2.2.3 // indirect
	golang.org/x/sync v0.1.0 // indirect
)
