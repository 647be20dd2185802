package prog

import (
	"math/rand/v2"
	"strings"
	"testing"

	"heddle/model"
)

// everySort has the sorts for random programs of all sorts. Chan has twice the weight.
var everySort = []Sort{Atomic, Plain, Mutex, RWMutex, WaitGroup, Once, Cond, Chan, Chan, Timer, Test}

func TestTextFormRoundTrip(t *testing.T) {
	for seed := range uint64(500) {
		p := Random(rand.New(rand.NewPCG(seed, 1)), Shape{Threads: 4, Length: 4, Objects: 4, Sorts: everySort})
		text := p.String()
		q, err := Parse(text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if got := q.String(); got != text {
			t.Fatalf("seed %d: got\n%s\nwant\n%s", seed, got, text)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "no thread"},
		{"atomic x", "no thread"},
		{"integer x\nthread main", "line 1"},
		{"atomic x=a\nthread main", "line 1"},
		{"atomic x[0]\nthread main", "length of x"},
		{"timer t>c\nthread main", "channel of capacity 1"},
		{"delay\nthread main", "want one number"},
		{"thread main\nlock m", `no object "m"`},
		{"atomic x\nthread main\nlock x", "x is of sort atomic"},
		{"atomic x\nthread main\nload", "object is missing"},
		{"atomic x\nthread main\nr = load x 1", "too much"},
		{"thread main\nfly", "unknown instruction"},
		{"thread main\ngoto end", `no label "end"`},
		{"thread main\nif a == 1 goto end\nthread q", `no label "end"`},
		{"thread main\nif a = 1 goto end", "not a comparison"},
		{"thread main\nassert a", "want a comparison"},
		{"thread main\nspawn q", `no thread "q"`},
		{"thread main\nspawn", "want one name"},
		{"atomic x\nthread main\nselect recv x", "x is not a channel"},
		{"chan c:0\nthread main\nselect take c", "is not a case"},
	} {
		if _, err := Parse(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: got %v, want an error with %q", c.text, err, c.want)
		}
	}
}

// outcomes runs all interleavings of a program, and counts those that fail and those that end with a blocked thread.
func outcomes(t *testing.T, text string) (runs, failed, waiting int) {
	t.Helper()
	p, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	names := model.NewNames()
	m := NewMachine(p, names)
	if !Interleavings(p, names, 100000, func(path []model.Choice, states []model.State) {
		runs++
		if len(states[len(states)-1].Pending) > 0 {
			waiting++
		}
		if m.Run(path, func(*model.State) (model.Choice, bool) { return model.Choice{}, false }).Failed {
			failed++
		}
	}) {
		t.Fatalf("too many interleavings of\n%s", text)
	}
	return runs, failed, waiting
}

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		name, text            string
		runs, failed, waiting int
	}{
		{"one thread", "atomic x\nthread main\nadd x 1\nr = load x\nassert r == 1", 1, 0, 0},
		{"lost update", "atomic x\nthread main\nspawn p\nr = load x\nr = set r 1\nstore x r\nr = load x\nassert r != 0\nthread p\n" +
			"r = load x\nr = set r 1\nstore x r", 10, 0, 0},
		{"lock order", "mutex m n\nthread main\nspawn p\nlock m\nlock n\nthread p\nlock n\nlock m", 4, 0, 4},
		{"unlock of an unlocked mutex", "mutex m\nthread main\nunlock m\nnever", 1, 1, 0},
		{"a waiting writer stops readers", "rwmutex w\nthread main\nrlock w\nspawn p\nspawn q\nthread p\nannounce w\nacquire w\nthread q\nrlock w",
			2, 0, 2},
		{"swap and cas", "atomic x=3\nthread main\nr = swap x 4\nassert r == 3\nr = cas x 4 5\nassert r == 1\nr = cas x 4 6\nassert r == 0\n" +
			"r = load x\nassert r == 5", 1, 0, 0},
		{"values go through channels", "chan c:1 d:0\nthread main\nspawn p\nsend c 7\nr = recv d\nassert r == 8\nthread p\nr = recv c\nr = set r 1\n" +
			"send d r", 1, 0, 0},
		{"a closed channel", "chan c:1\nthread main\nsend c 7\nclose c\nr = recv c\nassert r == 7\nr = recv c\nassert r == 0\nsend c 1", 1, 1, 0},
		{"an array", "atomic a[3]=5\nthread main\ni = set 2 0\nstore a[i] 9\nr = load a[2]\nassert r == 9\nr = load a[0]\nassert r == 5", 1, 0, 0},
		{"out of range", "atomic a[3]\nthread main\ni = set 2 1\nstore a[i] 9", 1, 1, 0},
		{"once", "once o\nthread main\nr = oncebegin o\nassert r == 1\nspawn p\nonceend o\nthread p\nr = oncebegin o\nassert r == 0", 1, 0, 0},
		{"now", "timer t\nthread main\ntimerstart t 30\nwake t\nr = now\nassert r == 30", 1, 0, 0},
		{"a ticking channel", "chan c:1\ntimer t>c\nthread main\nspawn p\ntimerstart t 30\nr = recv c\nassert r == 30\nthread p\ntimerfire t", 1, 0, 0},
		{"a stopped timer", "timer t\nthread main\nspawn p\ntimerstart t 1000\nr = timerstop t\nassert r == 1\nthread p\ntimerfire t", 1, 0, 1},
		{"pick", "thread main\nr = pick 3\nassert r != 1", 3, 1, 0},
	} {
		runs, failed, waiting := outcomes(t, c.text)
		if runs != c.runs || failed != c.failed || waiting != c.waiting {
			t.Errorf("%s: got %d runs, %d failed, %d blocked, want %d, %d, %d", c.name, runs, failed, waiting, c.runs, c.failed, c.waiting)
		}
	}
}

// TestSharesOfDeadlocks checks that random programs deadlock and fail often enough to be worth exploring, and not
// always.
func TestSharesOfDeadlocks(t *testing.T) {
	programs, waiting, failed := 0, 0, 0
	for seed := range uint64(400) {
		p := Random(rand.New(rand.NewPCG(seed, 2)), Shape{Threads: 3, Length: 3, Objects: 3, Sorts: everySort})
		names := model.NewNames()
		m := NewMachine(p, names)
		waits, fails := false, false
		all := Interleavings(p, names, 200, func(path []model.Choice, states []model.State) {
			waits = waits || len(states[len(states)-1].Pending) > 0
			fails = fails || m.Run(path, func(*model.State) (model.Choice, bool) { return model.Choice{}, false }).Failed
		})
		if all {
			programs++
			if waits {
				waiting++
			}
			if fails {
				failed++
			}
		}
	}
	t.Logf("of %d programs %d can end with a blocked thread, %d can fail", programs, waiting, failed)
	if waiting < programs/5 || waiting > programs*9/10 || failed < programs/50 {
		t.Errorf("of %d programs %d can end with a blocked thread, %d can fail: want a fair mixture", programs, waiting, failed)
	}
}

func FuzzParse(f *testing.F) {
	f.Add("atomic x y=1 a[3]\nchan c:2\ntimer t\nthread main\nspawn p\nr = load a[r]\nif r == 0 goto end\nassert r != 2\nend:\nthread p\nclose c")
	f.Add("chan c:0\nthread main\nr = select send c 1 | recv c | default")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		q, err := Parse(p.String())
		if err != nil {
			t.Fatalf("%q: its text form: %v\n%s", text, err, p)
		}
		if got := q.String(); got != p.String() {
			t.Fatalf("%q: got\n%s\nwant\n%s", text, got, p)
		}
	})
}
