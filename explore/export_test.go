package explore

// SetChecking makes every explorer check its invariants at every step, or not.
func SetChecking(on bool) { checking = on }
