package primitives

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

func TestRun(t *testing.T) {
	check(t, func() string {
		var log tape
		ok := t.Run("sub", func(t *testing.T) {
			log.add(filepath.Base(t.Name()[:len("TestRun")]))
			parallel(func() { log.add("a") }, func() { log.add("b") })
		})
		return fmt.Sprint(log.String(), ok)
	}, "TestRunabtrue", "TestRunbatrue")
}

func TestRunNested(t *testing.T) {
	check(t, func() string {
		var log tape
		t.Run("outer", func(t *testing.T) {
			t.Cleanup(func() { log.add("C") })
			t.Run("inner", func(t *testing.T) {
				t.Cleanup(func() { log.add("c") })
				log.add("i")
			})
			log.add("o")
		})
		return log.String()
	}, "icoC")
}

func TestParallelSubtests(t *testing.T) {
	check(t, func() string {
		var log tape
		t.Run("group", func(t *testing.T) {
			for _, name := range []string{"a", "b"} {
				t.Run(name, func(t *testing.T) {
					t.Parallel()
					log.add(name)
				})
			}
			log.add("g")
		})
		return log.String()
	}, "gab", "gba")
}

func TestParallelSubtestsInteract(t *testing.T) {
	check(t, func() string {
		c := make(chan int)
		t.Run("group", func(t *testing.T) {
			t.Run("send", func(t *testing.T) { t.Parallel(); c <- 1 })
			t.Run("receive", func(t *testing.T) { t.Parallel(); <-c })
		})
		return "met"
	}, "met")
}

func TestCleanup(t *testing.T) {
	check(t, func() string {
		text := ""
		t.Run("sub", func(t *testing.T) {
			t.Cleanup(func() { text += "1" })
			t.Cleanup(func() {
				text += "2"
				t.Cleanup(func() { text += "3" })
			})
			defer func() { text += "d" }()
			text += "f"
		})
		return text
	}, "fd231")
}

func TestCleanupWaits(t *testing.T) {
	check(t, func() string {
		var log tape
		t.Run("sub", func(t *testing.T) {
			done := make(chan bool)
			go func() { log.add("g"); close(done) }()
			t.Cleanup(func() { <-done; log.add("c") })
		})
		return log.String()
	}, "gc")
}

func TestCleanupAfterParallel(t *testing.T) {
	check(t, func() string {
		var log tape
		t.Run("group", func(t *testing.T) {
			t.Cleanup(func() { log.add("c") })
			t.Run("sub", func(t *testing.T) { t.Parallel(); log.add("s") })
		})
		return log.String()
	}, "sc")
}

func TestContext(t *testing.T) {
	check(t, func() string {
		var ctx context.Context
		text := ""
		t.Run("sub", func(t *testing.T) {
			ctx = t.Context()
			text += fmt.Sprint(ctx.Err()) + " "
			t.Cleanup(func() { text += fmt.Sprint(ctx.Err()) })
		})
		return text
	}, "<nil> context canceled")
}

// A goroutine that the test's context ends.
func TestContextEndsGoroutine(t *testing.T) {
	check(t, func() string {
		var log tape
		t.Run("sub", func(t *testing.T) {
			ctx := t.Context()
			done := make(chan bool)
			go func() { defer close(done); <-ctx.Done(); log.add("ended") }()
			t.Cleanup(func() { <-done })
		})
		return log.String()
	}, "ended")
}

func TestContextOfTest(t *testing.T) {
	ctx := t.Context()
	go func() { <-ctx.Done() }()
	check(t, func() string { return fmt.Sprint(ctx.Err()) }, "<nil>")
}

func TestTempDir(t *testing.T) {
	checkFew(t, func() string {
		var dir string
		err := error(nil)
		t.Run("sub", func(t *testing.T) {
			dir = t.TempDir()
			err = os.WriteFile(filepath.Join(dir, "f"), []byte("x"), 0o666)
		})
		_, gone := os.Stat(dir)
		return fmt.Sprint(err, os.IsNotExist(gone))
	}, "<nil> true")
}

func TestTempDirParallel(t *testing.T) {
	checkFew(t, func() string {
		var a, b string
		t.Run("sub", func(t *testing.T) { parallel(func() { a = t.TempDir() }, func() { b = t.TempDir() }) })
		return fmt.Sprint(a != b)
	}, "true")
}

func TestDeadline(t *testing.T) {
	check(t, func() string {
		d, ok := t.Deadline()
		return fmt.Sprint(!ok || !d.IsZero())
	}, "true")
}

func TestSetenv(t *testing.T) {
	check(t, func() string {
		text := ""
		t.Run("sub", func(t *testing.T) {
			t.Setenv("CONFORMANCE_X", "set")
			text += os.Getenv("CONFORMANCE_X")
		})
		_, ok := os.LookupEnv("CONFORMANCE_X")
		return fmt.Sprint(text, ok)
	}, "setfalse")
}

