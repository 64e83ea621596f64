package docx

import (
	"regexp"
	"strings"
)

// maxField is the maximum length of a field code, in bytes.
const maxField = 1_000

// field is the state of reading the fields of a paragraph. When a field begins or ends, the code
// read so far is dropped.
type field struct {
	reading bool // inside an element that contains code
	code    strings.Builder
	depth   int // number of open fields, nested in each other
	link    int // depth of the field whose link is open; 0: no such field
}

func (f *field) read(code string) {
	if f.code.Len()+len(code) <= maxField {
		f.code.WriteString(code)
	}
}

// hyperlink matches the field code of a link to an address outside the file.
var hyperlink = regexp.MustCompile(`^\s*HYPERLINK\s+"([^"]+)"`)

// linkOf returns the address in the field code of a link, or "" for any other field.
func linkOf(code string) string {
	if m := hyperlink.FindStringSubmatch(code); m != nil {
		return m[1]
	}
	return ""
}

// fieldChar handles the marks of a field: its code is between begin and separate, its
// displayed text between separate and end.
func (p *wordPara) fieldChar(mark string) {
	switch mark {
	case "begin":
		p.field.depth++
		p.field.code.Reset()
	case "separate":
		if to := linkOf(p.field.code.String()); to != "" {
			p.link.Begin(to, &p.text)
			p.field.link = p.field.depth
		}
	case "end":
		link := p.field.link
		if link > 0 && link == p.field.depth { // the field with the link ends, not a field nested in it
			p.link.End(&p.text)
			link = 0
		}
		p.field = field{depth: max(0, p.field.depth-1), link: link}
	}
}
