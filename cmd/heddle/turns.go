package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"time"

	"heddle/internal/share"
	"heddle/report"
	"heddle/result"
	"heddle/toolchain"
)

// firstTurn is how long a test is explored at first. A test that is not over then is set aside in its process, which waits, and a new process
// explores the next tests. When all have had their turn, those that are set aside go on where they are, in rounds of longer and longer
// turns.
const firstTurn = 500 * time.Millisecond

// The most processes that are set aside, and the part of the machine's memory that they may take together.
const (
	mostAside  = 32
	memoryPart = 4
)

// ending is the time that a process needs to end that is set aside.
const ending = 10 * time.Millisecond

// turns are the turns that the tests of a package take.
type turns struct {
	aside  []*process    // whose tests are set aside, in the order of their next turns
	alone  string        // why only one process of the package can exist; empty if several can
	first  time.Duration // how long the first process took to begin its first test; 0 if it has not
	spent  time.Duration // the time for which the package had a processor, before the last acquire
	since  time.Time     // when it got the processor
	unwake func()
	length time.Duration // of the running turn; 0 for no limit
	final  time.Time     // when the processes are stopped that are set aside, because the time is over; zero before
}

// A process explores tests of the package, one after the other, until it sets one aside.
type process struct {
	orders *os.File
	events chan event
	stop   context.CancelFunc
	began  time.Time
	tests  int  // that were begun before
	late   bool // it was stopped because the time is over
	gone   bool // it ended while it was set aside
	event       // its end

	test  begun     // that is set aside
	since time.Time // when
	bytes int64     // what it takes of the room for processes that are set aside
	group int       // the process group, if it was stopped in the middle of an execution; else 0
	waits bool      // its test was set aside, so it begins no other
	// divided says that there is no process: it has divided its test, of which the rest is test.left.
	divided bool
	last    string // why its next turn is its last; empty if it is not
}

// proves is 0 if the user waits for a failure of the test that is set aside, whose simplest schedule is being looked for, and 1 if it only goes on.
func (p *process) proves() int {
	if p.test.failing != nil {
		return 0
	}
	return 1
}

// launch starts a process of the binary with a pipe for its orders.
func (x *exploration) launch(ctx context.Context, config result.Config, deliver func(event)) (orders *os.File, err error) {
	r, w, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("starting a test binary: %w", err)
	}
	go func() {
		exit, err := x.bin.run(ctx, config, r, func(m result.Message) { deliver(event{message: m}) })
		r.Close()
		deliver(event{exit: exit, err: err, ended: true})
	}()
	return w, nil
}

// acquire waits for a processor. The package's time runs on from then on.
func (x *exploration) acquire(round int) error {
	if x.slots.Acquire(x.ctx, round, x.number) != nil {
		return errInterrupted
	}
	x.since, x.unwake = time.Now(), func() {}
	if x.opts.Timeout > 0 {
		x.deadline = x.since.Add(x.opts.Timeout - x.spent)
		x.unwake = share.WakeAt(x.deadline.Add(share.Grace))
	}
	return nil
}

func (x *exploration) release() {
	x.spent += time.Since(x.since)
	x.unwake()
	x.slots.Release()
}

// yield lets other packages have the processor whose turn it is.
func (x *exploration) yield(round int) error {
	if x.opts.Serial() {
		return nil
	}
	x.release()
	return x.acquire(round)
}

// rounds gives every test its first turn, and then those that are set aside one turn after the other.
func (x *exploration) rounds() error {
	for again := true; again && !x.late(); {
		p, err := x.start()
		if err == nil {
			again, err = x.listen(p)
		}
		if err == nil && again {
			err = x.yield(0)
		}
		if err != nil {
			return err
		}
	}
	turn := firstTurn
	for round := 1; len(x.aside) > 0; round++ {
		turn *= 2
		slices.SortStableFunc(x.aside, func(p, q *process) int { return cmp.Compare(p.proves(), q.proves()) })
		for n := len(x.aside); n > 0; n-- {
			if err := x.yield(round); err != nil {
				return err
			}
			p, d := x.aside[0], turn
			if !x.deadline.IsZero() {
				left := time.Until(x.deadline) - time.Duration(len(x.aside))*ending
				if left <= 0 {
					return x.end()
				}
				d = min(d, left/time.Duration(n)+1)
			}
			idle := round > 2 && x.opts.Divisible() && x.alone == "" && x.slots.Free() > 0 && p.test.current.EndsBy(x.deadline)
			if _, err := x.turn(p, result.Turn{Time: int64(d), Divide: idle}); err != nil {
				return err
			}
		}
	}
	return nil
}

