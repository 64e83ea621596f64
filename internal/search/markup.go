package search

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// beforeMarkup is how many characters before a snippet are searched for the beginning
// of a mark that ends in the snippet.
const beforeMarkup = 200

var (
	// markup matches the Markdown signs around words. A group matches the part that is
	// shown.
	markup = regexp.MustCompile("(?m)" +
		`^[ \t]*\|?[ \t]*:?-{3,}[-:| \t]*$` + // the line under a table's head, a rule
		"|^[ \t]*```[^\n]*$" +
		`|^(?:[ \t]*(?:>|#{1,6}[ \t]|[-*+][ \t](?:[ \t]*\[[ xX]\][ \t])?))+` + // quote, heading, list
		`|!?\[([^\]\n^][^\]\n]*)\]\([^)\n]*\)` + // link, picture
		`|\[citation:\d+\]|\[\^[^\]\s]{1,40}\]:?` +
		"|\\*\\*+|~~+|`+|\\$\\$" +
		"|\\\\([!-/:-@\\[-`{-~])")
	tableRow = regexp.MustCompile(`(?m)^[ \t]*\|.*$`)
)

// marks finds the Markdown signs that a snippet leaves out, as sorted ranges of
// characters. It searches only the characters between from and to. A range that
// contains a hit is kept in the snippet.
func marks(runes []rune, hits []span, from, to int) []span {
	start := max(0, from-beforeMarkup)
	if i := slices.Index(runes[start:from], '\n'); start > 0 && i >= 0 {
		start += i + 1
	}
	text := string(runes[start:to])
	var out []span
	leave := func(a, b int) {
		s := span{start + utf8.RuneCountInString(text[:a]), start + utf8.RuneCountInString(text[:b])}
		if s.from < s.to && !slices.ContainsFunc(hits, func(h span) bool { return h.from < s.to && s.from < h.to }) {
			out = append(out, s)
		}
	}
	for _, m := range markup.FindAllStringSubmatchIndex(text, -1) {
		at := m[0]
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				leave(at, m[g])
				at = m[g+1]
			}
		}
		leave(at, m[1])
	}
	for _, row := range tableRow.FindAllStringIndex(text, -1) {
		for at := row[0]; ; at++ {
			i := strings.IndexByte(text[at:row[1]], '|')
			if i < 0 {
				break
			}
			at += i
			leave(at, at+1)
		}
	}
	slices.SortFunc(out, func(a, b span) int { return a.from - b.from })
	return out
}

// without returns the characters of runes[from:to] that are in none of the sorted
// ranges.
func without(runes []rune, ranges []span, from, to int) []rune {
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
