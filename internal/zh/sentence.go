package zh

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Span is a range of bytes in a text.
type Span struct{ Start, End int }

// Of is the part of text in the range.
func (s Span) Of(text string) string { return text[s.Start:s.End] }

const (
	// sentenceClosers belong to the sentence before them.
	sentenceClosers = "”’」』）)】》〉\"'"
)

// EndsSentence reports whether r is a mark that ends sentences. It returns false for '.', which
// also occurs in numbers and abbreviations; see EndsAtPoint.
func EndsSentence(r rune) bool {
	switch r {
	case '。', '！', '？', '!', '?', '…':
		return true
	}
	return false
}

// ClosesSentence reports whether r is a closing mark, such as a quotation mark, that belongs to the
// sentence before it.
func ClosesSentence(r rune) bool { return strings.ContainsRune(sentenceClosers, r) }

// Bounds for detecting paragraphs whose lines are wrapped by hand.
const (
	shortLine       = 0.7 // a line shorter than this share of the longest line ends its paragraph
	hardWrapColumns = 20  // lines are wrapped by hand only if the longest line has at least this many characters
)

// Sentences cuts a text into its sentences, unchanged except for the white space around
// them. If lines are wrapped by hand, a sentence may continue on the next line. item
// reports whether a line begins a list item or a heading; such a line ends the sentence
// before it.
func Sentences(text string, item func(line string) bool) []string {
	var out []string
	longest := longestLine(text)
	start, lineStart := 0, 0
	cut := func(end int) {
		if s := strings.TrimSpace(text[start:end]); s != "" {
			out = append(out, s)
		}
		start = end
	}
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		next := i + size
		switch {
		case EndsSentence(r), r == '.' && EndsAtPoint(text, i):
			for next < len(text) {
				c, n := utf8.DecodeRuneInString(text[next:])
				if !EndsSentence(c) && !ClosesSentence(c) && c != '.' {
					break
				}
				next += n
			}
			if !(r == '!' || r == '?') || next == len(text) || !isASCIIWord(text[next]) { // a mark inside a web address, such as ?a=b, does not end a sentence
				cut(next)
			}
		case r == '\n':
			if endsLine(text, lineStart, i, longest, item) {
				cut(next)
			}
			lineStart = next
		}
		i = next
	}
	cut(len(text))
	return out
}

func isASCIIWord(b byte) bool {
	return b == '_' || b == '=' || b == '&' || '0' <= b && b <= '9' || 'a' <= b && b <= 'z'
}

// longestLine is the length of the longest line in runes, with its line end.
func longestLine(text string) int {
	n := 0
	for line := range strings.Lines(text) {
		n = max(n, utf8.RuneCountInString(line))
	}
	return n
}

// endsLine reports whether the line text[from:to] ends a sentence. It does if lines are not wrapped
// by hand, or if the line is much shorter than the longest line. It also does if the next line is
// empty, does not exist, or begins a list item or a heading.
func endsLine(text string, from, to, longest int, item func(string) bool) bool {
	rest := strings.TrimLeft(text[to+1:], " \t\r　")
	if rest == "" || rest[0] == '\n' || item != nil && item(rest) {
		return true
	}
	length := utf8.RuneCountInString(text[from:to])
	return longest < hardWrapColumns || float64(length) < shortLine*float64(longest)
}

// abbreviations end with a full stop that does not end a sentence.
var abbreviations = map[string]bool{
	"mr": true, "mrs": true, "ms": true, "dr": true, "prof": true, "st": true, "no": true, "nos": true, "fig": true, "figs": true,
	"eq": true, "sec": true, "ch": true, "vol": true, "pp": true, "p": true, "al": true, "etc": true, "e.g": true, "i.e": true,
	"vs": true, "cf": true, "inc": true, "ltd": true, "co": true, "corp": true, "jr": true, "sr": true, "approx": true, "dept": true,
	"u.s": true, "u.k": true, "a.m": true, "p.m": true, "jan": true, "feb": true, "mar": true, "apr": true, "jun": true, "jul": true,
	"aug": true, "sep": true, "sept": true, "oct": true, "nov": true, "dec": true,
}

// wordBefore is the maximum number of bytes read backwards by EndsAtPoint. It limits the work on
// texts without spaces.
const wordBefore = 200

// EndsAtPoint reports whether the full stop at text[i] ends a sentence. It skips the closing marks after
// the full stop. If a Han character follows, the result is true. If white space or the end of the text
// follows, the next word must not begin with a lower-case letter, and the full stop must not belong to
// an abbreviation, an initial, or the number of a list item. For any other character, it is false.
func EndsAtPoint(text string, i int) bool {
	after := text[i+1:]
	for after != "" {
		r, n := utf8.DecodeRuneInString(after)
		if !ClosesSentence(r) {
			break
		}
		after = after[n:]
	}
	if after != "" {
		r, _ := utf8.DecodeRuneInString(after)
		if !unicode.IsSpace(r) {
			return unicode.Is(unicode.Han, r)
		}
	}
	begin, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(after, unicode.IsSpace))
	if unicode.IsLower(begin) {
		return false
	}
	before := text[max(0, i-wordBefore):i]
	word := before[strings.LastIndexFunc(before, func(r rune) bool { return !(unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.') })+1:]
	if abbreviations[strings.ToLower(word)] {
		return false
	}
	if len(word) == 1 && unicode.IsUpper(rune(word[0])) { // the initial of a name
		return false
	}
	line := strings.TrimSpace(before[strings.LastIndexByte(before, '\n')+1:])
	return line != word || !isNumber(word)
}

func isNumber(s string) bool {
	return s != "" && strings.Trim(s, "0123456789.") == ""
}
