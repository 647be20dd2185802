package randomgo

import "fmt"

// A sort is one kind of object that goroutines share.
type sort struct {
	prefix    string
	declare   func(g *generator, name string) string
	statement func(g *generator, o *object)
}

// The sorts are set by init because their functions refer to them.
var value, pointer, channel, mutex, rwmutex, waitGroup, cond, once, atomic64, atomic32, syncMap, guarded, timer, ticker, cancelable sort

// themes are the sorts from which a program's objects are chosen. A sort that is listed twice is chosen twice as often.
var themes = [][]*sort{
	{&channel}, {&channel}, {&channel, &channel, &mutex}, {&channel, &waitGroup}, {&channel, &atomic64},
	{&mutex, &atomic64}, {&rwmutex}, {&rwmutex, &rwmutex, &atomic32, &mutex}, {&waitGroup, &waitGroup, &atomic64},
	{&cond}, {&cond, &atomic64, &channel}, {&once, &mutex, &channel}, {&once, &atomic64}, {&atomic64, &atomic32}, {&syncMap, &atomic64}, {&value, &pointer, &channel},
	{&guarded, &channel}, {&guarded, &cond},
	{&timer}, {&timer, &timer, &channel}, {&timer, &atomic64}, {&cancelable}, {&cancelable, &channel}, {&cancelable, &timer},
	{&ticker}, {&ticker, &timer}, {&ticker, &cancelable}, {&ticker, &channel},
	{&channel, &channel, &channel, &mutex, &rwmutex, &waitGroup, &cond, &once, &atomic64, &atomic32, &syncMap, &guarded},
}

func init() {
	channel = sort{"c", declareChannel, channelStatement}
	mutex = sort{"mu", declareAs("sync.Mutex"), mutexStatement}
	rwmutex = sort{"rw", declareAs("sync.RWMutex"), rwmutexStatement}
	waitGroup = sort{"wg", declareAs("sync.WaitGroup"), waitGroupStatement}
	cond = sort{"cond", declareCond, condStatement}
	once = sort{"once", declareAs("sync.Once"), onceStatement}
	atomic64 = sort{"a", declareAs("atomic.Int64"), atomicStatement}
	atomic32 = sort{"n", declareAs("int32"), atomicFunction}
	value = sort{"val", declareAs("atomic.Value"), valueStatement}
	pointer = sort{"p", declareAs("atomic.Pointer[int]"), pointerStatement}
	syncMap = sort{"m", declareAs("sync.Map"), mapStatement}
	timer = sort{"tm", declareTimer, timerStatement}
	ticker = sort{"tick", declareTicker, tickerStatement}
	cancelable = sort{"ctx", declareContext, contextStatement}
	guarded = sort{"g", declareAs("struct { sync.Mutex; n int }"), guardedStatement}
}

func declareAs(typ string) func(*generator, string) string {
	return func(_ *generator, name string) string { return "var " + name + " " + typ }
}

// choose writes one of the lines, with the object's name in place of each %s.
func (g *generator) choose(o *object, lines ...string) {
	g.write(lines[g.r.IntN(len(lines))], o.name)
}

// around writes before, the inside, and after, with the object's name in place of each %s.
func (g *generator) around(o *object, before, after string) {
	g.write(before, o.name)
	g.nested()
	g.write(after, o.name)
}

func declareChannel(g *generator, name string) string {
	switch n := g.r.IntN(12); {
	case n == 0:
		return "var " + name + " chan int"
	case n < 6:
		return name + " := make(chan int)"
	case n < 10:
		return name + " := make(chan int, 1)"
	}
	return name + " := make(chan int, 2)"
}

func channelStatement(g *generator, o *object) {
	switch n := g.r.IntN(24); {
	case n < 7:
		g.write("%s <- %s", o.name, g.value())
	case n < 12:
		g.choose(o, "r = 3*r + <-%s", "<-%s")
	case n < 14:
		g.write("if v, ok := <-%s; ok { r = 3*r + v } else {", o.name)
		g.nested()
		g.write("r++ }")
	case n < 16:
		g.choose(o, "close(%s)")
	case n < 17:
		g.choose(o, "r = 3*r + len(%s)", "r = 3*r + len(%s)", "r += cap(%s)")
	case n < 19:
		g.around(o, "for v := range %s { r = 3*r + v", "} // range %s")
	default:
		g.selection(o)
	}
}

