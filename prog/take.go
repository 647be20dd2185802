package prog

import (
	"slices"

	"heddle/model"
)

// waitsOn says whether a signal of the Cond o may wake t. A thread that ended between joining the waiters and waiting
// is still a waiter.
func (t *thread) waitsOn(o model.Object) bool { return t.cond == o && !t.woken }

// take executes the transition c.
func (m *Machine) take(c model.Choice) {
	n := m.byName[c.Thread]
	t := &m.threads[n]
	t.before()
	watch{m}.take(c)
	if c.Partner != model.NoThread && t.op.Kind != model.CondSignal {
		executor{m}.rendezvous(t, c)
		m.proceed(m.byName[c.Partner])
		m.proceed(n)
		return
	}
	in := m.at(t)
	t.pc++
	result := int64(0)
	switch t.op.Kind {
	case model.Select:
		result = int64(c.Case)
		if c.Case >= 0 {
			executor{m}.transfer(t, t.op.Cases[c.Case].Obj, in.Cases[c.Case].Send, in.Cases[c.Case].Value)
		}
	case model.Send:
		executor{m}.transfer(t, t.op.Obj, true, in.A)
	case model.Recv:
		result = executor{m}.transfer(t, t.op.Obj, false, in.A)
	case model.Pick:
		result = int64(c.Case)
	case model.Return:
		m.over = true
		if o := t.op.Obj; o != model.NoObject {
			m.cells[o].closed = true
		}
	case model.Now:
		result = m.now
	case model.Collect:
		result = m.collected(0)
	case model.Idle:
		result = m.collected(m.program.Bodies[t.body].Bubble)
	default:
		result = executor{m}.act(t, in, c)
	}
	t.get(in.Dst, result)
	m.proceed(n)
}

// collected is the result of a Collect. It depends on everything: on where all threads are, and on all objects. That of an Idle depends on
// everything in its bubble.
func (m *Machine) collected(bubble int) int64 {
	sum := m.now
	for i := range m.threads {
		if t := &m.threads[i]; bubble == 0 || m.program.Bodies[t.body].Bubble == bubble {
			sum += int64((t.body + 1) * t.pc)
		}
	}
	for i := range m.cells {
		if bubble > 0 && !m.program.within(model.Object(i), bubble) {
			continue
		}
		sum += int64(i+1) * (m.cells[i].value + truth(m.cells[i].taken) + int64(len(m.cells[i].queue)))
	}
	return (sum%3 + 3) % 3
}

func (m *Machine) at(t *thread) *Instr { return &m.program.Bodies[t.body].Code[t.pc] }

// An executor executes operations.
type executor struct{ *Machine }

// rendezvous executes the joint transition c of t: its partner receives the value.
func (m executor) rendezvous(t *thread, c model.Choice) {
	r := &m.threads[m.byName[c.Partner]]
	r.before()
	send, recv := m.at(t), m.at(r)
	value := t.eval(send.A)
	if t.op.Kind == model.Select {
		value = t.eval(send.Cases[c.Case].Value)
		t.get(send.Dst, int64(c.Case))
	}
	if r.op.Kind == model.Select {
		value = int64(c.PartnerCase)
	}
	r.get(recv.Dst, value)
	t.pc++
	r.pc++
}

// transfer executes a send or receive that needs no partner, and returns the value received.
func (m executor) transfer(t *thread, o model.Object, send bool, v Operand) int64 {
	c := &m.cells[o]
	switch {
	case send && c.closed:
		m.fail(t)
	case send:
		c.queue = append(c.queue, t.eval(v))
	case len(c.queue) > 0:
		v := c.queue[0]
		copy(c.queue, c.queue[1:])
		c.queue = c.queue[:len(c.queue)-1]
		return v
	}
	return 0
}

