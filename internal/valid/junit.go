// Package valid checks the files that heddle writes for other tools, for tests. Each function returns an error that says what is wrong.
package valid

import (
	"bytes"
	_ "embed"
	"encoding/xml"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/joshdk/go-junit"
)

//go:embed junit.xsd
var xsd []byte

// A schema is what junit.xsd uses of XML Schema.
type schema struct {
	Elements []element `xml:"element"`
}

type element struct {
	Name string `xml:"name,attr"`
	Type struct {
		Mixed      bool        `xml:"mixed,attr"`
		Children   []child     `xml:"sequence>element"`
		Attributes []attribute `xml:"attribute"`
	} `xml:"complexType"`
}

type child struct {
	Ref string `xml:"ref,attr"`
	Max string `xml:"maxOccurs,attr"`
}

type attribute struct {
	Name string `xml:"name,attr"`
	Type string `xml:"type,attr"`
	Use  string `xml:"use,attr"`
}

// A node is an element of a document.
type node struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Nodes   []node     `xml:",any"`
	Text    string     `xml:",chardata"`
}

// JUnit checks JUnit XML with the schema, and reads it as tools do.
func JUnit(text []byte) error {
	var s schema
	if err := xml.Unmarshal(xsd, &s); err != nil {
		return err
	}
	var root node
	if err := xml.Unmarshal(text, &root); err != nil {
		return err
	}
	if root.XMLName.Local != "testsuites" {
		return fmt.Errorf("the root is %s", root.XMLName.Local)
	}
	if err := s.check(&root); err != nil {
		return err
	}
	suites, err := junit.Ingest(text)
	if err != nil {
		return err
	}
	for _, s := range root.Nodes {
		i := slices.IndexFunc(suites, func(o junit.Suite) bool { return o.Name == s.attr("name") })
		if i < 0 {
			return fmt.Errorf("no reader finds %s", s.attr("name"))
		}
		t := suites[i].Totals
		for name, n := range map[string]int{"tests": t.Tests, "failures": t.Failed, "errors": t.Error, "skipped": t.Skipped} {
			if a := s.attr(name); a != strconv.Itoa(n) && (a != "" || n > 0) {
				return fmt.Errorf("%s: %s is %s, and a reader finds %d", s.attr("name"), name, a, n)
			}
		}
	}
	return nil
}

func (n *node) attr(name string) string {
	for _, a := range n.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// check checks n and all below it.
func (s *schema) check(n *node) error {
	i := slices.IndexFunc(s.Elements, func(e element) bool { return e.Name == n.XMLName.Local })
	if i < 0 {
		return fmt.Errorf("there is no element %s", n.XMLName.Local)
	}
	e := &s.Elements[i]
	if !e.Type.Mixed && strings.TrimSpace(n.Text) != "" {
		return fmt.Errorf("%s has text", e.Name)
	}
	for _, a := range e.Type.Attributes {
		has := slices.ContainsFunc(n.Attrs, func(x xml.Attr) bool { return x.Name.Local == a.Name })
		if a.Use == "required" && !has {
			return fmt.Errorf("%s has no %s", e.Name, a.Name)
		}
	}
	for _, x := range n.Attrs {
		k := slices.IndexFunc(e.Type.Attributes, func(a attribute) bool { return a.Name == x.Name.Local })
		if k < 0 {
			return fmt.Errorf("%s must not have %s", e.Name, x.Name.Local)
		}
		if err := value(e.Type.Attributes[k].Type, x.Value); err != nil {
			return fmt.Errorf("%s: %s: %w", e.Name, x.Name.Local, err)
		}
	}
	at, count := 0, 0
	for k := range n.Nodes {
		name := n.Nodes[k].XMLName.Local
		for at < len(e.Type.Children) && e.Type.Children[at].Ref != name {
			at, count = at+1, 0
		}
		if at == len(e.Type.Children) {
			return fmt.Errorf("%s must not have %s, or not there", e.Name, name)
		}
		if count++; count > 1 && e.Type.Children[at].Max != "unbounded" {
			return fmt.Errorf("%s has more than one %s", e.Name, name)
		}
		if err := s.check(&n.Nodes[k]); err != nil {
			return err
		}
	}
	return nil
}

// value checks the value of an attribute.
func value(kind, text string) (err error) {
	switch kind {
	case "xs:nonNegativeInteger":
		_, err = strconv.ParseUint(text, 10, 63)
	case "xs:decimal":
		if _, err = strconv.ParseFloat(text, 64); err == nil && bytes.ContainsAny([]byte(text), "eEnN") {
			err = fmt.Errorf("%s is no decimal", text)
		}
	case "xs:dateTime":
		_, err = time.Parse("2006-01-02T15:04:05", text)
	}
	return err
}
