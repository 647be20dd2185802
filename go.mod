module heddle

go 1.25.0
