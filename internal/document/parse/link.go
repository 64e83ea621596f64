package parse

import (
	"net/url"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

// maxAddress is the longest address, in bytes, that is written out; longer ones mean
// nothing to a reader.
const maxAddress = 300

// address is the address of a link; empty for a link within the same file and for
// schemes other than those of pages and mail.
func address(href string) string {
	s := strings.TrimSpace(href)
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

// Link writes the addresses of the links of a text, each behind the words of its link.
// The zero value has no open link.
type Link struct {
	to      string    // the address of the open link
	from    int       // where its words begin in the text
	written []zh.Span // where addresses were written
}

// Begin begins a link whose words come next in the text. A link that is open gets no
// address.
func (l *Link) Begin(href string, text *strings.Builder) {
	l.to, l.from = address(href), text.Len()
}

// End writes the address of the open link, unless the words are the address.
func (l *Link) End(text *strings.Builder) {
	to := l.to
	l.to = ""
	if to == "" || l.from > text.Len() {
		return
	}
	words := strings.TrimSpace(text.String()[l.from:])
	_, bare, _ := strings.Cut(to, ":")
	bare = strings.Trim(bare, "/")
	if words == "" || strings.Contains(words, bare) {
		return
	}
	if plain, err := url.PathUnescape(bare); err == nil && strings.Contains(words, plain) {
		return
	}
	at := text.Len()
	text.WriteString(" (" + strings.TrimPrefix(to, "mailto:") + ")")
	l.written = append(l.written, zh.Span{Start: at, End: text.Len()})
}

// Without is the text without the addresses that were written in it, for headings.
func (l *Link) Without(text string) string {
	for _, s := range slices.Backward(l.written) {
		text = text[:s.Start] + text[s.End:]
	}
	return text
}
