package html

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"heddle/result"
)

// browserEnv, when set, makes it a failure that there is no Chromium. CI sets it.
const browserEnv = "HEDDLE_NEEDS_CHROMIUM"

// A browser is a tab of Chromium.
type browser struct {
	t   *testing.T
	ctx context.Context
	dir string
}

// newBrowser starts Chromium. What pages write to the console is an error.
func newBrowser(t *testing.T) *browser {
	path, err := exec.LookPath("chromium")
	switch {
	case err == nil:
	case os.Getenv(browserEnv) != "":
		t.Fatal("there is no chromium in PATH: install Debian's package chromium")
	default:
		t.Skip("there is no chromium in PATH: pages are not tried in a browser")
	}
	ctx, cancel := context.WithTimeout(context.Background(), 4*time.Minute)
	t.Cleanup(cancel)
	options := []chromedp.ExecAllocatorOption{chromedp.ExecPath(path), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun, chromedp.UserDataDir(t.TempDir())}
	for _, name := range []string{"disable-quic", "disable-background-networking", "disable-component-update", "disable-sync", "disable-dev-shm-usage"} {
		options = append(options, chromedp.Flag(name, true))
	}
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	b := &browser{t: t, ctx: ctx, dir: t.TempDir()}
	b.do(chromedp.EmulateViewport(1200, 800))
	said := chromedp.Console(ctx)
	go func() {
		for m, err := range said {
			if err != nil {
				return
			}
			t.Errorf("the console has: %v", m)
		}
	}()
	t.Cleanup(func() { _ = chromedp.Cancel(ctx) })
	return b
}

func (b *browser) do(steps ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, steps...); err != nil {
		b.t.Fatal(err)
	}
}

// open opens the page on f.
func (b *browser) open(f *result.Failure, sources string) {
	b.t.Helper()
	name := filepath.Join(b.dir, "page.html")
	if err := os.WriteFile(name, []byte(written(b.t, sources, f)), 0o666); err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.Navigate("about:blank"), chromedp.Navigate("file://"+name))
}

