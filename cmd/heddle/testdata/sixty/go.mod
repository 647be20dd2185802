module example.com/sixty

go 1.25
