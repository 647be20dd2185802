module example.com/app

go 1.25

require example.org/upstream v1.2.3

replace example.org/upstream => ../fork
