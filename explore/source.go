package explore

import "heddle/trace"

func newSource(x *trace.Execution, o Options) explorer { return newSleep(x, o) }
