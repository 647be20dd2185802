package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
)

// A sealed file has one line: {"Checksum":"sha256:...","Content":...}. The checksum is that of the bytes of the content.
const (
	sealHead = `{"Checksum":"`
	sealMid  = `","Content":`
	sealEnd  = "}\n"
)

func sum(content []byte) string { return fmt.Sprintf("sha256:%x", sha256.Sum256(content)) }

// Seal returns the text of a file that holds v, as JSON with a checksum.
func Seal(v any) ([]byte, error) {
	content, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return []byte(sealHead + sum(content) + sealMid + string(content) + sealEnd), nil
}

// Unseal sets v to what a file holds that Seal has made. Its error says what is wrong with a file that is not, byte for byte, what Seal
// returned.
func Unseal(text []byte, v any) error {
	rest, ok := bytes.CutPrefix(text, []byte(sealHead))
	if !ok {
		var old struct {
			Version int
			Heddle  string
		}
		if json.Unmarshal(text, &old) == nil && old.Version > 0 {
			return fmt.Errorf("it has no checksum: it is from heddle %s, format %d", old.Heddle, old.Version)
		}
		return errors.New("it does not begin with a checksum, so it is damaged, from an older heddle, or no such file at all")
	}
	sealed, rest, ok := bytes.Cut(rest, []byte(sealMid))
	content, whole := bytes.CutSuffix(rest, []byte(sealEnd))
	switch {
	case !ok || !whole:
		return errors.New("it is damaged: a part of it is missing")
	case string(sealed) != sum(content):
		return errors.New("it is damaged: its checksum does not fit what it says")
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	return d.Decode(v)
}
