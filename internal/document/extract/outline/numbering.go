package outline

import (
	"strings"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/text"
)

// numberings are the numbering styles of headings, from the outermost level to the innermost. In
// dotted styles such as 1.1, each dot adds a level.
var numberings = []struct {
	pattern *text.Pattern
	dotted  bool // each dot is a level deeper
}{
	{text.NewPattern(`^第\s*[一二三四五六七八九十百零〇\d]+\s*[编篇部卷編](?:\s|[：:、]|\p{Han})`), false},
	{text.NewPattern(`^(?:第\s*[一二三四五六七八九十百零〇\d]+\s*[章讲講回课課]|(?i:chapter|part|appendix)\s+[\dA-Z]+\b|附[录錄件]\s*[一二三四五六七八九十\dA-Z]*)`), false},
	{text.NewPattern(`^(?:第\s*[一二三四五六七八九十百零〇\d]+\s*[节節]|(?i:section)\s+\d+\b)`), false},
	{text.NewPattern(`^第\s*[一二三四五六七八九十百零〇\d]+\s*[条條款]`), false},
	{text.NewPattern(`^[一二三四五六七八九十]{1,3}\s*[、．.]`), false},
	{text.NewPattern(`^[（(]\s*[一二三四五六七八九十]{1,3}\s*[）)]`), false},
	{text.NewPattern(`^\d{1,2}(?:\.\d{1,2}){0,4}(?:[、．.]\s*|\s+)[^\d\s%]`), true},
	{text.NewPattern(`^[（(]\s*\d{1,2}\s*[）)]`), false},
}

// Numbering finds the numbering style of a line. `row` is the index of the style in numberings. For
// a dotted style, `depth` is the number of dots between the digits. `ok` is false if the line does
// not begin with a number in one of the styles.
func Numbering(line string) (row, depth int, ok bool) {
	line = strings.TrimSpace(line)
	for i, n := range numberings {
		m := n.pattern.FindString(line)
		if m == "" {
			continue
		}
		if !n.dotted {
			return i, 0, true
		}
		number := m[:strings.IndexFunc(m, func(r rune) bool { return !(r == '.' || '0' <= r && r <= '9') })]
		return i, strings.Count(strings.TrimRight(number, "."), "."), true
	}
	return 0, 0, false
}

// maxHeading is the maximum length of a line that can be a heading, in characters.
const maxHeading = 40

// LooksLikeHeading reports whether a paragraph may be a heading: it begins with a number, is short,
// and has no punctuation that is typical of sentences. Some marks, such as colons and full stops in
// ASCII, count only at the end.
func LooksLikeHeading(text string) bool {
	if utf8.RuneCountInString(text) > maxHeading || strings.ContainsAny(text, "\n。；;！!？?，") {
		return false
	}
	if strings.HasSuffix(text, ".") || strings.HasSuffix(text, "：") || strings.HasSuffix(text, ":") || strings.HasSuffix(text, ",") {
		return false
	}
	_, _, ok := Numbering(text)
	return ok
}
