package papers

import (
	"testing"

	"heddle/prog"
)

func TestParse(t *testing.T) {
	for name := range programs {
		for n := 1; n <= 4; n++ {
			p, err := Program(name, n)
			if err != nil {
				t.Fatalf("%s %d: %v", name, n, err)
			}
			if q, err := prog.Parse(p.String()); err != nil || q.String() != p.String() {
				t.Errorf("%s %d: the text form changes: %v", name, n, err)
			}
		}
	}
	if _, err := Program("collatz", 1); err == nil {
		t.Error("collatz: got no error")
	}
}
