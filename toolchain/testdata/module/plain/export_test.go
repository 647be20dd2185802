package plain

func Calls() int { return calls }
