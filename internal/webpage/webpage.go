// Package webpage requests and reads web pages: it has one client that refuses private addresses,
// and a reader that converts responses to text. It has no database. Addresses come from users,
// pages and search services, and the content comes from strangers, so sizes, depths and times are limited.
package webpage

import (
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// Page is a page that was read.
type Page struct {
	URL         string `json:"url"`                 // the final address, after redirects
	Canonical   string `json:"canonical,omitempty"` // the address stated by the page as its own, if it is on the same host; empty: URL
	Title       string `json:"title"`
	Site        string `json:"site"` // the site's name, otherwise its host
	Icon        string `json:"icon,omitempty"`
	Author      string `json:"author,omitempty"`
	Description string `json:"description,omitempty"`
	Language    string `json:"language,omitempty"`
	Text        string `json:"text"`                // one line per block
	Published   int64  `json:"published,omitempty"` // Unix milliseconds; 0: unknown

	// Units are the text, divided as by the parsers of files: into the pages of a PDF, otherwise into
	// sections. Each unit consists of blocks.
	Units []parsed.Unit `json:"units,omitempty"`
	Links []string      `json:"links,omitempty"` // normalised addresses of its links, each once; at most MaxLinks

	// NoIndex and NoFollow are the page's instructions to search engines: not to index it, and not to follow its
	// links.
	NoIndex  bool `json:"noIndex,omitempty"`
	NoFollow bool `json:"noFollow,omitempty"`

	// Partial is the reason why a part is missing, such as Paywall or TooLarge.
	Partial Reason `json:"partial,omitempty"`
}

// Limits of a page.
const (
	MaxChars = 400_000 // characters of text
	MaxLinks = 2_000
	maxTitle = 300 // characters of titles, names of sites and authors
	maxAbout = 1_000
)

// TextOf returns the text of units, one line per block.
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
