package explore_test

import (
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"heddle/explore"
	"heddle/prog"
	"heddle/trace"
)

func bad(t *testing.T, p *prog.Program, d trace.Dependence) int {
	want := run(t, p, "sleep", explore.Options{Dependence: d, MaxExecutions: 3000})
	if want.result.Cut {
		return 0
	}
	if compare("source", run(t, p, "source", explore.Options{Dependence: d}), want.traces) != "" {
		return len(want.traces)
	}
	return 0
}

func without(p *prog.Program, b, i int) *prog.Program {
	q := *p
	q.Bodies = append([]prog.Body(nil), p.Bodies...)
	body := q.Bodies[b]
	code := append([]prog.Instr(nil), body.Code[:i]...)
	code = append(code, body.Code[i+1:]...)
	for k := range code {
		if (code[k].Verb == prog.If || code[k].Verb == prog.Goto) && code[k].Target > i {
			code[k].Target--
		}
	}
	body.Lines = append([]prog.Label(nil), body.Lines...)
	for k := range body.Lines {
		if body.Lines[k].At > i {
			body.Lines[k].At--
		}
	}
	body.Code = code
	q.Bodies[b] = body
	return &q
}

func shrink(t *testing.T, p *prog.Program, d trace.Dependence) *prog.Program {
again:
	for b := range p.Bodies {
		for i := range p.Bodies[b].Code {
			if q := without(p, b, i); bad(t, q, d) > 0 {
				p = q
				goto again
			}
			if n := len(p.Bodies[b].Code[i].Cases); n > 1 {
				for k := range n {
					q := without(p, b, i)
					q.Bodies[b].Code = append([]prog.Instr(nil), p.Bodies[b].Code...)
					q.Bodies[b].Lines = p.Bodies[b].Lines
					in := &q.Bodies[b].Code[i]
					in.Cases = append(append([]prog.Case(nil), in.Cases[:k]...), in.Cases[k+1:]...)
					if bad(t, q, d) > 0 {
						p = q
						goto again
					}
				}
			}
		}
	}
	return p
}

func TestShrink(t *testing.T) {
	theme := os.Getenv("THEME")
	if theme == "" {
		t.Skip()
	}
	from, _ := strconv.Atoi(os.Getenv("FROM"))
	n, _ := strconv.Atoi(os.Getenv("N"))
	found := 0
	for seed := uint64(from); seed < uint64(from+n); seed++ {
		p := prog.Random(rand.New(rand.NewPCG(seed, 8)), prog.Shape{Threads: 5, Length: 4, Objects: 4, Sorts: themes[theme]})
		d := trace.Dependence(seed % 2)
		if bad(t, p, d) > 0 {
			q := shrink(t, p, d)
			missing(t, q, d)
			t.Logf("seed %d (%s): %d traces\n%s", seed, d, bad(t, q, d), q)
			if found++; found == 3 {
				return
			}
		}
	}
}

func missing(t *testing.T, p *prog.Program, d trace.Dependence) {
	got := run(t, p, "source", explore.Options{Dependence: d})
	names := trace.NewNames()
	explore.Run(prog.NewMachine(p, names), "sleep", explore.Options{Dependence: d, Names: names, Preemptions: -1}, func(x *explore.Execution) bool {
		if x.Maximal {
			s := ""
			for i, c := range x.Choices() {
				s += " " + names.Path(c.Thread) + ":" + strconv.Itoa(int(x.Trace().Op(i).Kind)) + "/" + strconv.Itoa(int(c.Case))
			}
			t.Log(got.traces[x.Hash()], s)
		}
		return true
	})
	explore.Run(prog.NewMachine(p, names), "source", explore.Options{Dependence: d, Names: names, Preemptions: -1}, func(x *explore.Execution) bool {
		s := ""
		for i, c := range x.Choices() {
			s += " " + names.Path(c.Thread) + ":" + strconv.Itoa(int(x.Trace().Op(i).Kind)) + "/" + strconv.Itoa(int(c.Case))
		}
		t.Log("source", x.Blocked, s)
		return true
	})
}
