module pondtest

go 1.25

require github.com/alitto/pond/v2 v2.7.1 // indirect
