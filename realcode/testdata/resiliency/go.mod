module resiliencytest

go 1.25

require github.com/eapache/go-resiliency v1.7.0 // indirect
