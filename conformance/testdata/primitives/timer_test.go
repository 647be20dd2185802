package primitives

import (
	"context"
	"fmt"
	"log"
	"testing"
	"time"
)

func TestTimerAtOnce(t *testing.T) {
	checkSlow(t, func() string {
		text := ""
		for _, d := range []time.Duration{0, -far} {
			<-time.After(d)
			text += "a"
		}
		done := make(chan bool)
		time.AfterFunc(0, func() { close(done) })
		<-done
		return text
	}, "aa")
}

func TestTimerAtOnceOrDefault(t *testing.T) {
	checkSlow(t, func() string {
		c := time.After(0)
		yield()
		select {
		case <-c:
			return "fired"
		default:
			return "default"
		}
	}, "fired", "default")
}

func TestTimerEqualDeadlines(t *testing.T) {
	checkSlow(t, func() string {
		var log tape
		done := make(chan bool, 2)
		time.AfterFunc(far, func() { log.add("a"); done <- true })
		time.AfterFunc(far, func() { log.add("b"); done <- true })
		<-done
		<-done
		return log.String()
	}, "ab", "ba")
}

func TestTimerResetByTwo(t *testing.T) {
	checkSlow(t, func() string {
		tm := time.NewTimer(100 * far)
		var a, b bool
		parallel(func() { a = tm.Reset(near) }, func() { b = tm.Stop() })
		if a && b {
			select {
			case <-tm.C:
				return "fired"
			case <-time.After(far):
				return "stopped"
			}
		}
		<-tm.C // stopped, then reset
		return "reset"
	}, "stopped", "reset")
}

// A deadline moves while the goroutine that it guards works.
func TestTimerWatchdog(t *testing.T) {
	checkSlow(t, func() string {
		barked := make(chan bool, 1)
		dog := time.AfterFunc(far, func() { barked <- true })
		for range 3 {
			time.Sleep(far / 2)
			dog.Reset(far)
		}
		if dog.Stop() {
			return "quiet"
		}
		<-barked
		return "barked"
	}, "quiet", natively+"barked")
}

func TestTimerContextOfContext(t *testing.T) {
	checkSlow(t, func() string {
		outer, cancel := context.WithTimeoutCause(context.Background(), far, fmt.Errorf("outer"))
		defer cancel()
		inner, cancelInner := context.WithTimeoutCause(outer, 100*far, fmt.Errorf("inner"))
		defer cancelInner()
		<-inner.Done()
		return fmt.Sprint(context.Cause(inner))
	}, "outer")
}

func TestTimerRetries(t *testing.T) {
	checkSlow(t, func() string {
		ctx, cancel := context.WithTimeout(context.Background(), 2*far)
		defer cancel()
		for i, wait := 0, far/4; ; i, wait = i+1, wait*2 {
			select {
			case <-time.After(wait):
			case <-ctx.Done():
				return fmt.Sprint(i, " retries")
			}
		}
	}, "3 retries", natively+"2 retries")
}

func TestTimerFromAnother(t *testing.T) {
	checkSlow(t, func() string {
		timers := make(chan *time.Timer)
		go func() { timers <- time.NewTimer(near) }()
		tm := <-timers
		<-tm.C
		return "fired"
	}, "fired")
}

func TestLogFatal(t *testing.T) {
	die(t, func() { log.New(new(tapeWriter), "", 0).Fatal("x") }, "os.Exit(1) was called")
}

type tapeWriter struct{ tape }

func (w *tapeWriter) Write(b []byte) (int, error) {
	w.add(string(b))
	return len(b), nil
}
