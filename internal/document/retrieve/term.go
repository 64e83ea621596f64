package retrieve

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wenqu-ai/wenqu/internal/zh"
)

// maxWord is the maximum length of a term, in bytes; longer words are cut.
const maxWord = 64

// script is a group of scripts. Each character of a folded text belongs to one group.
type script int

const (
	between script = iota // not part of a term: punctuation, space, signs
	ideo                  // Han, kana, hangul: every character is a term
	word                  // letters and digits of other scripts
)

func scriptOf(r rune) script {
	switch {
	case r < utf8.RuneSelf:
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return word
		}
		return between
	case r >= 0x4E00 && r <= 0x9FFF, unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul):
		return ideo
	case unicode.IsLetter(r), unicode.IsNumber(r), unicode.IsMark(r):
		return word
	}
	return between
}

// eachTerm calls f for the terms of a folded text with their positions: single characters and pairs
// of adjacent characters of Han, kana and hangul; stems of words; numbers, with Chinese numerals
// also as digits.
func eachTerm(s string, f func(term string, at, end int)) {
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch scriptOf(r) {
		case ideo:
			i = eachIdeo(s, i, f)
		case word:
			i = eachWord(s, i, f)
		default:
			i += n
		}
	}
}

// eachIdeo calls f for the terms of the consecutive ideographs at s[i:] and returns the end of
// the ideographs.
func eachIdeo(s string, i int, f func(term string, at, end int)) int {
	last := -1
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if scriptOf(r) != ideo {
			break
		}
		f(s[i:i+n], i, i+n)
		if last >= 0 {
			f(s[last:i+n], last, i+n)
		}
		if zh.IsNumeral(r) && (last < 0 || !zh.IsNumeral(firstRune(s[last:i]))) {
			if digits, end := zh.LeadingNumber(s[i:]); end > n {
				f(digits, i, i+end)
			}
		}
		last, i = i, i+n
	}
	return i
}

// eachWord calls f for the terms of the word or number at s[i:] and returns the end of the word
// or number.
func eachWord(s string, i int, f func(term string, at, end int)) int {
	start, digits := i, 0
	var b strings.Builder
	for i < len(s) {
		r, n := utf8.DecodeRuneInString(s[i:])
		if scriptOf(r) == word {
			b.WriteString(s[i : i+n])
			i += n
			if r >= '0' && r <= '9' && digits == b.Len()-1 {
				digits = b.Len()
			}
			continue
		}
		// 38.6 and 46,275 are one number each. A decimal point is stored as a colon, because the
		// index treats a colon as a letter, but not a point.
		if (r == '.' || r == ',') && digits == b.Len() && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9' {
			if r == '.' {
				b.WriteByte(':')
				digits = b.Len()
			}
			i++
			continue
		}
		break
	}
	w := b.String()
	if digits > 0 && digits < len(w) { // 2.4ghz is also found as 2.4
		f(cutWord(strings.TrimSuffix(w[:digits], ":")), start, i)
	}
	f(cutWord(stem(w)), start, i)
	return i
}

func cutWord(w string) string {
	if len(w) <= maxWord {
		return w
	}
	i := maxWord
	for !utf8.RuneStart(w[i]) {
		i--
	}
	return w[:i]
}

// stem removes the most frequent English endings, so that booked and bookings match
// book. A stem need not be a word: it only has to be the same in a text and in a question.
func stem(w string) string {
	if len(w) < 4 || w[len(w)-1] < 'a' || w[len(w)-1] > 'z' {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies"):
		w = w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"):
		w = w[:len(w)-2]
	case strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		w = w[:len(w)-1]
	}
	for _, ending := range []string{"ing", "ed"} {
		if root, ok := strings.CutSuffix(w, ending); ok && len(root) > 2 && strings.ContainsAny(root, "aeiouy") {
			w = root
			if n := len(w); w[n-1] == w[n-2] && !strings.ContainsRune("lsz", rune(w[n-1])) {
				w = w[:n-1]
			}
			break
		}
	}
	if len(w) > 3 {
		w = strings.TrimSuffix(w, "e")
	}
	return w
}
