// Package content defines the content of an exported file, independent of its format: texts in
// Markdown, their sources, and labels.
package content

import (
	"encoding/json"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/wenqu-ai/wenqu/internal/export/picture"
	"github.com/wenqu-ai/wenqu/internal/plot"
	"github.com/wenqu-ai/wenqu/internal/text"
)

// MaxHeading is the maximum length, in characters, of a title and of a heading made from a question.
const MaxHeading = 60

// Document is the content of a file.
type Document struct {
	Phrases     `json:"phrases"`
	Title       string
	Product     string
	Made        time.Time
	HandWritten bool // written by a person and not by a machine
	Parts       []Part
	Diagrams    picture.Drawings // the browser's drawings of the diagrams in the texts
	Locale      string           // language of the numbers in charts
	Charts      []plot.Chart     // the charts of the texts; code blocks of the language ChartBlock refer to them by index
}

// ChartBlock is the language of a code block that represents a chart; its text is the chart's
// index in Document.Charts.
const ChartBlock = "wenqu-chart"

// Chart returns the chart for a code block.
func (d *Document) Chart(language, text string) (plot.Chart, bool) {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if language != ChartBlock || err != nil || n < 0 || n >= len(d.Charts) {
		return plot.Chart{}, false
	}
	return d.Charts[n], true
}

// Part is a question with its answer.
type Part struct {
	Heading  string // empty for a single answer, and for a text without a question
	Question string // the question, unless Heading shows all of it, and then Attached; for a single answer only Attached
	Attached string // the line with the names of the question's files; empty without files
	Texts    []AnswerText
	Note     string // shown instead of the answer, or after an answer that did not end normally
	Sources  []Source
	Model    string
}

// AnswerText is an answer in Markdown; Name is its model when the part has answers by
// several models.
type AnswerText struct{ Name, Markdown string }

// Source is the target of [citation:N]. Number is N, so that the number in the file is the same
// as on the page.
type Source struct {
	Number           int
	Title, Site, URL string
}

// Has reports whether a source of the part has the given number. Citations without a source are
// removed, as on the page.
func (p Part) Has(number int) bool {
	for _, s := range p.Sources {
		if s.Number == number {
			return true
		}
	}
	return false
}

// MadeBy returns the line that states who made the file and when.
func (d *Document) MadeBy() string {
	return d.Product + " · " + d.Phrases.MadeOn + d.Made.Format(d.DateLayout)
}

// AIGCLabel returns the label required by GB 45438-2025 in the metadata of files with generated
// content. Label 1 means that the content is generated. Text written by a person has no label.
func (d *Document) AIGCLabel() string {
	if d.HandWritten {
		return ""
	}
	b, _ := json.Marshal(struct{ Label, ContentProducer string }{"1", d.Product}) // cannot fail for two strings
	return string(b)
}

// OneLine returns the beginning of s on one line, with … at the end when it was shortened.
func OneLine(s string, limit int) string {
	s = text.OneLine(Printable(s))
	if text.Len(s) <= limit {
		return s
	}
	return strings.TrimSpace(text.Cut(s, limit-1)) + "…"
}

// Printable removes the noncharacters U+FFFE and U+FFFF, and the control characters of ASCII except
// \n and \t. It replaces invalid UTF-8 with U+FFFD.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r == 0xfffe || r == 0xffff {
			return -1
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}

// SafeLink returns the address if a link may lead to it, and otherwise an empty string. A file is
// opened outside of the browser, where addresses such as javascript: or file: are dangerous.
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
