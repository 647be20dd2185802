package result

import (
	"encoding/binary"
	"reflect"
	"testing"
)

// choicesFile returns a choices file with these entries.
func choicesFile(execution uint64, entries string) []byte {
	data := make([]byte, ChoicesHeader+len(entries)+10)
	copy(data, ChoicesMagic)
	binary.LittleEndian.PutUint32(data[4:], uint32(len(entries)))
	binary.LittleEndian.PutUint64(data[8:], execution)
	copy(data[ChoicesHeader:], entries)
	return data
}

func TestParseChoices(t *testing.T) {
	execution, choices, err := ParseChoices(choicesFile(7, "0 0 - 0\n0.1 -1 - 0\n0.2 3 0.1 1\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := []Choice{{Thread: "0"}, {Thread: "0.1", Case: -1}, {Thread: "0.2", Case: 3, Partner: "0.1", PartnerCase: 1}}
	if execution != 7 || !reflect.DeepEqual(choices, want) {
		t.Errorf("got execution %d, %v, want 7, %v", execution, choices, want)
	}
}

func TestParseChoicesBeforeAnyExecution(t *testing.T) {
	execution, choices, err := ParseChoices(make([]byte, ChoicesSize))
	if execution != 0 || len(choices) != 0 || err != nil {
		t.Errorf("got %d, %v, %v, want nothing", execution, choices, err)
	}
}

func TestParseChoicesDamaged(t *testing.T) {
	long := choicesFile(1, "0 0 - 0\n")
	binary.LittleEndian.PutUint32(long[4:], 1<<20)
	for name, data := range map[string][]byte{
		"short":  []byte("HDLC"),
		"magic":  append([]byte("NOPE"), make([]byte, 20)...),
		"length": long,
		"fields": choicesFile(1, "0 0 -\n"),
		"number": choicesFile(1, "0 x - 0\n"),
	} {
		if _, _, err := ParseChoices(data); err == nil {
			t.Errorf("%s: got no error, want one", name)
		}
	}
}
