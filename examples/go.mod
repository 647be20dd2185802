module example.com/looms

go 1.25.0