// value returns an expression to send or store.
func (g *generator) value() string {
	if g.oneIn(4) {
		return "r"
	}
	return fmt.Sprint(1 + g.r.IntN(4))
}

// selection writes a select with a case on o.
func (g *generator) selection(o *object) {
	g.write("select {")
	for i := range 1 + g.r.IntN(3) {
		c := o
		if i > 0 {
			c = g.object(&channel)
		}
		switch g.r.IntN(6) {
		case 0, 1:
			g.write("case %s <- %s:", c.name, g.value())
		case 2:
			g.write("case <-%s:", c.name)
		case 3:
			g.write("case v, ok := <-%s: if ok { r = 3*r + v }", c.name)
		default:
			g.write("case v := <-%s: r = 3*r + v", c.name)
		}
		if g.oneIn(3) {
			g.write("r += %d", 1+i)
		} else {
			g.nested()
		}
	}
	if g.oneIn(3) {
		g.write("default: r += 5")
		g.nested()
	}
	g.write("}")
}

func mutexStatement(g *generator, o *object) {
	switch g.r.IntN(5) {
	case 0:
		g.around(o, "if %s.TryLock() { r++", "%s.Unlock() }")
	case 1:
		g.write("func() { %[1]s.Lock(); defer %[1]s.Unlock()", o.name)
		g.nested()
		g.write("}()")
	default:
		g.around(o, "%s.Lock()", "%s.Unlock()")
	}
}

func rwmutexStatement(g *generator, o *object) {
	switch g.r.IntN(8) {
	case 0:
		g.around(o, "if %s.TryLock() { r++", "%s.Unlock() }")
	case 1:
		g.around(o, "if %s.TryRLock() { r++", "%s.RUnlock() }")
	case 2, 3, 4:
		g.around(o, "%s.Lock()", "%s.Unlock()")
	default:
		g.around(o, "%s.RLock()", "%s.RUnlock()")
	}
}

func waitGroupStatement(g *generator, o *object) {
	if g.oneIn(8) && g.goroutines < maxGoroutines {
		g.goroutines++
		inner := g.inner
		g.inner = true
		g.write("%s.Go(func() { r := 0; _ = r", o.name)
		if g.recovers {
			g.write("defer func() { _ = recover() }()")
		}
		g.nested()
		g.write("})")
		g.inner = inner
		return
	}
	g.choose(o, "%s.Add(1)", "%s.Add(1)", "%s.Add(2)", "%s.Done()", "%s.Done()", "%s.Wait()", "%s.Wait()")
}

func declareCond(g *generator, name string) string {
	if g.oneIn(4) {
		return name + " := struct { *sync.Cond; on bool }{Cond: sync.NewCond(new(sync.RWMutex))}"
	}
	return name + " := struct { *sync.Cond; on bool }{Cond: sync.NewCond(new(sync.Mutex))}"
}

func condStatement(g *generator, o *object) {
	switch g.r.IntN(8) {
	case 0, 1:
		g.choose(o, "%s.Signal()")
	case 2:
		g.choose(o, "%s.Broadcast()")
	case 3:
		g.write("%[1]s.L.Lock(); %[1]s.on = true; %[1]s.Signal(); %[1]s.L.Unlock()", o.name)
	case 4:
		g.write("%[1]s.L.Lock(); %[1]s.on = true; %[1]s.L.Unlock(); %[1]s.Broadcast()", o.name)
	case 5:
		g.write("%[1]s.L.Lock(); for !%[1]s.on { r++; %[1]s.Wait() }; %[1]s.L.Unlock()", o.name)
	default:
		g.write("%[1]s.L.Lock(); %[1]s.Wait()", o.name)
		g.nested()
		g.write("%s.L.Unlock()", o.name)
	}
}

func onceStatement(g *generator, o *object) {
	g.around(o, "%s.Do(func() { r++", "}) // %s")
}

