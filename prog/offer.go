package prog

import (
	"math"

	"heddle/model"
)

// A menu is what the present state of a machine offers.
type menu struct{ *Machine }

// offer appends the transitions that thread n offers to m.alts.
func (m menu) offer(n int) {
	t := &m.threads[n]
	if watch(m).waits(n) {
		return
	}
	alone := model.Choice{Thread: t.name, Partner: model.NoThread}
	switch t.op.Kind {
	case model.Send, model.Recv, model.Select:
		m.offerChannel(n)
		return
	case model.CondSignal:
		m.offerWaiters(t)
		return
	case model.Pick:
		for i := range t.op.Arg {
			alone.Case = int16(i)
			m.alts = append(m.alts, alone)
		}
		return
	}
	if m.enabled(t) {
		m.alts = append(m.alts, alone)
	}
}

// enabled says whether the operation of t, which needs no other thread, is enabled.
func (m menu) enabled(t *thread) bool {
	if t.op.Obj == model.NoObject {
		return t.op.Kind != model.Never && (t.op.Kind != model.Idle || m.idle(t))
	}
	c := &m.cells[t.op.Obj]
	switch t.op.Kind {
	case model.Lock, model.Announce, model.RLock, model.OnceBegin:
		return !c.taken
	case model.Acquire:
		return c.taken && c.value <= 0
	case model.WGWait:
		return c.value == 0
	case model.FileRead:
		return c.closed || c.taken || len(c.queue) > 0
	case model.FileWrite:
		return c.closed || c.late || m.program.Objects[t.op.Obj].Init-int64(len(c.queue)) >= t.op.Arg
	case model.CondWait:
		return t.woken
	case model.TimerFire, model.Wake:
		return m.near(t)
	}
	return true
}

// idle says whether the Idle of t is enabled: all others of its bubble are durably blocked, or stand before a later Idle.
func (m menu) idle(t *thread) bool {
	for i := range m.threads {
		u := &m.threads[i]
		if u == t || !u.live || m.bubble(u) != m.bubble(t) {
			continue
		}
		n := len(m.alts)
		if u.op.Kind != model.Idle {
			m.offer(i)
		}
		blocked := len(m.alts) == n
		if m.alts = m.alts[:n]; !blocked || watch(m).waits(i) || !m.durable(u) || u.op.Kind == model.Idle && u.name < t.name {
			return false
		}
	}
	return true
}

func (m menu) bubble(t *thread) int { return m.program.Bodies[t.body].Bubble }

// durable says whether t, which is blocked, is durably blocked: nobody outside of its bubble can let it go on.
func (m menu) durable(t *thread) bool {
	switch t.op.Kind {
	case model.Never, model.Idle:
		return true
	case model.Select:
		for i := range t.op.Cases {
			if o := t.op.Cases[i].Obj; o != model.NoObject && !m.program.within(o, m.bubble(t)) {
				return false
			}
		}
		return true
	case model.Send, model.Recv, model.WGWait, model.CondWait:
		return m.program.within(t.op.Obj, m.bubble(t))
	}
	return false
}

func (m menu) offerWaiters(t *thread) {
	none := true
	for i := range m.threads {
		w := &m.threads[i]
		if w.waitsOn(t.op.Obj) {
			m.alts = append(m.alts, model.Choice{Thread: t.name, Partner: w.name})
			none = false
		}
	}
	if none {
		m.alts = append(m.alts, model.Choice{Thread: t.name, Partner: model.NoThread})
	}
}

// ready says whether a send or receive on o is enabled without a partner.
func (m menu) ready(o model.Object, send bool) bool {
	if o == model.NoObject {
		return false
	}
	c := &m.cells[o]
	if send {
		return c.closed || len(c.queue) < int(m.program.Objects[o].Init)
	}
	return c.closed || len(c.queue) > 0
}

