package html

import (
	"net/url"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxAddress is the longest address, in bytes, that is written out; longer ones mean
// nothing to a reader.
const maxAddress = 300

// addressOf is the address of a link; empty for a link within the same site and for
// schemes other than those of pages and mail.
func addressOf(href []byte) string {
	s := strings.TrimSpace(string(href))
	if len(s) > maxAddress || strings.ContainsAny(s, " \n\t") {
		return ""
	}
	for _, scheme := range []string{"https://", "http://", "mailto:"} {
		if len(s) > len(scheme) && strings.EqualFold(s[:len(scheme)], scheme) {
			return scheme + s[len(scheme):]
		}
	}
	return ""
}

// endLink writes the address of a link behind its words, unless the words are the
// address.
func (p *Page) endLink() {
	link, from := p.link, p.linkFrom
	p.link = ""
	if link == "" || from > p.text.Len() || p.kind == parsed.Title {
		return
	}
	words := strings.TrimSpace(p.text.String()[from:])
	_, bare, _ := strings.Cut(link, ":")
	bare = strings.Trim(bare, "/")
	if words == "" || strings.Contains(words, bare) {
		return
	}
	if plain, err := url.PathUnescape(bare); err == nil && strings.Contains(words, plain) {
		return
	}
	p.text.WriteString(" (" + strings.TrimPrefix(link, "mailto:") + ")")
}
