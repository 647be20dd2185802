package sched

// The methods of sync.Map are gates: Load and Range read the map, the others write it (see gates.go). The locks and atomic operations
// inside them are no events (package caller).