func atomicStatement(g *generator, o *object) {
	switch g.r.IntN(8) {
	case 0:
		g.around(o, "if %s.CompareAndSwap(0, 1) { r++", "} // %s")
	case 1:
		g.choose(o, "r = 3*r + int(%s.Swap(2))", "r = 3*r + int(%s.Or(2))", "r = 3*r + int(%s.And(1))")
	case 2, 3, 4:
		g.choose(o, "r = 3*r + int(%s.Load())")
	case 5:
		g.choose(o, "r = 3*r + int(%s.Add(1))", "%s.Add(2)")
	default:
		g.write("%s.Store(int64(%s))", o.name, g.value())
	}
}

func atomicFunction(g *generator, o *object) {
	g.choose(o, "r = 3*r + int(atomic.LoadInt32(&%s))", "r = 3*r + int(atomic.AddInt32(&%s, 1))", "atomic.StoreInt32(&%s, 3)",
		"if atomic.CompareAndSwapInt32(&%s, 0, 1) { r++ }")
}

func valueStatement(g *generator, o *object) {
	g.choose(o, "if v := %s.Load(); v != nil { r = 3*r + v.(int) }", "%s.Store(1)", "%s.Store(r)", "if v := %s.Swap(2); v != nil { r = 3*r + v.(int) }",
		"if %s.CompareAndSwap(1, 2) { r++ }", "%s.Store(\"of another type\")")
}

func pointerStatement(g *generator, o *object) {
	g.choose(o, "if p := %s.Load(); p != nil { r = 3*r + *p }", "%s.Store(fresh(2))", "if %s.CompareAndSwap(nil, fresh(r)) { r++ }",
		"if p := %s.Swap(nil); p != nil { r++ }")
}

func mapStatement(g *generator, o *object) {
	switch g.r.IntN(6) {
	case 0, 1:
		g.write("if v, ok := %s.Load(%d); ok { r = 3*r + v.(int) }", o.name, g.r.IntN(2))
	case 2:
		g.write("%s.Store(%d, %s)", o.name, g.r.IntN(2), g.value())
	case 3:
		g.write("if v, loaded := %s.LoadOrStore(%d, 1); loaded { r = 3*r + v.(int) }", o.name, g.r.IntN(2))
	case 4:
		g.around(o, "for _, v := range %s.Range { r = 3*r + v.(int)", "} // %s")
	default:
		g.write("%s.Delete(%d)", o.name, g.r.IntN(2))
	}
}

// guardedStatement uses a plain variable under the lock that guards it.
func guardedStatement(g *generator, o *object) {
	if g.oneIn(2) {
		g.write("%[1]s.Lock(); %[1]s.n += 2; r = 3*r + %[1]s.n", o.name)
		g.nested()
		g.write("%s.Unlock()", o.name)
		return
	}
	g.around(o, "%s.Lock()", "%[1]s.n++; %[1]s.Unlock()")
}

// selectOf writes a select with a case, one more that receives from a channel, or what without writes if there is none, and one time in n a
// default.
func (g *generator) selectOf(first string, n int, without func()) {
	g.write("select { case " + first)
	g.nested()
	if c := g.object(&channel); c != nil {
		g.write("case v := <-%s: r = 3*r + v", c.name)
	} else {
		without()
	}
	if g.oneIn(n) {
		g.write("default: r += 5")
	}
	g.write("}")
}

// delays are near and far: by default the clock may advance by up to 100 ms while something can run.
var delays = []string{"time.Millisecond", "5*time.Millisecond", "10*time.Millisecond", "time.Hour"}

func (g *generator) delay() string { return delays[g.r.IntN(len(delays))] }

// deadline is a delay, or as far as ticks are.
func (g *generator) deadline() string {
	if g.oneIn(2) {
		return []string{"40*time.Millisecond", "90*time.Millisecond"}[g.r.IntN(2)]
	}
	return g.delay()
}

func declareTimer(g *generator, name string) string {
	return name + " := time.NewTimer(" + g.delay() + "); _ = " + name
}

