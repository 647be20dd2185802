module example.com/deciding

go 1.25