// The next execution does not see what one has set.
func TestSetenvOfTest(t *testing.T) {
	before := os.Getenv("CONFORMANCE_Y")
	t.Setenv("CONFORMANCE_Y", "set")
	check(t, func() string {
		var log tape
		parallel(func() { log.add("a") }, func() { log.add("b") })
		return before + log.String() + os.Getenv("CONFORMANCE_Y")
	}, "abset", "baset")
}

func TestChdir(t *testing.T) {
	checkFew(t, func() string {
		before, _ := os.Getwd()
		var inside string
		t.Run("sub", func(t *testing.T) {
			t.Chdir("..")
			inside, _ = os.Getwd()
		})
		after, _ := os.Getwd()
		return fmt.Sprint(before == after, inside == filepath.Dir(before))
	}, "true true")
}

func TestSkip(t *testing.T) {
	check(t, func() string {
		text := ""
		ok := t.Run("sub", func(t *testing.T) {
			defer func() { text += fmt.Sprint(t.Skipped()) }()
			t.Skip("why")
		})
		return fmt.Sprint(text, ok)
	}, "truetrue")
}

func TestSkipAll(t *testing.T) {
	check(t, func() string { return "before" }, "before")
	t.Skip("what comes next is left out")
	t.Fatal("went on")
}

func TestLogIsNoInteraction(t *testing.T) {
	check(t, func() string {
		parallel(func() { t.Log("a"); t.Helper() }, func() { t.Logf("b %d", 1) })
		return "logged"
	}, "logged")
}

func TestOutput(t *testing.T) {
	check(t, func() string {
		parallel(func() { fmt.Fprintln(t.Output(), "a") }, func() { fmt.Fprint(t.Output(), "b") })
		return "written"
	}, "written")
}

func TestFatal(t *testing.T) {
	fail(t, func() { t.Fatal("no", 5) }, "fatal: no 5")
}

func TestErrorTwice(t *testing.T) {
	fail(t, func() {
		t.Error("first")
		t.Errorf("second %d", 2)
	}, "fatal: first; second 2")
}

func TestFatalInSubtest(t *testing.T) {
	fail(t, func() {
		t.Run("sub", func(t *testing.T) { t.Fatal("inside") })
	}, "fatal: inside")
}

func TestFatalInParallelSubtest(t *testing.T) {
	fail(t, func() {
		t.Run("sub", func(t *testing.T) { t.Parallel(); t.Fatal("inside") })
	}, "fatal: inside")
}

func TestFatalRunsDeferred(t *testing.T) {
	fail(t, func() {
		c := make(chan int)
		go func() { c <- 1 }()
		defer func() { t.Log("deferred", <-c) }()
		t.Fatal("now")
	}, "fatal: now; deferred 1")
}

// A panic that becomes a failure of the test.
func TestFatalOfRecovered(t *testing.T) {
	fail(t, func() {
		defer func() { t.Fatal("recovered:", recover()) }()
		panic("p")
	}, "fatal: recovered: p")
}

func TestErrorInGoroutine(t *testing.T) {
	fail(t, func() { parallel(func() { t.Error("there") }) }, "fatal: there")
}

func TestErrorInCleanup(t *testing.T) {
	fail(t, func() { t.Cleanup(func() { t.Error("cleaning") }) }, "fatal: cleaning")
}

func TestSetenvParallel(t *testing.T) {
	since126(t)
	die(t, func() {
		t.Run("group", func(t *testing.T) {
			t.Run("sub", func(t *testing.T) {
				t.Parallel()
				t.Setenv("CONFORMANCE_X", "set")
			})
		})
	}, "panic: testing: test using t.Setenv, t.Chdir, or cryptotest.SetGlobalRandom can not use t.Parallel")
}

func TestGoexitInTest(t *testing.T) {
	die(t, func() { runtime.Goexit() }, "panic: test executed panic(nil) or runtime.Goexit")
}

func TestPanicInSubtest(t *testing.T) {
	die(t, func() { t.Run("sub", func(t *testing.T) { panic("sub") }) }, "panic: sub")
}

func TestPanicInCleanup(t *testing.T) {
	die(t, func() {
		t.Run("sub", func(t *testing.T) { t.Cleanup(func() { panic("cleanup") }) })
	}, "panic: cleanup")
}

func TestExit(t *testing.T) {
	die(t, func() { os.Exit(3) }, "os.Exit(3) was called")
}

func TestExitInGoroutine(t *testing.T) {
	die(t, func() { parallel(func() { os.Exit(4) }) }, "os.Exit(4) was called")
}