func timerStatement(g *generator, o *object) {
	switch n := g.r.IntN(12); {
	case n < 3:
		g.choose(o, "<-%s.C; r += 7")
	case n < 5:
		g.around(o, "if %s.Stop() { r++", "} // %s")
	case n < 6:
		g.write("if %s.Reset(%s) { r += 2 }", o.name, g.delay())
	case n < 7:
		g.write("time.Sleep(%s); r++", g.delay())
	case n < 8:
		g.write("r = 3*r + since(start)")
	case n < 9 && g.goroutines < maxGoroutines:
		g.goroutines++
		inner := g.inner
		g.inner = true
		g.write("{ f := time.AfterFunc(%s, func() { r := 0; _ = r", g.delay())
		g.nested()
		g.write("})")
		g.inner = inner
		switch g.r.IntN(4) {
		case 0:
			g.nested()
			g.write("if f.Stop() { r++ }")
		case 1:
			g.nested()
			g.write("if f.Reset(%s) { r += 2 }", g.delay())
		}
		g.write("_ = f }")
	default:
		g.selectOf("<-"+o.name+".C: r += 7", 4, func() { g.write("case <-time.After(%s): r += 4", g.delay()) })
	}
}

// periods of tickers: a few of them are within what the clock may advance while something can run.
var periods = []string{"40*time.Millisecond", "60*time.Millisecond", "time.Hour"}

func (g *generator) period() string { return periods[g.r.IntN(len(periods))] }

func declareTicker(g *generator, name string) string {
	return name + " := time.NewTicker(" + g.period() + "); defer " + name + ".Stop()"
}

func tickerStatement(g *generator, o *object) {
	switch n := g.r.IntN(12); {
	case n < 4:
		g.choose(o, "<-%s.C; r += 7")
	case n < 5:
		g.choose(o, "%s.Stop(); r++")
	case n < 6:
		g.write("%s.Reset(%s); r += 2", o.name, g.period())
	case n < 7:
		g.write("r = 3*r + since(start)")
	case n < 8:
		g.write("time.Sleep(%s); r++", g.period())
	case n < 9 && g.goroutines < maxGoroutines:
		g.goroutines++
		inner := g.inner
		g.inner = true
		g.write("time.AfterFunc(90*time.Millisecond, func() { r := 0; _ = r")
		g.nested()
		g.write("})")
		g.inner = inner
	case n < 9:
		g.write("if since(start) > int(85*time.Millisecond) { r++ }")
	default:
		g.selectOf("<-"+o.name+".C: r += 7", 2, func() {})
	}
}

func declareContext(g *generator, name string) string {
	made := "context.WithCancel(context.Background())"
	if g.oneIn(2) {
		made = "context.WithTimeout(context.Background(), " + g.deadline() + ")"
	}
	return name + ", cancel" + name + " := " + made + "; _ = " + name + "\ndefer cancel" + name + "()"
}

func contextStatement(g *generator, o *object) {
	switch n := g.r.IntN(10); {
	case n < 3:
		g.choose(o, "cancel%s()")
	case n < 5:
		g.choose(o, "<-%s.Done(); r += 6")
	case n < 6:
		g.around(o, "if %s.Err() != nil { r++", "} // %s")
	case n < 7 && g.goroutines < maxGoroutines:
		g.goroutines++
		inner := g.inner
		g.inner = true
		g.around(o, "context.AfterFunc(%s, func() { r := 0; _ = r", "}) // %s")
		g.inner = inner
	case n < 8:
		g.child(o)
	default:
		g.selectOf("<-"+o.name+".Done(): r += 6", 4, func() {})
	}
}

// child uses a context whose parent is o. Its deadline may be before or after that of the parent.
func (g *generator) child(o *object) {
	switch g.r.IntN(3) {
	case 0:
		g.write("{ child, stop := context.WithCancel(%s)", o.name)
	case 1:
		g.write("{ child, stop := context.WithTimeout(%s, %s)", o.name, g.deadline())
	default:
		g.write("{ child, stop := context.WithDeadline(%s, time.Now().Add(%s))", o.name, g.deadline())
	}
	g.write([]string{"if child.Err() != nil { r += 3 }", "<-child.Done(); r++", "select { case <-child.Done(): r++; default: }"}[g.r.IntN(3)])
	g.nested()
	g.write("stop() }")
}
