package heddle

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"heddle/model"
)

// notFound are the kinds whose gates need no found, although they can be blocked or change a Status, and why.
var notFound = map[string]string{
	"Send": "channelObject reads the channel", "Recv": "channelObject reads the channel",
	"Close": "channelObject reads the channel", "Select": "channelObject reads the channels",
	"CondWait":   "no Status knows who waits",
	"Never":      "it has no object",
	"TimerStart": "the clock is as if new", "TimerStop": "the clock is as if new", "TimerFire": "the clock is as if new",
	"Wake": "the clock is as if new", "Return": "the clock is as if new",
}

// TestGates compares the table of gates with package model. Package sched links with a patched runtime only, so the table is read from
// its source.
func TestGates(t *testing.T) {
	table := gateTable(t)
	for k, name := range kindNames(t) {
		kind, gate := model.Kind(k), table[name]
		if enabled := kind.Blocks() && !kind.Alternatives(); gate["enabled"] != enabled {
			t.Errorf("sched/gates.go: %s: there is an enabled: %v; model/blocking.go wants one: %v", name, gate["enabled"], enabled)
		}
		needs := kind.Blocks() || changes(kind)
		switch _, excepted := notFound[name]; {
		case needs && !gate["found"] && !excepted:
			t.Errorf("sched/gates.go: %s has no found: an object that exists before its first operation would be taken as new", name)
		case excepted && (gate["found"] || !needs):
			t.Errorf("notFound has %s without need", name)
		}
	}
}

// changes says whether an operation of kind k changes some small Status.
func changes(k model.Kind) bool {
	for i := range int32(4 * 4 * 3) {
		s := model.Status{N: i % 4, Taken: i/4%2 > 0, Closed: i/8%2 > 0}
		a := model.Action{Kind: k, Arg: int64(i/16) - 1, Cap: 3}
		if s.Allows(a) && s.After(a) != s {
			return true
		}
	}
	return k == model.Select // as a Send or a Recv
}

// kindNames are the names of the kinds in model/op.go, in their order.
func kindNames(t *testing.T) (names []string) {
	ast.Inspect(parse(t, "model/op.go"), func(n ast.Node) bool {
		if d, ok := n.(*ast.GenDecl); ok && d.Tok == token.CONST && d.Specs[0].(*ast.ValueSpec).Names[0].Name == "None" {
			for _, s := range d.Specs[:model.NumKinds] {
				names = append(names, s.(*ast.ValueSpec).Names[0].Name)
			}
		}
		return true
	})
	if names == nil {
		t.Fatal("model/op.go: there are no kinds")
	}
	return names
}

// gateTable are the columns that each kind has in the table in sched/gates.go.
func gateTable(t *testing.T) map[string]map[string]bool {
	table := map[string]map[string]bool{}
	ast.Inspect(parse(t, "sched/gates.go"), func(n ast.Node) bool {
		line, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		kind, ok := line.Key.(*ast.SelectorExpr)
		gate, isGate := line.Value.(*ast.CompositeLit)
		if !ok || !isGate {
			return true
		}
		columns := map[string]bool{}
		for _, e := range gate.Elts {
			columns[e.(*ast.KeyValueExpr).Key.(*ast.Ident).Name] = true
		}
		table[kind.Sel.Name] = columns
		return true
	})
	if len(table) == 0 {
		t.Fatal("sched/gates.go: there are no gates")
	}
	return table
}

func parse(t *testing.T, file string) *ast.File {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return f
}