func (m menu) offerChannel(n int) {
	t := &m.threads[n]
	c := model.Choice{Thread: t.name, Partner: model.NoThread}
	if t.op.Kind != model.Select {
		if m.ready(t.op.Obj, t.op.Kind == model.Send) {
			m.alts = append(m.alts, c)
		} else if t.op.Kind == model.Send {
			m.offerPartners(n, t.op.Obj, 0)
		}
		return
	}
	ready := false
	for k := range t.op.Cases {
		cs := &t.op.Cases[k]
		if m.ready(cs.Obj, cs.Send) {
			c.Case = int16(k)
			m.alts = append(m.alts, c)
			ready = true
		} else if cs.Send && cs.Obj != model.NoObject {
			m.offerPartners(n, cs.Obj, int16(k))
		}
	}
	if t.op.Arg == 1 && !ready {
		c.Case = -1
		m.alts = append(m.alts, c)
	}
}

// offerPartners offers the joint transitions of case k of thread n, a send on the unbuffered channel o, with every
// receiver. One of the two must wait for the other, so two selects with a default never meet.
func (m menu) offerPartners(n int, o model.Object, k int16) {
	for i := range m.threads {
		r := &m.threads[i]
		if i == n || !r.live || watch(m).waits(i) || twins(m).wait(i) || m.program.Objects[o].Init > 0 || m.threads[n].op.Polls() && r.op.Polls() {
			continue
		}
		c := model.Choice{Thread: m.threads[n].name, Partner: r.name, Case: k}
		if r.op.Kind == model.Recv && r.op.Obj == o {
			m.alts = append(m.alts, c)
		}
		for j := range r.op.Cases {
			if r.op.Cases[j].Obj == o && !r.op.Cases[j].Send {
				c.PartnerCase = int16(j)
				m.alts = append(m.alts, c)
			}
		}
	}
}

// near says whether t, at a TimerFire or a Wake, is enabled while other threads can run: its timer is armed and due
// within the delay, and no armed timer is due before it.
func (m menu) near(t *thread) bool {
	return m.first(t) && m.cells[t.op.Obj].value <= m.now+m.program.Delay
}

// first says whether t's timer is armed and no other is due before it. A dormant one is neither.
func (m menu) first(t *thread) bool {
	c := &m.cells[t.op.Obj]
	if !c.taken || m.over || m.dormant(int(t.op.Obj)) {
		return false
	}
	for i := range m.cells {
		if d := &m.cells[i]; m.program.Objects[i].Sort == Timer && d.taken && d.value < c.value && !m.dormant(i) {
			return false
		}
	}
	return true
}

// dormant says whether timer i is a ticker with a value in its channel.
func (m menu) dormant(i int) bool {
	o := &m.program.Objects[i]
	return o.Period > 0 && len(m.cells[o.Chan-1].queue) > 0
}

// offerFar offers the timers beyond the delay if the state offers nothing else, and the execution is not given up.
func (m menu) offerFar() {
	none := len(m.alts) == 0 && !watch(m).missed()
	k := 0
	for i := range m.threads {
		t := &m.threads[i]
		if !t.live || twins(m).wait(i) {
			continue
		}
		if t.op.Kind == model.TimerFire || t.op.Kind == model.Wake {
			far := int64(0)
			if none && m.first(t) {
				far = 1
				m.alts = append(m.alts, model.Choice{Thread: t.name, Partner: model.NoThread})
			}
			m.state.Pending[k].Op.Arg, t.op.Arg = far, far
		}
		if none {
			m.ends[k] = len(m.alts)
		}
		k++
	}
}

// showAlarms fills m.state.Alarms.
func (m menu) showAlarms() {
	m.state.Alarms, m.state.Horizon = m.state.Alarms[:0], m.now+m.program.Delay
	if m.over {
		m.state.Horizon = math.MinInt64
	}
	for i := range m.cells {
		if c := &m.cells[i]; m.program.Objects[i].Sort == Timer && c.taken {
			m.state.Alarms = append(m.state.Alarms, model.Alarm{Obj: model.Object(i), Thread: model.NoThread, When: c.value, Ticks: m.program.Objects[i].Period > 0})
		}
	}
}
