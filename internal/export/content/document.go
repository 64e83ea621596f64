// Package content is what an exported file says, before it has a format: the
// texts in Markdown, their sources, and the words that stand beside them.
package content

import (
	"encoding/json"
	"net/url"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/export/picture"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// MaxHeading is how much of a question stands in a heading, in characters.
const MaxHeading = 60

// Document is what a file says, before it has a format.
type Document struct {
	Phrases     `json:"phrases"`
	Title       string
	Product     string
	Made        time.Time
	HandWritten bool // a person wrote it, no machine
	Parts       []Part
	Diagrams    picture.Drawings // of the diagrams in the texts, where the page sent some
}

// Part is a question with its answer.
type Part struct {
	Heading  string // empty in the file of one answer, whose title is the question
	Question string // the whole question where the heading is only its beginning, and what was attached
	Attached string // the line that names the files of the question; empty without any
	Texts    []AnswerText
	Note     string // in place of the answer, or how it ended
	Sources  []Source
	Model    string
}

// AnswerText is Markdown; name says whose it is where there are several.
type AnswerText struct{ Name, Markdown string }

// Source is what [citation:N] refers to; number keeps N, so that the reader
// finds the same number as on the page.
type Source struct {
	Number           int
	Title, Site, URL string
}

// Has says whether number is one of the part's sources; a citation without one
// is left away, as on the page.
func (p Part) Has(number int) bool {
	for _, s := range p.Sources {
		if s.Number == number {
			return true
		}
	}
	return false
}

// MadeBy is the line that says who made the file and when.
func (d *Document) MadeBy() string {
	return d.Product + " · " + d.Phrases.MadeOn + d.Made.Format(d.DateLayout)
}

// AIGCLabel is the implicit label of generated content that GB 45438-2025 asks for
// in a file's metadata: Label 1 says that it is generated. What a person wrote
// has none.
func (d *Document) AIGCLabel() string {
	if d.HandWritten {
		return ""
	}
	b, _ := json.Marshal(struct{ Label, ContentProducer string }{"1", d.Product}) // two strings: it cannot fail
	return string(b)
}

// OneLine is the beginning of s on one line, with … where it was cut.
func OneLine(s string, limit int) string {
	s = text.OneLine(Printable(s))
	if text.Len(s) <= limit {
		return s
	}
	return strings.TrimSpace(text.Cut(s, limit-1)) + "…"
}

// Printable drops what no file can hold or show.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// SafeLink is where a link may lead, or nothing: a file that is opened outside
// of the browser must not hold javascript: or file: addresses.
func SafeLink(s string) string {
	u, err := url.Parse(s)
	if err != nil {
		return ""
	}
	switch strings.ToLower(u.Scheme) {
	case "http", "https":
		if u.Host == "" {
			return ""
		}
	case "mailto":
	default:
		return ""
	}
	return u.String()
}
