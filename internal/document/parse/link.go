package parse

import (
	"net/url"
	"slices"
	"strings"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

// maxAddress is the maximum length of an address added to the text, in bytes.
// Longer addresses are of no use to a reader.
const maxAddress = 300

// address returns the address of a link. It returns "", for example, for a link within the same file,
// and for any scheme other than those of web pages and mail.
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

// Link adds the addresses of links to a text, each after the link's text. The zero value
// has no open link.
type Link struct {
	to      string    // the address of the open link
	from    int       // position where the link's text begins
	written []zh.Span // positions where addresses were added
}

// Begin begins a link. The link's text is all text appended by the caller until End. If another
// link is still open, the address of that link is not added.
func (l *Link) Begin(href string, text *strings.Builder) {
	l.to, l.from = address(href), text.Len()
}

// End adds the address of the open link, unless the link's text is empty or contains the address.
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

// Without returns the text without the added addresses, for headings.
func (l *Link) Without(text string) string {
	for _, s := range slices.Backward(l.written) {
		text = text[:s.Start] + text[s.End:]
	}
	return text
}
