package result

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// The choices file holds the choices of the running execution so far, and survives the process if it dies. It begins
// with a header: ChoicesMagic; the length of the entries in bytes, a little-endian uint32; the number of the execution,
// a little-endian uint64. The entries follow, one line "path case partner partnerCase" for each choice, with "-" for no
// partner.
const (
	ChoicesMagic  = "HDLC"
	ChoicesHeader = 16
	ChoicesSize   = 4 << 20
)

// ParseChoices parses the content of a choices file. It returns the number of the execution, 0 if none has begun, and
// its choices.
func ParseChoices(data []byte) (execution int, choices []Choice, err error) {
	if len(data) < ChoicesHeader {
		return 0, nil, errors.New("choices file: shorter than its header")
	}
	if bytes.Equal(data[:ChoicesHeader], make([]byte, ChoicesHeader)) {
		return 0, nil, nil
	}
	if string(data[:4]) != ChoicesMagic {
		return 0, nil, errors.New("choices file: it does not begin with " + ChoicesMagic)
	}
	length := int(binary.LittleEndian.Uint32(data[4:]))
	execution = int(binary.LittleEndian.Uint64(data[8:]))
	if length > len(data)-ChoicesHeader {
		return 0, nil, fmt.Errorf("choices file: %d bytes of entries, room for %d", length, len(data)-ChoicesHeader)
	}
	for line := range strings.Lines(string(data[ChoicesHeader : ChoicesHeader+length])) {
		c, err := parseChoice(line)
		if err != nil {
			return 0, nil, fmt.Errorf("choices file: entry %d: %w", len(choices)+1, err)
		}
		choices = append(choices, c)
	}
	return execution, choices, nil
}

func parseChoice(line string) (Choice, error) {
	fields := strings.Fields(line)
	if len(fields) != 4 {
		return Choice{}, fmt.Errorf("%q has %d fields, want 4", line, len(fields))
	}
	c := Choice{Thread: fields[0], Partner: fields[2]}
	if c.Partner == "-" {
		c.Partner = ""
	}
	var err1, err2 error
	c.Case, err1 = strconv.Atoi(fields[1])
	c.PartnerCase, err2 = strconv.Atoi(fields[3])
	return c, errors.Join(err1, err2)
}
