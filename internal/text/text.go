// Package text contains small helpers for text.
package text

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// Cut shortens s to at most n characters (runes).
func Cut(s string, n int) string {
	if n <= 0 {
		return ""
	}
	if len(s) <= n { // a character has at least one byte
		return s
	}
	for i := range s {
		if n == 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// CutBytes shortens s to at most n bytes without splitting a character.
func CutBytes(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// Len counts characters (runes).
func Len(s string) int { return utf8.RuneCountInString(s) }

// Width is the number of columns of s; a wide character, such as a Han character, has two.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += columns(r)
	}
	return n
}

func columns(r rune) int {
	switch width.LookupRune(r).Kind() {
	case width.EastAsianWide, width.EastAsianFullwidth:
		return 2
	}
	return 1
}

// CutWidth shortens s to at most n columns.
func CutWidth(s string, n int) string {
	for i, r := range s {
		if n -= columns(r); n < 0 {
			return s[:i]
		}
	}
	return s
}

// Storable removes what databases cannot store: NUL, and bytes that are not UTF-8.
func Storable(s string) string { return strings.ReplaceAll(strings.ToValidUTF8(s, ""), "\x00", "") }

// OneLine puts s on a single line: every run of white space becomes one space, and
// white space at both ends is removed.
func OneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
