module oklogruntest

go 1.25

require github.com/oklog/run v1.2.0 // indirect
