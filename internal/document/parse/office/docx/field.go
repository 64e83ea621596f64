package docx

import (
	"regexp"
	"strings"
)

// maxField is the maximum length, in bytes, of a field code that is read.
const maxField = 1_000

// field is the field code in a paragraph that is being read. Where a nested field begins or
// ends, the code read before is dropped.
type field struct {
	reading bool // inside an element that contains code
	code    strings.Builder
	depth   int // number of open fields, of which each is nested in the one before
	link    int // depth of the field that began the open link of the paragraph; 0: none did
}

func (f *field) read(code string) {
	if f.code.Len()+len(code) <= maxField {
		f.code.WriteString(code)
	}
}

// hyperlink matches the field code of a link to an address outside the file.
var hyperlink = regexp.MustCompile(`^\s*HYPERLINK\s+"([^"]+)"`)

// linkOf returns the address in the field code of a link; empty for other fields.
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
		if link > 0 && link == p.field.depth { // not the end of a field within the text of the link
			p.link.End(&p.text)
			link = 0
		}
		p.field = field{depth: max(0, p.field.depth-1), link: link}
	}
}
