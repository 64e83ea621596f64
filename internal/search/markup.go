package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// beforeMarkup is how many characters before a snippet are also searched by `marks`. Markdown signs may begin there
// and end in the snippet.
const beforeMarkup = 200

// markup matches the Markdown signs of a line, and the marks of citations and footnotes. If a capturing group matches,
// a snippet shows the text of the group and leaves out the rest of the match.
var markup = regexp.MustCompile("" +
	`^[ \t]*\|?[ \t]*:?-{3,}[-:| \t]*$` + // the line under the head of a table, or a horizontal rule
	"|^[ \t]*```[^\n]*$" +
	`|^(?:[ \t]*(?:>|#{1,6}[ \t]|[-*+][ \t](?:[ \t]*\[[ xX]\][ \t])?))+` + // quote, heading, list
	`|!?\[([^\]\n^][^\]\n]*)\]\([^)\n]*\)` + // link, picture
	`|\[citation:\d+\]|\[\^[^\]\s]{1,40}\]:?` +
	"|\\*\\*+|~~+|`+|\\$\\$" +
	"|\\\\([!-/:-@\\[-`{-~])")

// markupSigns lists characters. A line without any of these characters has no match of `markup`. Most lines have none
// of them, and looking for the characters takes much less time than matching the pattern.
const markupSigns = "-`>#*+[~$\\"

// isMarkupSign reports whether r is one of markupSigns or separates the cells of a table.
func isMarkupSign(r rune) bool {
	return r < utf8.RuneSelf && strings.IndexByte(markupSigns+"|", byte(r)) >= 0
}

// marks finds the Markdown signs to leave out of a snippet, as sorted ranges of characters. It
// searches the characters between `from` and `to`, and up to beforeMarkup characters before them.
// Signs that overlap a hit stay in the snippet.
func marks(runes []rune, hits []span, from, to int) []span {
	start := max(0, from-beforeMarkup)
	if i := slices.Index(runes[start:from], '\n'); start > 0 && i >= 0 {
		start += i + 1
	}
	if !slices.ContainsFunc(runes[start:to], isMarkupSign) {
		return nil // most texts have no signs, and this check takes much less time than the search below
	}
	text := string(runes[start:to])
	var out []span
	leave := func(a, b int) {
		s := span{start + utf8.RuneCountInString(text[:a]), start + utf8.RuneCountInString(text[:b])}
		if s.from < s.to && !slices.ContainsFunc(hits, func(h span) bool { return h.from < s.to && s.from < h.to }) {
			out = append(out, s)
		}
	}
	at := 0
	for line := range strings.Lines(text) {
		marksIn(strings.TrimSuffix(line, "\n"), func(a, b int) { leave(at+a, at+b) })
		at += len(line)
	}
	slices.SortFunc(out, func(a, b span) int { return a.from - b.from })
	return out
}

// marksIn finds what to leave out of a line in a snippet. It calls `leave` for each range, in bytes.
func marksIn(line string, leave func(from, to int)) {
	if strings.ContainsAny(line, markupSigns) {
		for _, m := range markup.FindAllStringSubmatchIndex(line, -1) {
			at := m[0]
			for g := 2; g < len(m); g += 2 {
				if m[g] >= 0 {
					leave(at, m[g])
					at = m[g+1]
				}
			}
			leave(at, m[1])
		}
	}
	if strings.HasPrefix(strings.TrimLeft(line, " \t"), "|") { // a row of a table
		for at, c := range []byte(line) {
			if c == '|' {
				leave(at, at+1)
			}
		}
	}
}

// without returns the characters of runes[from:to] that are in none of the sorted
// ranges.
func without(runes []rune, ranges []span, from, to int) []rune {
	if len(ranges) == 0 {
		return runes[min(from, to):to]
	}
	var out []rune
	for _, r := range ranges {
		if r.to <= from || r.from >= to {
			continue
		}
		out = append(out, runes[from:max(from, r.from)]...)
		from = max(from, r.to)
	}
	return append(out, runes[min(from, to):to]...)
}
