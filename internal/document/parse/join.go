package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// JoinLine appends a line to running text. If a hyphen divides a word at the line end, JoinLine removes
// the hyphen. Otherwise it inserts a space, but not between two characters for which Wide reports true.
func JoinLine(b *strings.Builder, line string) {
	line = strings.TrimSpace(line)
	if line == "" {
		return
	}
	have := b.String()
	switch {
	case have == "":
	case hyphenated(have, line):
		b.Reset()
		b.WriteString(strings.TrimRight(have, "-\u2010\u00ad"))
	case JoinsWithout(have, line):
	default:
		b.WriteByte(' ')
	}
	b.WriteString(line)
}

// JoinsWithout reports whether two lines are joined without a space. The first line ends with `a`,
// and the second begins with `b`.
func JoinsWithout(a, b string) bool {
	x, _ := utf8.DecodeLastRuneInString(a)
	y, _ := utf8.DecodeRuneInString(b)
	return Wide(x) && Wide(y)
}

// Wide reports whether r is a Chinese or Japanese character or Chinese punctuation. Text in such
// characters is written without spaces.
func Wide(r rune) bool {
	return r >= 0x2e80 && r <= 0x9fff && !unicode.Is(unicode.Hangul, r) || r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe4f || r >= 0xff00 && r <= 0xff60 || r >= 0x20000 && r <= 0x3ffff ||
		r >= 0x2014 && r <= 0x2026
}

// hyphenated reports whether a line ends with a hyphenated word that continues in the
// next line.
func hyphenated(have, line string) bool {
	end, w := utf8.DecodeLastRuneInString(have)
	if end != '-' && end != '\u2010' && end != '\u00ad' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(have[:len(have)-w])
	next, _ := utf8.DecodeRuneInString(line)
	return unicode.IsLower(before) && unicode.IsLower(next)
}
