package html

import (
	"net/url"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/document/parsed"
)

// maxAddress is how many bytes an address may have that is written out; longer
// ones are made for machines.
const maxAddress = 300

// addressOf is where a link leads; empty for places in the same site and for
// programs.
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

// endLink writes where a link leads behind its words, unless they say it.
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
