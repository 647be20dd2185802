module gobreakertest

go 1.25

require github.com/sony/gobreaker v1.0.0 // indirect
