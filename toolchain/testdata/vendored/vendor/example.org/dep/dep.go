package dep

var State = 5