// act executes an operation on one object that is not a transfer, and returns its result.
func (m executor) act(t *thread, in *Instr, choice model.Choice) int64 {
	c := &m.cells[t.op.Obj]
	a, old := t.eval(in.A), c.value
	switch t.op.Kind {
	case model.Load, model.Read:
		return c.value
	case model.Store, model.Write:
		c.value = a
	case model.Swap:
		c.value = a
		return old
	case model.Add:
		c.value += a
		return c.value
	case model.CAS:
		if c.value == a {
			c.value = t.eval(in.B)
			return 1
		}
	case model.WGAdd:
		c.value += a
	case model.WGDone:
		if c.value--; c.value < 0 {
			m.fail(t)
		}
	case model.CondAdd: // t becomes a waiter
		t.cond, t.woken = t.op.Obj, false
	case model.CondWait:
		t.cond, t.woken = model.NoObject, false
	case model.CondSignal:
		if choice.Partner != model.NoThread {
			m.threads[m.byName[choice.Partner]].woken = true
		}
	case model.CondBroadcast:
		for i := range m.threads {
			if w := &m.threads[i]; w.waitsOn(t.op.Obj) {
				w.woken = true
			}
		}
	case model.Close:
		if c.closed {
			m.fail(t)
		}
		c.closed = true
	case model.Len:
		return int64(len(c.queue))
	case model.TestUse:
		c.value++
		return truth(c.closed)
	case model.TestEnd:
		c.closed = true
		return c.value
	case model.TestChange:
		c.value *= 3
		return c.value + truth(c.closed)
	case model.TimerStart, model.TimerStop, model.TimerFire, model.Wake:
		return m.timer(t, c, a)
	case model.FileRead, model.FileWrite, model.FileClose, model.FileLeave, model.FileReaders, model.FileWriters:
		return m.file(t, c)
	default:
		return m.lock(t, c)
	}
	return 0
}

// file executes an operation on the file c, and returns its result: what was read or how much was written; 0 for a deadline, 1 if the file is
// closed.
func (m executor) file(t *thread, c *cell) (result int64) {
	switch t.op.Kind {
	case model.FileRead:
		if c.taken || c.left {
			return truth(c.left)
		}
		n := min(t.op.Arg, int64(len(c.queue)))
		for _, v := range c.queue[:n] {
			result = result*3 + v
		}
		c.queue = slices.Delete(c.queue, 0, int(n))
		return result + 2
	case model.FileWrite:
		if c.late || c.closed {
			return truth(c.late) - truth(c.left)
		}
		n := min(t.op.Arg, m.program.Objects[t.op.Obj].Init-int64(len(c.queue)))
		for range n {
			c.queue = append(c.queue, int64(t.body+1))
		}
		return n + 1
	case model.FileClose:
		c.closed = true
		if len(t.op.Cases) > 0 {
			with := &m.cells[t.op.Cases[0].Obj]
			with.closed, with.left = true, true
		}
	case model.FileLeave:
		c.closed, c.left = true, true
	case model.FileReaders:
		c.taken = t.op.Arg == 1
	case model.FileWriters:
		c.late = t.op.Arg == 1
	}
	return 0
}

// timer executes an operation of the timer c. To start or stop it removes the value that it has sent. When it fires, it
// sends unless its channel is full or closed.
func (m executor) timer(t *thread, c *cell, delay int64) int64 {
	was := c.taken
	var channel *cell
	if len(t.op.Cases) > 0 && !t.op.Cases[0].Send {
		late := t.op.Kind.Timer()
		if f := &m.cells[t.op.Cases[0].Obj]; t.op.Cases[0].Cap == 0 {
			f.taken = late
		} else {
			f.late = late
		}
	} else if len(t.op.Cases) > 0 {
		channel = &m.cells[t.op.Cases[0].Obj]
	}
	switch t.op.Kind {
	case model.TimerStart, model.TimerStop:
		c.taken = t.op.Kind == model.TimerStart
		if c.taken {
			c.value = m.now + delay
		}
		if channel != nil {
			channel.queue = channel.queue[:0]
		}
		return truth(was)
	default:
		m.now = max(m.now, c.value)
		if period := m.program.Objects[t.op.Obj].Period; period > 0 {
			c.value = max(c.value+period, m.now)
		} else {
			c.taken = false
		}
		if channel != nil && len(channel.queue) == 0 && !channel.closed {
			channel.queue = append(channel.queue, m.now)
		}
		return 0
	}
}

// lock executes an operation on a mutex, an RWMutex or a Once, and returns its result.
func (m executor) lock(t *thread, c *cell) int64 {
	free := !c.taken
	switch t.op.Kind {
	case model.Lock, model.Announce, model.TryLock:
		c.taken = true
		return truth(free)
	case model.RWTryLock:
		free = free && c.value == 0
		c.taken = c.taken || free
		return truth(free)
	case model.Unlock, model.RWUnlock:
		if free {
			m.fail(t)
		}
		c.taken = false
	case model.RLock, model.TryRLock:
		if free {
			c.value++
		}
		return truth(free)
	case model.RUnlock:
		c.value-- // below zero the execution has failed, and the thread goes on
		if c.value < 0 {
			m.note(t)
		}
	case model.OnceBegin:
		c.taken = !c.closed
		return truth(!c.closed)
	case model.OnceEnd:
		c.taken, c.closed = false, true
	}
	return 0
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
