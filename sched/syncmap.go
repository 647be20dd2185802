package sched

// The methods of sync.Map are gates at their heads: Load and Range read the map, the others write it (see models). What they do
// inside is Go's own code, whose locks and atomic operations are no events (exempt.go).
