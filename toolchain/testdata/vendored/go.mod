module example.com/vendored

go 1.25

require example.org/dep v1.0.0