// start starts the process that explores the tests that were not begun.
func (x *exploration) start() (*process, error) {
	ctx, cancel := context.WithCancel(x.ctx)
	p := &process{events: make(chan event, 64), stop: cancel, began: time.Now(), tests: len(x.config.Skip)}
	x.config.Limit = limit(x.deadline)
	var err error
	p.orders, err = x.launch(ctx, x.config, func(e event) { p.events <- e })
	return p, err
}

// timeOver is why the explorations end that are not complete when the time is over.
const timeOver = "the time given by -timeout is over"

// tell tells a process that waits what to do next.
func (x *exploration) tell(p *process, t result.Turn) {
	if len(p.events) > 0 { // it has sent nothing, so this is its end
		p.gone = true
		return
	}
	t.Limit = limit(x.deadline)
	data, err := json.Marshal(t)
	if err != nil {
		panic(fmt.Sprintf("heddle: a turn: %v", err))
	}
	_, _ = p.orders.Write(append(data, '\n')) // if the process has ended, an event says so
	if p.group > 0 {
		toolchain.Continue(p.group)
	}
}

// take makes the test of p, the first process that is set aside, the running one.
func (x *exploration) take() *process {
	p := x.aside[0]
	x.aside = x.aside[1:]
	x.begun, p.test = p.test, begun{}
	x.began = x.began.Add(time.Since(p.since))
	if !p.divided {
		x.room.Leave(p.bytes)
	}
	return p
}

// turn gives p, which is the first one that is set aside, a turn.
func (x *exploration) turn(p *process, t result.Turn) (again bool, err error) {
	x.take()
	if x.length = time.Duration(t.Time); p.divided {
		return true, x.share(x.length)
	}
	x.tell(p, t)
	return x.listen(p)
}

// end ends all tests that are set aside, because the time is over.
func (x *exploration) end() error {
	x.final = x.deadline.Add(share.Grace)
	if soon := time.Now().Add(share.Grace / 2); soon.After(x.final) {
		x.final = soon
	}
	for _, p := range x.aside {
		if p.divided {
			continue
		}
		p.last = timeOver
		if p.test.failing != nil { // the failure is printed as it was found
			p.late = true
			p.stop()
			continue
		}
		x.tell(p, result.Turn{End: timeOver})
		defer time.AfterFunc(time.Until(x.final), p.stop).Stop() // all at once
	}
	for len(x.aside) > 0 {
		p := x.take()
		if p.divided {
			x.endRest(timeOver)
		} else if _, err := x.listen(p); err != nil {
			return err
		}
	}
	return nil
}

// listen handles what a process says until it ends, or sets its test aside. It returns true if other tests may have to be begun. The process
// is stopped when the time is over by more than grace.
func (x *exploration) listen(p *process) (again bool, err error) {
	var over, slow <-chan time.Time
	until := time.Now().Add(max(time.Until(x.deadline), 0) + share.Grace)
	if !x.final.IsZero() {
		until = x.final
	}
	if !x.deadline.IsZero() {
		over = time.After(time.Until(until))
	}
	if x.waits() && p.tests == len(x.config.Skip) && x.current == nil {
		slow = time.After(slowStart + 3*x.first)
	}
	for !p.ended {
		select {
		case e := <-p.events:
			switch {
			case e.ended:
				p.event = e
			case err != nil || p.late && e.message.Type == "aside":
			case e.message.Type == "aside" && x.current != nil:
				if p.group = e.message.Process; p.group == 0 {
					x.current.Progress(e.message.Progress)
				}
				return x.setAside(p, max(e.message.Progress.PeakRSS, 1))
			default:
				if err = x.handle(&e.message); err != nil {
					p.stop()
				}
				if e.message.Type == "start" {
					slow, x.first = nil, cmp.Or(x.first, time.Since(p.began))
				}
			}
		case <-over:
			p.late = true
			p.stop()
		case <-slow:
			p.stop()
		}
	}
	p.stop()
	p.orders.Close()
	p.late = p.late || over != nil && !time.Now().Before(until)
	return x.ended(p, err)
}

// waits reports whether there is a process that is set aside.
func (x *exploration) waits() bool {
	return slices.ContainsFunc(x.aside, func(p *process) bool { return !p.divided })
}

// slowStart is how long a process may take to begin a test while another one is set aside, in addition to three times what the first one took.
const slowStart = 5 * time.Second

