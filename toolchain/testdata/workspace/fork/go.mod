module example.org/upstream

go 1.25
