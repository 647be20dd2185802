module cmaptest

go 1.25

require github.com/orcaman/concurrent-map/v2 v2.0.1 // indirect