// ended handles the end of a process. Failed is an error in what it has said.
func (x *exploration) ended(p *process, failed error) (again bool, err error) {
	ex, begun := p.exit, len(x.config.Skip) > p.tests
	if ex != nil && x.opts.Verbose && ex.Stdout != "" {
		x.say(func(o report.Printer) { o.Output(x.pkg, "", ex.Stdout) })
	}
	switch {
	case failed != nil:
		x.finish(result.Incomplete, "heddle could not continue")
		return false, failed
	case x.ctx.Err() != nil:
		x.finish(result.Incomplete, "interrupted")
		return false, errInterrupted
	case x.current == nil && x.waits() && !begun && !p.late && (ex == nil || x.between(ex) != nil):
		return true, x.oneByOne()
	case p.late && x.current == nil && (p.waits || !begun && x.first > 0): // it had no time to end, or to begin
		return false, nil
	case p.late && x.current == nil:
		return false, fmt.Errorf("%s: -timeout %v: the test binary hung outside of any test and was stopped", x.pkg, x.opts.Timeout)
	case p.late && p.last == timeOver: // it could not even say so
		x.finish(result.Incomplete, timeOver)
		return false, nil
	case p.late:
		x.current.Elapsed = time.Since(x.began).Seconds()
		x.finish(result.Incomplete, fmt.Sprintf("-timeout %v: the running execution, or its analysis, did not end and was stopped", x.opts.Timeout))
		return false, nil
	case p.gone:
		x.finish(result.Incomplete, "its process ended while it was set aside")
		return true, nil
	case p.err != nil:
		return false, p.err
	case x.current != nil && x.left != nil:
		return true, x.share(x.length)
	case x.current == nil && ex.Code == result.StoppedExit && (begun || x.late()):
		return true, nil
	case x.current == nil:
		return p.waits, x.between(ex)
	}
	return true, x.died(ex)
}

// setAside sets the running test aside in its process. If that cannot be, the test goes on for its share of the time, and then ends.
func (x *exploration) setAside(p *process, bytes int64) (again bool, err error) {
	first := !p.waits
	p.waits = true
	switch {
	case p.last != "" || x.late():
		x.tell(p, result.Turn{End: cmp.Or(p.last, timeOver)})
		return x.listen(p)
	case first && x.failing != nil: // the user waits for it
		x.tell(p, result.Turn{Time: min(cmp.Or(x.shared(), math.MaxInt64), int64(x.opts.Simplify))})
		return x.listen(p)
	case x.alone != "":
		p.last = x.alone
	case !x.room.Enter(bytes):
		p.last = "its share of the time given by -timeout is over, and there is no room to set it aside"
	default:
		p.test, p.since, p.bytes = x.begun, time.Now(), bytes
		x.begun = begun{}
		x.aside = append(x.aside, p)
		if p.group > 0 {
			toolchain.Stop(p.group)
		}
		return len(x.unbegun()) > 0, nil
	}
	x.tell(p, result.Turn{Time: x.shared()})
	return x.listen(p)
}

// shared returns the running test's share of the time that is left; 0 if it has no limit.
func (x *exploration) shared() int64 {
	return limit(x.deadline) / int64(1+len(x.aside)+len(x.unbegun()))
}

// oneByOne ends the tests that are set aside, each after its share of the time, because no other process of the package can begin a test
// meanwhile. From now on no test is set aside.
func (x *exploration) oneByOne() error {
	x.alone = "its share of the time given by -timeout is over, and the next test cannot be begun before its process ends"
	var divided []*process
	for len(x.aside) > 0 {
		p := x.aside[0]
		if p.divided {
			x.aside, divided = x.aside[1:], append(divided, p)
			continue
		}
		p.last = x.alone
		x.take()
		x.tell(p, result.Turn{Time: x.shared()})
		if _, err := x.listen(p); err != nil {
			return err
		}
	}
	x.aside = divided
	return nil
}

// giveUp stops the processes of the tests that are set aside, if the exploration has ended with an error.
func (x *exploration) giveUp(err error) {
	why := "heddle could not continue"
	if errors.Is(err, errInterrupted) {
		why = "interrupted"
	}
	for len(x.aside) > 0 {
		p := x.take()
		if p.divided {
			x.endRest(why)
			continue
		}
		p.stop()
		for e := range p.events {
			if e.ended {
				break
			}
		}
		p.orders.Close()
		x.finish(result.Incomplete, why)
	}
}
