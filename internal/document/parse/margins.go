package parse

import (
	"strings"
	"unicode"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxMargins is the maximum number of headers and footers kept per file.
const maxMargins = 50

// Margins collects the headers and footers of a file. Each text is kept once, even if many pages
// repeat it.
type Margins struct{ seen map[string]bool }

// Add adds a header or footer as a note, unless it consists only of a page number.
func (m *Margins) Add(c *Collector, s string) {
	if s = OneLine(Clean(s)); s == "" || m.seen[s] || len(m.seen) >= maxMargins || countsPages(s) {
		return
	}
	if m.seen == nil {
		m.seen = map[string]bool{}
	}
	m.seen[s] = true
	c.Add(parsed.Block{Kind: parsed.Note, Text: s})
}

// countsPages reports whether a line consists only of numbers, punctuation and the words around page
// numbers (page, of, 第, 共 and 页).
func countsPages(s string) bool {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return unicode.IsSpace(r) || unicode.IsPunct(r) || unicode.IsDigit(r) || unicode.IsSymbol(r) || strings.ContainsRune("第共页頁", r)
	})
	for _, w := range words {
		if w != "page" && w != "of" && strings.Trim(w, "ivxlc") != "" {
			return false
		}
	}
	return true
}
