module example.org/primitives

go 1.25
