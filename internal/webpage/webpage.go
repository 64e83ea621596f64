// Package webpage requests and reads pages of the web: one guarded client, and
// a reader that makes text of what comes. It has no database. Addresses come
// from people, pages and search services, and content from strangers: every
// size, depth and time is bounded.
package webpage

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Page is a page that was read.
type Page struct {
	URL         string `json:"url"`                 // where it was found, after redirects
	Canonical   string `json:"canonical,omitempty"` // the address that it calls its own; empty: URL
	Title       string `json:"title"`
	Site        string `json:"site"` // the site's name, else its host
	Icon        string `json:"icon,omitempty"`
	Author      string `json:"author,omitempty"`
	Description string `json:"description,omitempty"`
	Language    string `json:"language,omitempty"`
	Text        string `json:"text"`                // a line for each block
	Published   int64  `json:"published,omitempty"` // Unix milliseconds; 0: unknown

	// Units are the same text in blocks, as readers of files give it: pages of a
	// PDF, sections of others.
	Units []parsed.Unit `json:"units,omitempty"`
	Links []string      `json:"links,omitempty"` // where it leads, each once, normal; at most MaxLinks

	// NoIndex and NoFollow are what the page asks of search engines: that it is
	// not found by them, and that its links are not followed.
	NoIndex  bool `json:"noIndex,omitempty"`
	NoFollow bool `json:"noFollow,omitempty"`

	// Partial says why not all of it is here, such as Paywall or TooLarge.
	Partial Reason `json:"partial,omitempty"`
}

// Bounds of a page.
const (
	MaxChars = 400_000 // runes of text
	MaxLinks = 2_000
	maxTitle = 300 // runes of titles, names of sites and authors
	maxAbout = 1_000
)

// TextOf is the text of units, a line for each block.
func TextOf(units []parsed.Unit) string {
	var b strings.Builder
	for i, u := range units {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(u.Text())
	}
	return b.String()
}
