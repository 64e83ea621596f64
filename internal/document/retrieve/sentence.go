package retrieve

import (
	"strings"
	"unicode/utf8"
)

// span is a stretch of a text, in bytes.
type span struct{ start, end int }

func (s span) of(text string) string { return text[s.start:s.end] }

// closers stay with the sentence that they close.
const closers = "”’」』）)】》〉\"'"

// sentences cuts s into sentences that follow each other without gaps; what
// separates two stays with the first. None is longer than most characters.
func sentences(s string, most int) []span { return split(s, most, false) }

// lines cuts s into lines in the same way.
func lines(s string, most int) []span { return split(s, most, true) }

func split(s string, most int, onlyLines bool) []span {
	var out []span
	start, runes, pause := 0, 0, 0
	add := func(end int) {
		if end > start {
			out = append(out, span{start, end})
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
		case strings.ContainsRune("。！？!?；;…", r), r == '.' && endsSentence(s, i):
			i = past(s, i)
			add(i)
			continue
		}
		if strings.ContainsRune("，,、：: \t", r) {
			pause = i
		}
		if runes >= most {
			if pause == 0 {
				pause = i
			}
			i = pause // cut at the last pause, and count anew from there
			add(i)
		}
	}
	add(len(s))
	return out
}

// past goes over closing marks, further ends and the spaces behind a sentence.
func past(s string, i int) int {
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if !strings.ContainsRune(closers+"。！？!?…", r) && r != ' ' && r != '\u3000' {
			break
		}
		i += n
	}
	return i
}

// endsSentence tells the full stop before s[i:] from a point in a number, an
// address or an abbreviation: a space and no small letter follow it, and more
// than one letter stands before it.
func endsSentence(s string, i int) bool {
	rest := strings.TrimLeft(s[i:], closers)
	if rest == "" || rest[0] == '\n' {
		return true
	}
	if rest[0] != ' ' {
		return false
	}
	next := strings.TrimLeft(rest, " ")
	if next != "" && next[0] >= 'a' && next[0] <= 'z' {
		return false
	}
	before := s[:i-1]
	last := before[strings.LastIndexAny(before, " \n(（")+1:]
	return len(last) > 2 || last != "" && last[0] >= '0' && last[0] <= '9' && strings.ContainsAny(next, "\n")
}
