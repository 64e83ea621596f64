package zh

import "unicode/utf8"

// Clauses cuts s after sentence ends, semicolons and line ends. The spans have no gaps between them. If the
// first `most` characters of a span contain no place to cut, the span ends after the last pause among these
// characters, such as a comma. Without a pause, it ends after `most` characters.
func Clauses(s string, most int) []Span { return spans(s, most, false) }

// Lines cuts s at line ends. A line of more than `most` characters is also cut at pauses, as by Clauses, but not
// at the ends of sentences or at semicolons.
func Lines(s string, most int) []Span { return spans(s, most, true) }

func spans(s string, most int, onlyLines bool) []Span {
	var out []Span
	start, runes, pause := 0, 0, 0
	add := func(end int) {
		if end > start {
			out = append(out, Span{start, end})
		}
		start, runes, pause = end, 0, 0
	}
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		runes++
		switch {
		case r == '\n':
			add(i)
			continue
		case onlyLines:
		case EndsClause(r), r == '.' && EndsAtPoint(s, i-1):
			i = pastEnd(s, i)
			add(i)
			continue
		}
		switch r {
		case '，', ',', '、', '：', ':', ' ', '\t':
			pause = i
		}
		if runes >= most {
			if pause == 0 {
				pause = i
			}
			i = pause // cut at the last pause and continue from there
			add(i)
		}
	}
	add(len(s))
	return out
}

// EndsClause reports whether r ends a sentence, or a clause that is complete on its
// own.
func EndsClause(r rune) bool { return EndsSentence(r) || r == '；' || r == ';' }

// pastEnd returns the position after the closing marks, sentence ends and spaces at i.
func pastEnd(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !ClosesSentence(r) && !EndsSentence(r) && r != ' ' && r != '\u3000' {
			break
		}
		i += n
	}
	return i
}