// eval is the value of a JavaScript expression.
func eval[T any](b *browser, expression string) T {
	b.t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// is checks the value of an expression that is a string.
func (b *browser) is(expression, want string) {
	b.t.Helper()
	if got := eval[string](b, "String("+expression+")"); got != want {
		b.t.Errorf("%s: got %s, want %s", expression, got, want)
	}
}

func (b *browser) keys(keys ...string) {
	b.t.Helper()
	for _, k := range keys {
		b.do(chromedp.KeyEvent(k))
	}
}

func (b *browser) click(selector string) {
	b.t.Helper()
	b.is(fmt.Sprintf("document.querySelectorAll(%q).length", selector), "1")
	eval[string](b, fmt.Sprintf("document.querySelector(%q).click(), ''", selector))
}

const (
	currentRow = `document.querySelector("[aria-selected=true]")`
	currentOp  = currentRow + `.querySelector(".op").textContent`
	rowCount   = `document.querySelectorAll("#sizer .row").length`
	focus      = `document.activeElement.id`
)

// mixed is a failure with folded steps, a message and a race of orders.
func mixed(t *testing.T) (f *result.Failure, dir string) {
	file := sourceFile(t, 60, "	mu.Lock() // <b>")
	f = deadlock(file)
	for i := range 30 {
		f.Steps = append(f.Steps, result.Step{Thread: "0", Op: "Load", Object: fmt.Sprint("atomic ", i), Value: "7", Where: where(file, 20+i)})
	}
	f.Steps = append(f.Steps, result.Step{Thread: "0.1", Op: "send to 0", Object: "channel 1", Partner: "0", Where: where(file, 10), PartnerWhere: where(file, 11)})
	return f, filepath.Dir(file)
}

func TestBrowser(t *testing.T) {
	b := newBrowser(t)
	f, dir := mixed(t)

	t.Run("keys", func(t *testing.T) {
		b.t = t
		b.open(f, dir)
		b.is(currentOp, "0.1Lock mutex 1") // the first one that decides
		b.keys("j")
		b.is(currentOp, "0.2Lock mutex 2")
		b.is(`document.querySelector("#now .head").textContent`, "Step 4: 0.2 p.bdecides")
		b.is(`document.querySelector(".ln.here").dataset.line`, "8")
		b.is(`[...document.querySelectorAll(".ln.other")].map((e) => e.dataset.line).sort().join()`, "10,20") // where 0.1 and 0 go on
		b.keys("k", "k", "k", "k", "k")
		b.is(currentOp, "0Add waitgroup 1")
		b.is(`document.getElementById("previous").disabled`, "true")
		b.keys("d", "d")
		b.is(currentOp, "0.2Lock mutex 2")
		b.keys("D")
		b.is(currentOp, "0.1Lock mutex 1")
		b.keys("g")
		b.is(currentOp, "0.1send to 0 channel 1")
		b.is(`document.querySelectorAll("#list .arrow.message").length`, "1")
		b.is(`location.hash`, "#step-35")
		b.is(focus, "") // these keys need no focus
		b.is(`getComputedStyle(document.querySelector("#now")).display`, "block")
	})

	t.Run("list", func(t *testing.T) {
		b.t = t
		b.open(f, dir)
		b.click("a[data-step='3'], #first")
		eval[string](b, `document.getElementById("list").focus(), ""`)
		b.keys(kb.End)
		b.is(currentOp, "0.2waits for Lock mutex 1, held by 0.1")
		b.is(`document.getElementById("list").getAttribute("aria-activedescendant")`, eval[string](b, currentRow+".id"))
		b.is(`getComputedStyle(document.getElementById("list")).outlineStyle`, "solid")
		b.keys(kb.Home, kb.ArrowDown)
		b.is(`document.querySelector("#now .head").textContent`, "Step 2: 0 test")
		b.keys(kb.PageDown, kb.ArrowUp)
		if eval[string](b, currentRow+".id") == "item0" {
			t.Error("PageDown does not move")
		}
		b.keys(kb.Tab)
		if got := eval[string](b, focus); got == "list" {
			t.Error("Tab does not leave the list")
		}
	})

	t.Run("fold", func(t *testing.T) {
		b.t = t
		b.open(f, dir)
		folded := eval[int](b, rowCount)
		b.is(`document.getElementById("count").textContent`, "5 of 35 steps shown")
		b.is(`document.querySelector(".fold").textContent`, "▸ 30 steps seen by one goroutine only")
		b.click(".fold")
		if got := eval[int](b, rowCount); got < folded+20 {
			t.Errorf("unfolded there are %d rows, before %d", got, folded)
		}
		eval[string](b, `document.getElementById("list").focus(), ""`)
		b.keys(kb.Enter)
		b.is(rowCount, fmt.Sprint(folded))
		b.keys("e")
		b.is(`document.getElementById("count").textContent`, "35 steps")
		b.is(`document.getElementById("all").getAttribute("aria-pressed")`, "true")
		b.click("#all")
		b.is(rowCount, fmt.Sprint(folded))
	})

	t.Run("filter", func(t *testing.T) {
		b.t = t
		b.open(f, dir)
		lanes := `[...document.querySelectorAll("#heads span")].map((e) => e.textContent).join(" ")`
		b.is(lanes, " 0 0.1 0.2")
		b.click("#lanes [data-lane='3']")
		b.is(lanes, " 0 0.1")
		b.is(`[...document.querySelectorAll(".row .g")].some((e) => e.textContent === "0.2")`, "false")
		b.click("#lanes [data-lane='3']")
		b.is(lanes, " 0 0.1 0.2")
		object := eval[string](b, `[...document.querySelectorAll("#object option")].find((o) => o.textContent.startsWith("mutex 2")).value`)
		eval[string](b, fmt.Sprintf(`(() => { const s = document.getElementById("object"); s.value = %q; s.dispatchEvent(new Event("change")); return ""; })()`, object))
		b.is(`[...document.querySelectorAll(".row .op")].map((e) => e.textContent).join()`, "0.2Lock mutex 2,0.1waits for Lock mutex 2, held by 0.2")
		for _, lane := range []string{"1", "2", "3"} {
			b.click("#lanes [data-lane='" + lane + "']")
		}
		b.is(`document.querySelector("#sizer .text").textContent`, "Nothing to show: all is filtered out.")
		b.keys("j", "k", "d", "g", "e")
	})

	t.Run("width", func(t *testing.T) {
		b.t = t
		crowd, _ := mixed(t)
		for i := 3; i < 40; i++ { // more goroutines than there is room for
			path := fmt.Sprintf("0.%d.1", i)
			crowd.Threads = append(crowd.Threads, result.Thread{Path: path, Name: "example.com/a/very/long/path.(*Type).aVeryLongFunction.func1"})
			crowd.Steps = append(crowd.Steps, result.Step{Thread: path, Op: "Load", Object: "atomic 1", Value: strings.Repeat("9", 200)})
			crowd.Waits = append(crowd.Waits, result.Wait{Thread: path, For: "channel 7: receive"})
		}
		crowd.Message = strings.Repeat("verylongwordwithoutspaces", 20)
		for _, width := range []int64{320, 768, 1200} {
			for _, f := range []*result.Failure{f, crowd} {
				b.do(chromedp.EmulateViewport(width, 700))
				b.open(f, dir)
				b.is("document.documentElement.scrollWidth <= innerWidth", "true")
				b.is(`document.getElementById("list").offsetHeight > 100`, "true")
			}
		}
		b.do(chromedp.EmulateViewport(1200, 800))
	})

	t.Run("dark", func(t *testing.T) {
		b.t = t
		b.open(f, dir)
		// The contrast of every text with what is behind it, in each of the two schemes.
		const contrast = `(() => {
			const channel = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
			const parse = (c) => c.match(/[\d.]+/g).map(Number);
			const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
			const behind = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0.5) return c; } return [255, 255, 255]; };
			const bad = [];
			for (const e of document.querySelectorAll("body *")) {
				if (e.closest("svg, script, [hidden], noscript") || e.disabled || ![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim())) continue;
				const a = light(parse(getComputedStyle(e).color)), b = light(behind(e)), ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
				if (ratio < 4.5) bad.push(e.className + " " + e.textContent.slice(0, 20) + " " + ratio.toFixed(2));
			}
			return bad.join("; ");
		})()`
		seen := map[string]bool{}
		for _, scheme := range []string{"light", "dark"} {
			features := []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}
			if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: features}); err != nil {
				t.Fatal(err)
			}
			seen[eval[string](b, "getComputedStyle(document.body).backgroundColor")] = true
			b.is(contrast, "")
		}
		if len(seen) != 2 {
			t.Errorf("got backgrounds %v, want a dark one and a light one", seen)
		}
	})

	t.Run("print", func(t *testing.T) {
		b.t = t
		b.open(long(5000), dir)
		pdf, err := chromedp.Run(b.ctx, chromedp.PrintToPDF())
		if err != nil {
			t.Fatal(err)
		}
		pages := len(regexp.MustCompile(`/Type\s*/Page\b`).FindAll(pdf, -1))
		if pages < 2 || pages > 25 { // those around the current step only
			t.Errorf("got %d pages", pages)
		}
		b.is(`document.getElementById("sizer").offsetHeight > 100000`, "true")
		b.is(rowCount+" < 100", "true") // as before
		b.is(`document.getElementById("count").textContent`, "5000 steps")
	})

	// Where a test fails is marked, and shown first if no step decides.
	t.Run("fails", func(t *testing.T) {
		b.t = t
		f, dir := mixed(t)
		f.Kind, f.Waits, f.Deciding, f.Where = "panic", nil, nil, where(f.Steps[0].Where[0].File, 55)
		b.open(f, dir)
		b.is(currentRow+".id", "item0")
		b.is(`document.querySelector(".ln.fails").dataset.line`, "55")
		b.is(`(() => { const a = document.querySelector(".ln.fails").getBoundingClientRect(), b = document.getElementById("source").getBoundingClientRect(); return a.top > b.top && a.bottom < b.bottom; })()`, "true")
		b.keys("e")
		b.click("#first")
		b.keys("j")
		b.is(`document.querySelector(".ln.here").dataset.line`, "3")
	})

	t.Run("passing", func(t *testing.T) {
		b.t = t
		f, dir := mixed(t)
		b.open(f, dir)
		b.is(`document.getElementById("compare").hidden`, "true")
		f.Passing = &result.Passing{Threads: f.Threads, Steps: append(f.Steps[:3:3], result.Step{Thread: "0.1", Op: "Unlock", Object: "mutex 1", Where: f.Steps[2].Where})}
		b.open(f, dir)
		b.is(`document.getElementById("p-steps").hidden`, "true")
		b.click("#compare")
		const first, second = `document.querySelector("#list [aria-selected=true] .n").textContent`, `document.querySelector("#p-list [aria-selected=true] .n").textContent`
		b.is(first+" + "+second, "33")
		b.is(`[...document.querySelectorAll(".apart .n")].map((e) => e.textContent).join()`, "4,4")
		b.keys("k")
		b.is(first+" + "+second, "22") // they go together where they are the same
		b.keys("j", "j", "j")
		b.is(second, "3")
		eval[string](b, `document.getElementById("p-list").focus(), ""`)
		b.keys("j", "k", "k")
		b.is(second, "2")
		b.is("document.documentElement.scrollWidth <= innerWidth", "true")
		b.is(`new Set([...document.querySelectorAll("[id]")].map((e) => e.id)).size - document.querySelectorAll("[id]").length`, "0")
		b.click("#compare")
		b.is(`document.getElementById("p-steps").hidden`, "true")
		b.keys("j")
		b.is(`document.getElementById("compare").getAttribute("aria-pressed")`, "false")
	})

	// A large page is measured against a small one, whatever the machine is doing, and by the nodes that are there at once.
	t.Run("large", func(t *testing.T) {
		b.t = t
		const ready = `performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd`
		b.open(long(10), dir)
		small := eval[float64](b, ready)
		b.open(long(10_000), dir)
		large := eval[float64](b, ready)
		t.Logf("ready after %.0f ms; a page of 10 steps after %.0f ms", large, small)
		if large > 1000+20*small {
			t.Errorf("a page of 10,000 steps is ready after %.0f ms, one of 10 steps after %.0f ms", large, small)
		}
		b.keys("e")
		b.is(`document.getElementById("count").textContent`, "10000 steps")
		for _, key := range []string{kb.End, kb.Home, kb.PageDown} {
			eval[string](b, `document.getElementById("list").focus(), ""`)
			b.keys(key)
			if n := eval[int](b, `document.querySelectorAll("*").length`); n > 3000 {
				t.Errorf("there are %d nodes", n)
			}
		}
		eval[string](b, `(document.getElementById("list").scrollTop = 150000, "")`)
		b.do(chromedp.Sleep(100 * time.Millisecond))
		b.is(`[...document.querySelectorAll(".row")].some((e) => { const a = e.getBoundingClientRect(), b = document.getElementById("list").getBoundingClientRect(); return a.top >= b.top && a.bottom <= b.bottom; })`, "true")
	})

	// A page of a failure of which little is known is whole.
	t.Run("bare", func(t *testing.T) {
		b.t = t
		b.open(&result.Failure{Kind: "panic", Message: "boom", Execution: 1, Where: where("/none/x.go", 3)}, ".")
		b.is(`document.querySelector("h1").textContent`, "TestX panic")
		b.is(`document.querySelectorAll("#steps").length`, "0")
	})
}
