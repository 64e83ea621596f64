package retrieve

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// maxHeading is the maximum length of a heading in a path, in characters.
const maxHeading = 80

type heading = parsed.Heading

// path contains the headings above a place, outermost first.
type path []heading

// under returns the path of the text below a heading. Level 0 is the name of the unit
// itself.
func (p path) under(level int, name string) path {
	name = text.Cut(text.OneLine(name), maxHeading)
	if name == "" {
		return p
	}
	out := make(path, 0, len(p)+1)
	for _, h := range p {
		if h.Level < level {
			out = append(out, h)
		}
	}
	return append(out, heading{Level: level, Text: name})
}

// stored encodes the path for the database: one line per heading, with one # more than
// its level.
func (p path) stored() string {
	var b strings.Builder
	for i, h := range p {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(strings.Repeat("#", h.Level+1))
		b.WriteByte(' ')
		b.WriteString(h.Text)
	}
	return b.String()
}

func readPath(stored string) path {
	var p path
	for line := range strings.Lines(stored) {
		marks, name, ok := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		if ok {
			p = append(p, heading{Level: len(marks) - 1, Text: name})
		}
	}
	return p
}

// shown returns the path as text for people.
func (p path) shown() string {
	names := make([]string, len(p))
	for i, h := range p {
		names[i] = h.Text
	}
	return strings.Join(names, " › ")
}

// goesOn reports whether a unit continues the text of the previous unit. The headings of the previous
// unit then apply to both units. Only a page or section without a name continues the previous unit.
func goesOn(u parsed.Unit) bool {
	return u.Name == "" && (u.Kind == parsed.Page || u.Kind == parsed.Section)
}
