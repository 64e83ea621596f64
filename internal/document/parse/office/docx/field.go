package docx

import (
	"regexp"
	"strings"
)

// maxField bounds the code of a field that is read, in bytes.
const maxField = 1_000

// field is the code of a field of a paragraph that is being read. Of fields within
// fields only the inner code is kept.
type field struct {
	reading bool // inside of an element that holds code
	code    strings.Builder
	link    bool // the link of the paragraph is the field's
}

func (f *field) read(code string) {
	if f.code.Len()+len(code) <= maxField {
		f.code.WriteString(code)
	}
}

// hyperlink is the code of a link to a place outside of the file.
var hyperlink = regexp.MustCompile(`^\s*HYPERLINK\s+"([^"]+)"`)

// linkOf is where the code of a field leads; empty when it leads nowhere.
func linkOf(code string) string {
	if m := hyperlink.FindStringSubmatch(code); m != nil {
		return m[1]
	}
	return ""
}

// fieldChar is told of the marks of a field: its code stands between begin and
// separate, what it shows between separate and end.
func (p *wordPara) fieldChar(mark string) {
	switch mark {
	case "begin":
		p.field.code.Reset()
	case "separate":
		if to := linkOf(p.field.code.String()); to != "" {
			p.link.Begin(to, &p.text)
			p.field.link = true
		}
	case "end":
		if p.field.link {
			p.link.End(&p.text)
		}
		p.field = field{}
	}
}
